"""python-chess drives the engine in UCI mode: play, analyse, options, stop, quit.

Usage: test_engine.py ENGINE
"""

from __future__ import annotations

import logging
import re
import sys
import time
import unittest

import chess.engine
from board import Board, Move
from chess.engine import Limit, SimpleEngine

# python-chess knows moves in a line of play by their look, which is that of chess moves.
chess.engine.UCI_REGEX = re.compile(r"^[1-9][1-9]\Z")

ENGINE = sys.argv.pop()

# South can only play 91, which captures two balls and wins.
WON_IN_ONE = "8,1S/8,1S 80 80 S 1"
FINISHED = "9/9 81 81 S 1"


class Complaints(logging.Handler):
    """Collects what python-chess logs about the engine's lines."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


class EngineTest(unittest.TestCase):
    def setUp(self) -> None:
        self.complaints = Complaints()
        chess.engine.LOGGER.addHandler(self.complaints)
        self.engine = SimpleEngine.popen_uci(ENGINE, timeout=30)

    def tearDown(self) -> None:
        if not self.engine.returncode.done():
            self.engine.quit()
        self.assertEqual(self.engine.returncode.result(timeout=10), 0)
        chess.engine.LOGGER.removeHandler(self.complaints)
        self.assertEqual(self.complaints.messages, [])

    def test_introduction(self) -> None:
        self.assertTrue(self.engine.id["name"].startswith("tuzdik "))
        self.assertIn("author", self.engine.id)
        options = self.engine.options
        self.assertEqual(options["Hash"].default, 64)
        self.assertEqual(options["Hash"].type, "spin")
        self.assertEqual(options["Ponder"].default, False)
        self.assertEqual(options["Clear Hash"].type, "button")
        self.assertIn("togyzkumalak", options["UCI_Variant"].var)
        for name in ["Threads", "MultiPV", "Move Overhead", "UCI_ShowWDL", "UGI_Variant"]:
            self.assertIn(name, options)
        self.engine.ping()

    def test_play_a_game(self) -> None:
        board = Board()
        game = object()
        while True:
            limit = Limit(nodes=500) if len(board.move_stack) % 2 else Limit(depth=3)
            result = self.engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
            self.assertIn("score", result.info)
            if result.move is None:
                break
            self.assertIsNone(result.ponder)
            board.push(result.move)
            self.assertLess(len(board.move_stack), 1000)
        self.assertGreaterEqual(len(board.move_stack), 11)

    def test_play_with_clocks(self) -> None:
        board = Board()
        for _ in range(4):
            limit = Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01)
            board.push(self.engine.play(board, limit).move)
        board.push(self.engine.play(board, Limit(time=0.05)).move)
        self.assertEqual(len(board.move_stack), 5)

    def test_ponder(self) -> None:
        board = Board()
        game = object()
        for _ in range(3):
            result = self.engine.play(board, Limit(depth=6), game=game, ponder=True)
            self.assertIsNotNone(result.ponder)
            board.push(result.move)
            # Twice a hit, as the expected reply is played.
            board.push(result.ponder)
        # A miss: the engine is told to stop pondering.
        board.pop()
        board.pop()
        self.engine.play(board, Limit(depth=4), game=game, ponder=True)

    def test_analyse(self) -> None:
        board = Board()
        board.push(Move("76"))
        info = self.engine.analyse(board, Limit(depth=8))
        self.assertEqual(info["depth"], 8)
        self.assertFalse(info["score"].turn)
        self.assertGreaterEqual(len(info["pv"]), 1)
        self.assertGreater(info["nodes"], 0)
        for key in ["seldepth", "nps", "hashfull", "tbhits", "time", "multipv"]:
            self.assertIn(key, info)
        self.assertEqual(sum(info["wdl"].white()), 1000)

    def test_analyse_several_lines(self) -> None:
        infos = self.engine.analyse(Board(), Limit(depth=5), multipv=4)
        self.assertEqual([info["multipv"] for info in infos], [1, 2, 3, 4])
        self.assertEqual(len({info["pv"][0] for info in infos}), 4)

    def test_forced_win(self) -> None:
        board = Board(WON_IN_ONE)
        info = self.engine.analyse(board, Limit(depth=4))
        self.assertEqual(info["score"].white().mate(), 1)
        self.assertEqual(self.engine.play(board, Limit(time=1)).move, Move("91"))

    def test_finished_game(self) -> None:
        self.assertIsNone(self.engine.play(Board(FINISHED), Limit(depth=4)).move)

    def test_root_moves(self) -> None:
        result = self.engine.play(Board(), Limit(depth=4), root_moves=[Move("32")])
        self.assertEqual(result.move, Move("32"))

    def test_options(self) -> None:
        self.engine.configure(
            {"Hash": 8, "Threads": 2, "Move Overhead": 20, "UCI_ShowWDL": False, "Clear Hash": None}
        )
        info = self.engine.analyse(Board(), Limit(depth=5))
        self.assertNotIn("wdl", info)
        with self.assertRaises(chess.engine.EngineError):
            self.engine.configure({"Hash": 0})
        self.engine.ping()

    def test_stop(self) -> None:
        with self.engine.analysis(Board()) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
            begin = time.monotonic()
            analysis.stop()
            best = analysis.wait()
        self.assertIsNotNone(best.move)
        self.assertLess(time.monotonic() - begin, 5)
        self.engine.ping()

    def test_quit_in_mid_search(self) -> None:
        analysis = self.engine.analysis(Board())
        self.engine.quit()
        with self.assertRaises(chess.engine.EngineTerminatedError):
            analysis.wait()


if __name__ == "__main__":
    unittest.main()
