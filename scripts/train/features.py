"""Features of the hand-crafted evaluation, as a sparse matrix.

A feature group is a function `group(view, data) -> (names, columns)`. `columns` are arrays of one
value for each position, from the mover's view; each gets a weight for the opening and one for the
endgame. To add features write such a function and name it in GROUPS.
"""

import numpy as np
from scipy import sparse

COUNTS = 32  # ball counts 0..31; more balls count as 31
PHASES = 2
OPEN, CLOSED = 0, 1  # the opponent may still make a tuzdik on this side / has one already


def phase(view, balls) -> np.ndarray:
    """0 with all balls in the pits, 1 with all in the kazans."""
    return view.kazans.sum(axis=1, dtype=np.float32) / balls


def reach(view, side, pits):
    """What each pit of a side does now: (captured balls, makes a tuzdik), both (n, 9)."""
    own, other = view.pits[:, side].astype(np.int16), view.pits[:, 1 - side].astype(np.int16)
    index = np.arange(9)
    steps = np.where(own == 1, 1, (own - 1) % (2 * pits))
    target = (index + steps) % (2 * pits) - pits  # on the other side where >= 0
    there = (own > 0) & (target >= 0) & (index < pits)
    target = np.clip(target, 0, 8)
    laps = np.where(own == 1, 1, (own - 1) // (2 * pits) + 1)
    found = np.take_along_axis(other, target, axis=1) + laps
    mine, theirs = view.tuzdiks[:, side : side + 1], view.tuzdiks[:, 1 - side :][:, :1]
    there &= target + 1 != mine  # a ball that falls into the own tuzdik captures nothing
    captured = np.where(there & (found % 2 == 0), found, 0)
    tuzdik = there & (found == 3) & (mine == 0) & (target + 1 < pits) & (target + 1 != theirs)
    return captured, tuzdik


def tempo(view, data):
    return ["TEMPO"], [np.ones(len(view.pits), np.float32)]


def threats(view, data):
    """What the mover, and the opponent if it were its turn, can take at once."""
    names, columns = [], []
    for side, name in enumerate(["OWN", "THEIR"]):
        captured, tuzdik = reach(view, side, data.pits)
        ordered = np.sort(captured, axis=1)
        names += [f"{name}_BEST_CAPTURE", f"{name}_NEXT_CAPTURE", f"{name}_TUZDIK_THREAT"]
        columns += [ordered[:, -1], ordered[:, -2], tuzdik.any(axis=1)]
    return names, columns


def mobility(view, data):
    """How many pits can be sown, own less the opponent's."""
    filled = (view.pits > 0).sum(axis=2, dtype=np.int16)
    return ["MOBILITY"], [filled[:, 0] - filled[:, 1]]


GROUPS = {"tempo": tempo, "threats": threats, "mobility": mobility}


class Layout:
    """Where each weight lies. Pit tables first, [set][phase][pit][count], then the tuzdik's pit,
    [phase][pit], then two weights (phases) for each extra feature, then the kazan difference."""

    def __init__(self, extras):
        self.extras = list(extras)
        self.pits = 0
        self.tuzdik = 2 * PHASES * 9 * COUNTS
        self.extra = self.tuzdik + PHASES * 9
        self.kazan = self.extra + PHASES * len(self.extras)
        self.size = self.kazan + 1

    def pit_table(self, weights):
        return weights[: self.tuzdik].reshape(2, PHASES, 9, COUNTS)

    def tuzdik_table(self, weights):
        return weights[self.tuzdik : self.extra].reshape(PHASES, 9)

    def extra_table(self, weights):
        return weights[self.extra : self.kazan].reshape(len(self.extras), PHASES)


def matrix(view, data, groups):
    """The features of all positions: (Layout, sparse matrix of shape (positions, Layout.size))."""
    n = len(view.pits)
    late = phase(view, data.balls)
    weight = np.stack([1 - late, late])  # by phase
    names, columns = [], []
    for group in groups:
        more_names, more_columns = GROUPS[group](view, data)
        names += more_names
        columns += more_columns
    layout = Layout(names)

    entries = []  # (column index, value), each an array of n or a number
    pit = np.arange(9) * COUNTS
    for side, sign in ((0, 1), (1, -1)):
        closed = (view.tuzdiks[:, 1 - side] > 0).astype(np.int32)
        counts = np.minimum(view.pits[:, side], COUNTS - 1).astype(np.int32) + pit
        for p in range(PHASES):
            base = (closed * PHASES + p) * 9 * COUNTS
            for i in range(data.pits):
                entries.append((base + counts[:, i], sign * weight[p]))
        owned = view.tuzdiks[:, side].astype(np.int32)
        for p in range(PHASES):
            index = layout.tuzdik + 9 * p + np.maximum(owned - 1, 0)
            entries.append((index, sign * weight[p] * (owned > 0)))
    for i, column in enumerate(columns):
        for p in range(PHASES):
            index = np.full(n, layout.extra + PHASES * i + p, np.int32)
            entries.append((index, weight[p] * column))
    difference = view.kazans[:, 0].astype(np.float32) - view.kazans[:, 1]
    entries.append((np.full(n, layout.kazan, np.int32), difference))

    indices = np.stack([e[0] for e in entries], axis=1).astype(np.int32)
    values = np.stack([e[1] for e in entries], axis=1).astype(np.float32)
    starts = np.arange(0, indices.size + 1, indices.shape[1])
    x = sparse.csr_matrix((values.ravel(), indices.ravel(), starts), (n, layout.size))
    x.eliminate_zeros()
    return layout, x.astype(np.float64)  # products with float64 vectors copy other types each time
