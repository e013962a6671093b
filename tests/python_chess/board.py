"""A board for python-chess's engine module that holds a game of Togyz Kumalak.

python-chess asks a board for few things: the root position as FEN, the moves played, whose turn it
is, and to play moves in the engine's spelling. It does not ask for rules, so a move here is a text.
"""

from __future__ import annotations

import dataclasses

START = "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1"


@dataclasses.dataclass(frozen=True)
class Move:
    """A move as the protocol spells it: origin and landing pit."""

    text: str

    def uci(self) -> str:
        return self.text

    @classmethod
    def from_uci(cls, text: str) -> Move:
        if len(text) != 2 or not all(c in "123456789" for c in text):
            raise ValueError(f"not a move: {text!r}")
        return cls(text)


class Board:
    """A start position and the moves played from it."""

    uci_variant = "togyzkumalak"
    chess960 = False

    def __init__(self, fen: str = START) -> None:
        self.root_fen = fen
        self.move_stack: list[Move] = []

    @property
    def turn(self) -> bool:
        """Whether South, python-chess's white, is to move."""
        south_began = self.root_fen.split()[3] == "S"
        return south_began == (len(self.move_stack) % 2 == 0)

    def root(self) -> Board:
        return Board(self.root_fen)

    def fen(self, *, shredder: bool = False, en_passant: str = "fen") -> str:
        if self.move_stack:
            raise NotImplementedError("only the root position is known as FEN")
        return self.root_fen

    def copy(self, *, stack: bool | int = True) -> Board:
        # Without its moves the position would be lost, as it is known by them alone.
        board = Board(self.root_fen)
        board.move_stack = self.move_stack.copy()
        return board

    def push(self, move: Move) -> None:
        self.move_stack.append(move)

    def pop(self) -> Move:
        return self.move_stack.pop()

    def parse_uci(self, text: str) -> Move:
        return Move.from_uci(text)

    def push_uci(self, text: str) -> Move:
        move = self.parse_uci(text)
        self.push(move)
        return move

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.root_fen, self.move_stack) == (other.root_fen, other.move_stack)
