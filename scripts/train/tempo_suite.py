"""Makes `tests/tempo/positions.txt`, a suite of proved endgames of tempo, from self-play.

    tuzdik datagen --positions 20000000 --nodes 600 --seed 12 --threads 2 --out data/tempo.tzd
    cd scripts/train
    python tempo_suite.py ../../data/tempo.tzd --journal ../../data/tempo.jsonl --out ../../tests/tempo/positions.txt

The suite that is kept comes from f.tzd, e.tzd and n3.tzd of `src/eval/nets/README.md`, in this order.

In such an endgame one player leads in the kazans but is about to run out of moves, while the opponent
hoards balls that the end would give to the opponent. Candidates are all positions in which

    ply 80 is reached, and the leader's kazan holds at least 20 balls more than the opponent's,
    at most 12 balls lie on the leader's side,
    the opponent's two fullest pits hold at least half of the balls on that side,
    kazan and side of the opponent hold at least 82 balls: out of moves now, the leader would lose,
    the game's last record is 6 to 24 plies away: nothing is left to find later, too much before.

Of each game one position is taken at most, so that no two are alike. The seed picks a candidate; if its
result cannot be proved, then one that is nearer to the end; after three the game is left. A proof is that
two searches prove the same result within the same number of nodes, one with the hand-crafted evaluation
and one with the network, each with an empty table of its own size; a contradiction ends the run. A draw
is never proved and so left out, and so is what is proved in fewer than eight moves. Half of the suite goes
to positions in which the lead holds, half to others; of either, half to each side to move. When one of
these classes is full, games that ended so are passed over. Nothing depends on how an evaluation judges a
position. Proofs are kept in the journal, so the same command goes on where it was interrupted.
"""

import argparse
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import typing

import numpy as np

import cli
import files
import records

FIRST_PLY, LEAD, STARVING = 80, 20, 12
MAJORITY = 82
SHORTEST_PROOF = 8
# Plies to the end of the game.
NEAREST_END, FURTHEST_END = 6, 24
# Candidates of a game that are tried.
TRIES = 3
# Games looked at before the suite is filled with them.
BATCH = 8
# Evaluation and size of the table in MB of each search.
JUDGES = (("none", 128), ("<embedded>", 64))


class Candidate(typing.NamedTuple):
    """A position of a game."""

    fen: str
    ply: int
    lead: int
    leader_moves: bool
    result: int  # of the game for the leader, as in the records


def candidates(paths, seed):
    """For each game that has any, the candidates to try."""
    data = records.load(paths)
    if data.variant != "togyzkumalak":
        raise records.DataError(f"games of {data.variant}, expected togyzkumalak")
    ends = np.append(np.flatnonzero(np.diff(data.game)), len(data.game) - 1)
    late = np.flatnonzero(data.records["ply"] >= FIRST_PLY)
    r, game = data.records[late], data.game[late]
    to_end = data.records["ply"][ends[np.searchsorted(ends, late)]] - r["ply"]
    row = np.arange(len(r))
    kazans = r["kazans"].astype(int)
    leader = (kazans[:, 1] > kazans[:, 0]).astype(int)
    side = r["pits"].sum(axis=2, dtype=int)
    lead = np.abs(kazans[:, 0] - kazans[:, 1])
    hoard = np.sort(r["pits"][row, 1 - leader], axis=1)[:, -2:].sum(axis=1, dtype=int)
    found = np.flatnonzero(
        (lead >= LEAD)
        & (side[row, leader] <= STARVING)
        & (2 * hoard >= side[row, 1 - leader])
        & (kazans[row, 1 - leader] + side[row, 1 - leader] >= MAJORITY)
        & (to_end >= NEAREST_END)
        & (to_end <= FURTHEST_END)
    )
    moves = r["side"] == leader
    result = np.where(moves, r["result"], 2 - r["result"])
    of_game = np.split(found, np.flatnonzero(np.diff(game[found])) + 1)
    for number, left in enumerate(of_game):
        rng, tries = np.random.default_rng([seed, number]), []
        while len(left) and len(tries) < TRIES:
            at = rng.integers(len(left))
            i, left = left[at], left[at + 1 :]
            tries.append(Candidate(fen(r[i]), int(r["ply"][i]), int(lead[i]), bool(moves[i]), int(result[i])))
        yield tries


def fen(record):
    """The form of FEN that has every count."""
    rows = "/".join(",".join(map(str, row)) for row in record["pits"])
    tuzdiks = ",".join(str(n) if n else "-" for n in record["tuzdiks"])
    return f"{rows} {','.join(map(str, record['kazans']))} {tuzdiks} {'wb'[record['side']]} {record['ply']}"


class Prover:
    """An engine process that proves who wins."""

    def __init__(self, program, eval_file, hash_mb):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send(f"setoption name Hash value {hash_mb}", f"setoption name EvalFile value {eval_file}")

    def send(self, *lines):
        self.process.stdin.write("\n".join(lines) + "\n")
        self.process.stdin.flush()

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise OSError("the engine has ended")
        return line.split()

    def prove(self, fen, nodes):
        """The first proof, as moves to `mate` and nodes, or None; the FEN as the engine has it."""
        self.send("uginewgame", f"position fen {fen}", "query fen")
        while (words := self.answer())[0] != "response":
            pass
        canonical = " ".join(words[1:])
        self.send(f"go nodes {nodes}")
        proof = None
        while (words := self.answer())[0] != "bestmove":
            if words[0] != "info" or proof or "mate" not in words:
                continue
            moves = int(words[words.index("mate") + 1])
            # A bound on the wrong side proves nothing.
            if ("upperbound" if moves > 0 else "lowerbound") not in words:
                proof = moves, int(words[words.index("nodes") + 1])
                self.send("stop")
        return proof, canonical

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def prove(program, fen, nodes):
    """The entry of a candidate in the journal."""
    entry = {"fen": fen, "limit": nodes, "proofs": []}
    for judge in JUDGES:
        prover = Prover(program, *judge)
        try:
            proof, entry["canonical"] = prover.prove(fen, nodes)
        finally:
            prover.close()
        if proof is None:
            break
        entry["proofs"].append(proof)
    return entry


def result(entry):
    """The winner's moves in the shorter proof, negative if the mover loses; None without two proofs."""
    if len(entry["proofs"]) < len(JUDGES):
        return None
    one, other = (moves for moves, _ in entry["proofs"])
    if (one > 0) != (other > 0):
        raise records.DataError(f"the proofs of {entry['fen']} contradict each other: {one} and {other} moves")
    return min(one, other, key=abs)


class Suite:
    """What is taken so far, by class: whether the leader moves, whether the lead holds."""

    def __init__(self, quota):
        self.quota = quota
        self.classes = {(moves, holds): [] for moves in (True, False) for holds in (True, False)}

    def wants(self, tries):
        """The candidates of a game whose classes are open, if it ended as they should."""
        return [c for c in tries if len(self.classes[c.leader_moves, c.result == 2]) < self.quota]

    def take(self, candidate, entry):
        """Takes a position if it is proved, not too easy, and its class is open."""
        moves = result(entry)
        if moves is None or abs(moves) < SHORTEST_PROOF:
            return
        chosen = self.classes[candidate.leader_moves, (moves > 0) == candidate.leader_moves]
        if len(chosen) < self.quota:
            chosen.append((entry["canonical"], moves, candidate.lead, candidate.ply))

    def counts(self):
        return [len(chosen) for chosen in self.classes.values()]

    def write(self, path, nodes):
        rows = sorted(row for chosen in self.classes.values() for row in chosen)
        head = f"""\
# Endgames of tempo with proved results, made by scripts/train/tempo_suite.py, which says what they are.
# Two searches, with the hand-crafted evaluation and with the network, proved each within {nodes} nodes.
# result for the side to move | winner's moves in the shorter proof (fewer may do) | lead | ply | FEN
"""
        line = lambda fen, moves, *rest: " | ".join(map(str, ("win" if moves > 0 else "loss", abs(moves), *rest, fen)))
        files.replace(path, (head + "".join(line(*row) + "\n" for row in rows)).encode())


def proved(path):
    """The entries of a journal by FEN and limit."""
    known = {}
    try:
        for line in path.read_text().splitlines():
            if line.endswith("}"):  # an interrupted run may have cut one off
                entry = json.loads(line)
                known[entry["fen"], entry["limit"]] = entry
    except (ValueError, LookupError, TypeError) as error:
        raise records.DataError(f"{path}: this is no journal of proofs") from error
    return known


def main():
    here = pathlib.Path(__file__).resolve().parent
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", help="self-play data, best of games that no network was trained on")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the suite")
    parser.add_argument("--journal", type=pathlib.Path, required=True, help="what was proved so far")
    parser.add_argument("--program", default=str(here / "../../target/release/tuzdik"), help="the engine")
    parser.add_argument("--positions", type=cli.whole(4, step=4), default=300, help="of the suite, a multiple of four")
    parser.add_argument("--nodes", type=cli.whole(1), default=4_000_000, help="most nodes of a search")
    parser.add_argument(
        "--threads", type=cli.whole(1), default=1, help="games looked at at once; the suite is the same"
    )
    parser.add_argument("--seed", type=cli.SEED, default=1, help="of the choice of candidates")
    args = parser.parse_args()

    args.journal.touch()
    known = proved(args.journal)
    suite = Suite(args.positions // 4)
    games = list(candidates(args.files, args.seed))
    with open(args.journal, "a") as journal, concurrent.futures.ThreadPoolExecutor(args.threads) as pool:
        journal.write("\n")

        def look(tries):
            """The first of the candidates that is proved, with its entry in the journal."""
            for candidate in tries:
                entry = known.get((candidate.fen, args.nodes))
                if entry is None:
                    entry = prove(args.program, candidate.fen, args.nodes)
                    journal.write(json.dumps(entry) + "\n")
                    journal.flush()
                if result(entry) is not None:
                    return candidate, entry
            return None

        for at in range(0, len(games), BATCH):
            for found in pool.map(look, map(suite.wants, games[at : at + BATCH])):
                if found:
                    suite.take(*found)
            print(f"\r{at + BATCH} of {len(games)} games, {suite.counts()} taken", end="", file=sys.stderr)
    print(file=sys.stderr)
    suite.write(args.out, args.nodes)


if __name__ == "__main__":
    cli.run(main, "stopped; the same command goes on")
