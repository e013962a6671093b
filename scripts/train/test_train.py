"""Tests of the training scripts on made-up positions:  python -m unittest discover scripts/train"""

import json
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

import jax
import jax.numpy as jnp
import numpy as np

import calibrate
import checkpoints
import export_net
import features
import net
import records
import tempo_suite

HERE = pathlib.Path(__file__).parent


def made_up(count, seed=0, pits=9, balls=162):
    """Records of random boards in games of 50, a third of them with tuzdiks if there are nine pits a side."""
    rng = np.random.default_rng(seed)
    r = np.zeros(count, records.RECORD)
    spread = rng.multinomial(balls, rng.dirichlet(np.full(2 * pits + 2, 0.5), count))
    r["pits"][:, :, :pits] = spread[:, 2:].reshape(-1, 2, pits)
    r["kazans"] = spread[:, :2]
    owner = rng.integers(0, 3, count) if pits == 9 else np.full(count, 2)  # 2: no tuzdik
    pit = rng.integers(1, 9, count)
    for n in np.flatnonzero(owner < 2):
        r["tuzdiks"][n, owner[n]] = pit[n]
        r["kazans"][n, owner[n]] += r["pits"][n, 1 - owner[n], pit[n] - 1]
        r["pits"][n, 1 - owner[n], pit[n] - 1] = 0
    r["side"] = rng.integers(0, 2, count)
    lead = r["kazans"][:, 0].astype(int) - r["kazans"][:, 1]
    lead = np.where(r["side"] == 1, -lead, lead)
    r["score"] = np.clip(100 * lead, -30000, 30000)
    r["result"] = np.where(lead > 0, 2, np.where(lead < 0, 0, 1))
    r["best"] = 1
    return r


def file_bytes(r, variant=b"togyzkumalak"):
    header = records.HEADER.pack(records.MAGIC, 1, 96, 3000, 1, variant, b"0.1.0", 0, 0)[:-4]
    content = header + struct.pack("<I", zlib.crc32(header))
    for at in range(0, len(r), 500):
        part = r[at : at + 500]
        games = np.zeros(-(-len(part) // 50), records.GAME)
        games["number"] = at // 50 + np.arange(len(games))
        games["records"] = [len(part[i : i + 50]) for i in range(0, len(part), 50)]
        counts = struct.pack("<II", len(games), len(part))
        body = games.tobytes() + part.tobytes()
        content += b"TZBL" + counts + struct.pack("<I", zlib.crc32(counts + body)) + body
    return content


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)


class Records(Files):
    def test_reads_what_was_written(self):
        r = made_up(1234)
        file = self.path / "a"
        file.write_bytes(file_bytes(r))
        data = records.load([file, file])
        self.assertTrue((data.records == np.concatenate([r, r])).all())
        self.assertEqual(len(np.unique(data.game)), 50)
        self.assertEqual((data.balls, data.variant), (162, "togyzkumalak"))

    def test_smaller_boards(self):
        file = self.path / "a"
        file.write_bytes(file_bytes(made_up(500, pits=5, balls=50), b"bestemshe"))
        data = records.load([file])
        self.assertEqual((data.balls, data.pits, data.variant), (50, 5, "bestemshe"))

    def test_damage_is_noticed_and_a_cut_end_is_not_read(self):
        file = self.path / "a"
        content = file_bytes(made_up(1000))
        for at in range(0, len(content), 211):
            file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
            with self.assertRaisesRegex(records.DataError, "a: "):
                if len(records.load([file]).records) < 1000:
                    # A damaged length can look like a cut off block.
                    raise records.DataError("a: cut off")
        file.write_bytes(content[:-1])
        self.assertEqual(len(records.load([file]).records), 500)

    def test_no_game_is_split(self):
        file = self.path / "a"
        file.write_bytes(file_bytes(made_up(20_000)))
        train, held = records.split(records.load([file]))
        self.assertFalse(set(train.game) & set(held.game))
        self.assertEqual(len(train.records) + len(held.records), 20_000)
        self.assertAlmostEqual(len(held.records) / 20_000, 0.1, delta=0.05)


class Network(unittest.TestCase):
    def test_columns_are_as_documented(self):
        r = made_up(60)
        raw = r.view(np.uint8).reshape(-1, 32)
        for view in (0, 1):
            got = np.asarray(net.columns(raw, view)).T
            for record, row in zip(r, got):
                me = record["side"] ^ view
                expected = []
                for group, side in ((0, me), (288, 1 - me)):
                    expected += [group + 32 * i + min(int(n), 31) for i, n in enumerate(record["pits"][side])]
                expected += [576 + min(int(record["kazans"][me]) // 2, 41), 618 + min(int(record["kazans"][1 - me]) // 2, 41)]
                expected += [660 + int(record["tuzdiks"][me]), 670 + int(record["tuzdiks"][1 - me])]
                self.assertEqual(row.tolist(), expected)

    def test_the_first_layer_is_a_sum_of_columns_and_so_is_its_gradient(self):
        shape = net.Shape(width=32, hidden=16, buckets=3, perspectives=2, factorised=True)
        params = net.initial(shape, 3)
        params["shared"] = jax.random.normal(jax.random.key(1), params["shared"].shape) * 0.1
        raw = made_up(200).view(np.uint8).reshape(-1, 32)

        def dense(params):
            w1 = net.first_weights(params)
            hot = [sum(jax.nn.one_hot(c, net.COLUMNS) for c in net.columns(raw, v)) for v in (0, 1)]
            inner = jnp.clip(jnp.concatenate([x @ w1 + params["b1"] for x in hot], axis=1), 0, 1)
            b = np.asarray(net.bucket(raw, shape))
            hidden = jnp.clip(jnp.einsum("ni,nih->nh", inner, params["w2"][b]) + params["b2"][b], 0, 1)
            return (hidden * params["w3"][b]).sum(axis=1) + params["b3"][b]

        np.testing.assert_allclose(net.logits(params, shape, raw), dense(params), atol=2e-5)
        one = jax.grad(lambda p: (net.logits(p, shape, raw) ** 2).mean())(params)
        two = jax.grad(lambda p: (dense(p) ** 2).mean())(params)
        jax.tree.map(lambda a, b: np.testing.assert_allclose(a, b, atol=2e-5), one, two)

    def test_quantised_agrees_and_survives_the_file(self):
        raw = made_up(500).view(np.uint8).reshape(-1, 32)
        for shape in (net.Shape(), net.Shape(32, 16, 4, 2, True)):
            params = net.initial(shape, 5)
            q = export_net.quantise(params, shape, "togyzkumalak", 1000, "note")
            exact = np.asarray(net.logits(params, shape, raw)) * 1000
            self.assertGreater(exact.std(), 10)
            self.assertLess(np.abs(export_net.evaluate(q, raw) - exact).max(), 20)
            content = export_net.to_bytes(q)
            back = export_net.from_bytes(content, "x")
            self.assertTrue((export_net.evaluate(back, raw) == export_net.evaluate(q, raw)).all())
            self.assertEqual((back.variant, back.note, back.scale), ("togyzkumalak", "note", 1000))
            for at in range(0, len(content), 997):
                damaged = content[:at] + bytes([content[at] ^ 8]) + content[at + 1 :]
                with self.assertRaisesRegex(export_net.NetError, "x: "):
                    export_net.from_bytes(damaged, "x")

    def test_buckets_follow_the_balls_of_the_game(self):
        raw = made_up(500, pits=5, balls=50).view(np.uint8).reshape(-1, 32)
        left = raw[:, :18].sum(axis=1)
        got = np.asarray(net.bucket(raw, net.Shape(buckets=5, balls=50)))
        self.assertEqual(got.tolist(), np.minimum(left // 10, 4).tolist())

    def test_sums_that_could_overflow_are_refused(self):
        shape = net.Shape()
        params = net.initial(shape, 5)
        params["w1"] = params["w1"].at[net.OFFSETS, 3].set(net.W1_LIMIT)
        params["b1"] = params["b1"].at[3].set(30.0)
        with self.assertRaisesRegex(export_net.NetError, "16 bits"):
            export_net.quantise(params, shape, "togyzkumalak", 1000, "")


class Features(unittest.TestCase):
    def test_reach(self):
        r = np.zeros(1, records.RECORD)
        r["pits"][0] = 9  # the start: 6, 7, 8, 9 land in pits 5, 6, 7, 8, which then hold ten
        captured, tuzdik = features.reach(records.mover_view(r), 0, 9)
        self.assertEqual(captured[0].tolist(), [0, 10, 10, 10, 10, 10, 10, 10, 10])
        self.assertFalse(tuzdik.any())
        r["pits"][0, 1, 2] = 2  # pit 4 makes a tuzdik of pit 3
        captured, tuzdik = features.reach(records.mover_view(r), 0, 9)
        self.assertEqual((captured[0, 3], np.flatnonzero(tuzdik[0]).tolist()), (0, [3]))
        r["tuzdiks"][0] = [0, 3]  # not the number of the other tuzdik
        self.assertFalse(features.reach(records.mover_view(r), 0, 9)[1].any())


class Training(Files):
    def run_script(self, name, *args):
        command = [sys.executable, HERE / name, *map(str, args)]
        done = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_run_goes_on_as_if_never_stopped(self):
        data = self.path / "a"
        data.write_bytes(file_bytes(made_up(6000)))
        settings = ("--batch", 500, "--epochs", 2, "--width", 32, "--hidden", 16, "--factorised")
        whole, part = self.path / "whole", self.path / "part"
        self.run_script("train_net.py", data, "--run", whole, *settings)
        stop = (
            "import sys, train_net, checkpoints; save = checkpoints.save\n"
            "def once(*a):\n    save(*a)\n    if a[4]['epoch'] == 1 and a[4]['step'] == 3: sys.exit(7)\n"
            "checkpoints.save = once; train_net.main()"
        )
        args = map(str, (data, "--run", part, "--save-every", 0, *settings))
        done = subprocess.run([sys.executable, "-c", stop, *args], cwd=HERE, capture_output=True, text=True)
        self.assertEqual(done.returncode, 7, done.stderr)
        self.assertIn("going on at epoch 2, step 3", self.run_script("train_net.py", data, "--run", part, *settings))
        one, two = checkpoints.load(whole), checkpoints.load(part)
        jax.tree.map(np.testing.assert_array_equal, one.params, two.params)
        self.assertEqual(one.meta["history"], two.meta["history"])
        self.assertLess(one.meta["history"][-1]["loss"], one.meta["history"][0]["loss"])
        self.assertTrue((part / "calibration.png").exists() and (part / "loss.png").exists())

        out, vectors = self.path / "net", self.path / "vectors"
        self.run_script("export_net.py", whole, "--out", out, "--data", data, "--vectors", vectors)
        q = export_net.from_bytes(out.read_bytes(), out)
        cases = json.loads(vectors.read_text())["cases"]
        raw = np.frombuffer(bytes.fromhex("".join(c["record"] for c in cases)), np.uint8).reshape(-1, 32)
        self.assertEqual(export_net.evaluate(q, raw).tolist(), [c["score"] for c in cases])

    def test_chances_are_fitted(self):
        rng = np.random.default_rng(1)
        score = rng.normal(0, 1000, 40_000)
        win, loss = calibrate.chances(score, 700.0, 90.0)
        luck = rng.random(len(score))
        result = np.where(luck < win, 1.0, np.where(luck < 1 - loss, 0.5, 0.0))
        scale, band = calibrate.fit(score, result)
        self.assertAlmostEqual(scale, 700, delta=30)
        self.assertAlmostEqual(band, 90, delta=15)

    def test_tables_are_fitted(self):
        data, out = self.path / "a", self.path / "tables.rs"
        data.write_bytes(file_bytes(made_up(6000)))
        text = self.run_script("tune_handcrafted.py", data, "--out", out)
        self.assertIn("tables, rounded", text)
        self.assertIn("pub static PITS", out.read_text())


class Tempo(Files):
    ENGINE = """#!{python}
import sys
judge, where = "", ""
for line in sys.stdin:
    words = line.split()
    if words[:3] == ["setoption", "name", "EvalFile"]:
        judge = words[4]
    elif line.startswith("query"):
        print("response the position", flush=True)
    elif words[0] == "go":
        print("info depth 9 score mate {bound} nodes 77 pv 11")
        print("info depth 10 score mate", {mate}, "nodes 99 pv 11\\nbestmove 11", flush=True)
"""

    def games(self):
        """A game with endgames of tempo from ply 80 to 109 and one in which the lead is too small."""
        r = np.zeros(100, records.RECORD)
        r["pits"][:, 0, 7:] = 2
        r["pits"][:, 1, :2] = 26, 6
        r["kazans"][:50], r["kazans"][50:] = (74, 52), (72, 54)
        r["ply"] = np.tile(np.arange(60, 110), 2)
        r["side"] = r["ply"] % 2
        r["best"] = 9
        file = self.path / "games"
        file.write_bytes(file_bytes(r))
        return file

    def make(self, mate, bound="3 upperbound", program=None):
        """Runs the script with an engine that says so of every position."""
        if program is None:
            program = self.path / "engine"
            program.write_text(self.ENGINE.format(python=sys.executable, mate=mate, bound=bound))
            program.chmod(0o755)
        options = {"--out": "suite", "--journal": "journal"}
        paths = [str(part) for name, file in options.items() for part in (name, self.path / file)]
        command = [sys.executable, HERE / "tempo_suite.py", self.games(), "--program", program, *paths]
        return subprocess.run(command, capture_output=True, text=True)

    def test_candidates_are_as_documented(self):
        for seed in range(20):
            (tries,) = tempo_suite.candidates([self.games()], seed)
            plies = [c.ply for c in tries]
            self.assertTrue(1 <= len(tries) <= tempo_suite.TRIES)
            self.assertEqual(plies, sorted(set(plies)))
            self.assertTrue(85 <= plies[0] and plies[-1] <= 103, plies)
            self.assertTrue(all(c.lead == 22 and c.leader_moves == (c.ply % 2 == 0) for c in tries))
            board = "0,0,0,0,0,0,0,2,2/26,6,0,0,0,0,0,0,0 74,52 -,-"
            self.assertEqual(tries[0].fen, f"{board} {'wb'[plies[0] % 2]} {plies[0]}")

    def test_two_proofs_are_taken_and_remembered(self):
        done = self.make("-9")
        self.assertEqual(done.returncode, 0, done.stderr)
        suite = (self.path / "suite").read_text()
        self.assertRegex(suite.splitlines()[-1], r"^loss \| 9 \| 22 \| \d+ \| the position$")
        # Cut off, as by an interruption.
        with open(self.path / "journal", "a") as journal:
            journal.write('{"fen": "0,0')
        done = self.make("-9", program="/nonexistent")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.path / "suite").read_text(), suite)

    def test_short_or_contradicting_proofs_are_not_taken(self):
        self.assertEqual(self.make("7").returncode, 0)
        self.assertNotIn("position\n", (self.path / "suite").read_text())
        (self.path / "journal").unlink()
        done = self.make("9 if judge == 'none' else -9", bound="-9 lowerbound")
        self.assertEqual(done.returncode, 1)
        self.assertIn("contradict", done.stderr)


if __name__ == "__main__":
    unittest.main()
