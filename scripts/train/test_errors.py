"""Tests of what the training scripts do with files and arguments that they cannot use."""

import contextlib
import io
import os
import unittest
from unittest import mock

import numpy as np

import calibrate
import checkpoints
import cli
import export_net
import files
import net
import records
import tempo_suite
import train_net
import tune_handcrafted
from test_train import Files, file_bytes, made_up


class Replacing(Files):
    def names(self):
        return sorted(os.listdir(self.path))

    def test_a_link_stays_and_its_file_is_replaced(self):
        for old in (False, True):
            with self.subTest(old=old):
                link, target = self.path / "link", self.path / "target"
                link.unlink(missing_ok=True)
                link.symlink_to("target")
                files.replace(link, b"new")
                self.assertTrue(link.is_symlink())
                self.assertEqual(target.read_bytes(), b"new")
                self.assertEqual(self.names(), ["link", "target"])

    def test_a_pipe_is_written_into(self):
        pipe = self.path / "pipe"
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        files.replace(pipe, b"through")
        self.assertEqual(os.read(reader, 10), b"through")
        self.assertTrue(pipe.is_fifo())

    def test_an_error_names_the_file_and_leaves_the_old_one(self):
        file = self.path / "file"
        file.write_bytes(b"old")
        with mock.patch("os.fsync", side_effect=OSError(28, "No space left on device")):
            with self.assertRaisesRegex(OSError, f"No space left on device: '{file}'"):
                files.replace(file, b"new")
        for bad in (self.path, self.path / "none" / "file"):
            with self.assertRaisesRegex(OSError, f": '{bad}'"):
                files.replace(bad, b"new")
        self.assertEqual((self.names(), file.read_bytes()), (["file"], b"old"))


class Errors(Files):
    """Each script ends with one line that says what was wrong."""

    def setUp(self):
        super().setUp()
        self.data = self.path / "data"
        self.data.write_bytes(file_bytes(made_up(6000)))

    def fails(self, module, *args) -> str:
        """The line with which a script ends."""
        printed = io.StringIO()
        with (
            mock.patch("sys.argv", [module.__name__, *map(str, args)]),
            contextlib.redirect_stderr(printed),
            contextlib.redirect_stdout(io.StringIO()),
            self.assertRaises(SystemExit) as end,
        ):
            cli.run(module.main)
        if end.exception.code == 2:  # of argparse, after the usage
            return printed.getvalue().splitlines()[-1]
        self.assertIsInstance(end.exception.code, str)
        return end.exception.code

    def run_folder(self, shape=net.Shape(), **meta):
        """The folder of a run that has a checkpoint."""
        folder = self.path / "run"
        folder.mkdir(exist_ok=True)
        meta = {key: None for key in checkpoints.META} | {"variant": "togyzkumalak", "score_scale": 800.0} | meta
        checkpoints.save(folder, shape, net.initial(shape, 1), [], meta)
        return folder

    def test_data_that_is_none(self):
        empty, pipe = self.path / "empty", self.path / "pipe"
        empty.touch()
        os.mkfifo(pipe)
        for bad in (empty, pipe):
            self.assertEqual(self.fails(records, bad), f"error: {bad}: this is no self-play data")
        self.assertIn(f"'{self.path}'", self.fails(calibrate, self.path))
        proven = made_up(100)
        proven["score"] = records.PROVEN
        self.data.write_bytes(file_bytes(proven))
        self.assertIn(f"{self.data}: no position", self.fails(calibrate, self.data))

    def test_a_failed_start_leaves_no_run(self):
        run = self.path / "run"
        self.assertIn("none'", self.fails(train_net, self.path / "none", "--run", run))
        self.assertIn("fewer than one batch", self.fails(train_net, self.data, "--run", run))
        self.assertIn("too few games", self.fails(train_net, self.data, "--limit", 5, "--run", run))
        self.assertFalse(run.exists())

    def test_arguments_out_of_range(self):
        for name, values in {
            "--width": (0, 33, 2048, "x"),
            "--hidden": (8, 80),
            "--buckets": (0, 33),
            "--epochs": (0, -1, 1.5),
            "--batch": (0,),
            "--rate": (0, "nan", "inf"),
            "--decay": (-1,),
            "--lambda": (7, -1),
            "--score-scale": (0,),
            "--limit": (0,),
            "--seed": (-1,),
            "--save-every": (-1,),
        }.items():
            for value in values:
                line = self.fails(train_net, self.data, "--run", self.path / "run", name, value)
                self.assertRegex(line, rf"argument {name}: expected .*, not '{value}'")
        wide = ("--width", 544, "--perspectives", 2)
        self.assertIn("at most 512", self.fails(train_net, self.data, "--run", self.path / "run", *wide))
        self.assertIn("SCALE above 0", self.fails(calibrate, "--check", 0, 0, self.data))
        self.assertIn("least 0, not '-1'", self.fails(calibrate, "--check", 1, -1, self.data))
        for groups in ("nope", "tempo,tempo"):
            line = self.fails(tune_handcrafted, self.data, "--groups", groups)
            self.assertIn(f"different ones of tempo,threats,mobility, not '{groups}'", line)
        self.assertIn("too few games", self.fails(tune_handcrafted, self.data, "--groups", "", "--limit", 5))
        for scale in (-5, 0, 99999999999):
            line = self.fails(export_net, self.path, "--out", self.path / "net", "--scale", scale)
            self.assertIn(f"from 1 to 2147483647, not '{scale}'", line)

    def test_checkpoints_that_are_damaged(self):
        folder = self.run_folder()
        file = folder / checkpoints.NAME
        whole = file.read_bytes()
        damage = [b"", b"none", whole[: len(whole) // 2], whole[:-1]]
        damage += [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in (0, 5000, len(whole) // 2)]
        for content in damage:
            file.write_bytes(content)
            line = f"error: {file}: this is no checkpoint, or it is damaged"
            self.assertEqual(self.fails(export_net, folder, "--out", self.path / "net"), line)
        self.assertEqual(self.fails(train_net, self.data, "--run", folder, "--batch", 100), line)
        arrays = dict(np.load(io.BytesIO(whole)))
        del arrays["params.b3"]
        np.savez(file, **arrays)
        self.assertEqual(self.fails(export_net, folder, "--out", self.path / "net"), line)
        self.assertEqual(sorted(os.listdir(self.path)), ["data", "run"])

    def test_only_what_the_engine_reads_is_exported(self):
        out = ("--out", self.path / "net")
        self.assertIn("output scale is 0", self.fails(export_net, self.run_folder(score_scale=0.3), *out))
        self.assertIn("width=48", self.fails(export_net, self.run_folder(net.Shape(width=48)), *out))
        line = self.fails(export_net, self.run_folder(variant="bestemshe"), *out, "--data", self.data)
        self.assertEqual(line, f"error: {self.data}: a file of togyzkumalak, the network is for bestemshe")
        self.assertFalse(out[1].exists())

        params = net.initial(net.Shape(), 1)
        q = export_net.quantise(params, net.Shape(), "togyzkumalak", 800, "")
        q.scale = -5
        out[1].write_bytes(export_net.to_bytes(q))
        self.assertIn(f"{out[1]}: the output scale is -5", self.fails(export_net, "--check", out[1]))
        params["b3"] = params["b3"] + np.nan
        with self.assertRaisesRegex(export_net.NetError, "b3 does not fit"):
            export_net.quantise(params, net.Shape(), "togyzkumalak", 800, "")

    def test_a_journal_that_is_none(self):
        journal = self.path / "journal"
        for content in (b"{}\n", b"\xff}\n", b"{x}\n"):
            journal.write_bytes(content)
            line = self.fails(tempo_suite, self.data, "--out", self.path / "suite", "--journal", journal)
            self.assertEqual(line, f"error: {journal}: this is no journal of proofs")
            self.assertEqual(journal.read_bytes(), content)


if __name__ == "__main__":
    unittest.main()
