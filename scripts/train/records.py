"""Reader of self-play files, the format of `src/selfplay/format.rs` and `src/selfplay/record.rs`.

    data = load(["data/gen1.tzd"])       # Data: records, game, variant
    view = mover_view(data.records)      # the same from the side to move

Run as a script it prints what files hold:  python records.py FILE...
"""

import argparse
import dataclasses
import mmap
import os
import struct
import sys
import zlib

import numpy as np

import cli
import files

MAGIC = b"TUZDATA\0"
VERSION = 1
HEADER = struct.Struct("<8sIIQQ24s24sI8xI")
BLOCK = struct.Struct("<4sIII")
GAME = np.dtype([("number", "<u8"), ("records", "<u4")])
RECORD = np.dtype(
    [
        ("pits", "u1", (2, 9)),  # South, North
        ("kazans", "u1", 2),
        ("tuzdiks", "u1", 2),  # number of the pit that South owns, that North owns; 0: none
        ("side", "u1"),  # 0: South to move
        ("result", "u1"),  # for the side to move: 0 loss, 1 draw, 2 win
        ("score", "<i2"),  # for the side to move, hundredths of a ball; |score| >= PROVEN: a proof
        ("ply", "<u2"),
        ("best", "u1"),
        ("flags", "u1"),
        ("depth", "u1"),
        ("zero", "u1"),
    ]
)
PROVEN = 31_000 - 400
CAPTURE, AFTER_RANDOM, PROVEN_FLAG, RANDOM_PLAYED = 1, 2, 4, 8
NOISY = CAPTURE | AFTER_RANDOM
# A whole block is smaller than this.
TAIL = 1 << 20
# Pits a side, where it is not nine.
PITS = {"bestemshe": 5, "qozdatu": 7, "mangala-free": 7}


class DataError(files.FileError):
    """A file that is no self-play data or is damaged; the message names it."""


@dataclasses.dataclass
class Data:
    """Records of one or several files of the same game."""

    records: np.ndarray  # of RECORD
    game: np.ndarray  # for each record an id of its game, the same for no other file
    variant: str

    @property
    def pits(self) -> int:
        return PITS.get(self.variant, 9)

    @property
    def balls(self) -> int:
        first = self.records[0]
        return int(first["pits"].sum()) + int(first["kazans"].sum())

    def where(self, mask) -> "Data":
        return Data(self.records[mask], self.game[mask], self.variant)


@dataclasses.dataclass
class View:
    """Positions from the mover's side: index 0 is the mover, 1 the opponent."""

    pits: np.ndarray  # (n, 2, 9)
    kazans: np.ndarray  # (n, 2)
    tuzdiks: np.ndarray  # (n, 2), numbers as in RECORD


def read_header(path, content) -> dict:
    if len(content) < HEADER.size or content[:8] != MAGIC:
        raise DataError(f"{path}: this is no self-play data")
    _, version, size, nodes, seed, variant, engine, network, crc = HEADER.unpack_from(content)
    if version != VERSION:
        raise DataError(f"{path}: format version {version}, this script reads version {VERSION}")
    if zlib.crc32(content[: HEADER.size - 4]) != crc or size != HEADER.size:
        raise DataError(f"{path}: the header is damaged")
    text = lambda field: field.rstrip(b"\0").decode(errors="replace")
    return {"variant": text(variant), "engine": text(engine), "nodes": nodes, "seed": seed, "network": network}


def read_blocks(path, content):
    """Yields (games, records) of each block. A cut off last block, as a run that goes on has, is left out."""
    at = HEADER.size
    while at < len(content):
        damaged = DataError(f"{path}: the block at byte {at} is damaged")
        cut_off = f"warning: {path}: the last {len(content) - at} bytes are no whole block and are left out"
        if at + BLOCK.size > len(content):
            print(cut_off, file=sys.stderr)
            return
        magic, games, records, crc = BLOCK.unpack_from(content, at)
        if magic != b"TZBL":
            raise damaged
        table = at + BLOCK.size
        body = table + games * GAME.itemsize
        end = body + records * RECORD.itemsize
        if end > len(content) and len(content) - at <= TAIL:
            print(cut_off, file=sys.stderr)
            return
        if end > len(content):
            raise damaged
        if zlib.crc32(memoryview(content)[table:end], zlib.crc32(content[at + 4 : at + 12])) != crc:
            raise damaged
        yield np.frombuffer(content, GAME, games, table), np.frombuffer(content, RECORD, records, body)
        at = end


def load(paths, limit=None) -> Data:
    """Reads files, the first `limit` records or so of them all if given."""
    records, games, variant, total = [], [], None, 0
    for index, path in enumerate(paths):
        if os.stat(path).st_size == 0:  # nor can it be mapped; that of a device or a pipe is 0 too
            raise DataError(f"{path}: this is no self-play data")
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            header = read_header(path, content)
            if variant not in (None, header["variant"]):
                raise DataError(f"{path}: a file of {header['variant']}, the others are of {variant}")
            variant = header["variant"]
            for table, block in read_blocks(path, content):
                records.append(block.copy())
                ids = table["number"].astype(np.int64) + (index << 40)
                games.append(np.repeat(ids, table["records"]))
                total += len(block)
                del table, block  # they point into the map, which is closed next
                if limit is not None and total >= limit:
                    break
        if limit is not None and total >= limit:
            break
    if not total:
        raise DataError(f"{', '.join(map(str, paths))}: no complete block of records")
    return Data(np.concatenate(records)[:limit], np.concatenate(games)[:limit], variant)


def split(data, share=0.1, seed=0):
    """Splits by game, so that no game is in both parts: (training, validation). Neither is empty."""
    mixed = (data.game + seed * 7_919).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    held = (mixed >> np.uint64(32)).astype(np.float64) / 2**32 < share
    if held.all() or not held.any():
        raise DataError("the data has too few games to hold some back for validation; give more")
    return data.where(~held), data.where(held)


def mover_view(records) -> View:
    north = records["side"] == 1
    turn = lambda pair: np.where(north.reshape((-1,) + (1,) * (pair.ndim - 1)), pair[:, ::-1], pair)
    return View(turn(records["pits"]), turn(records["kazans"]), turn(records["tuzdiks"]))


def summary(paths) -> str:
    data = load(paths)
    r = data.records
    games = len(np.unique(data.game))
    settled = np.abs(r["score"].astype(int)) < PROVEN
    share = lambda mask: f"{100 * np.mean(mask):.1f} %"
    return "\n".join(
        [
            f"{data.variant}: {games} games, {len(r)} positions",
            f"results for the side to move: {np.bincount(r['result'], minlength=3).tolist()} (loss, draw, win)",
            f"mean |score| {np.abs(r['score'][settled].astype(float)).mean():.1f}, proven {share(~settled)}, "
            f"noisy {share(r['flags'] & NOISY != 0)}, mean depth {r['depth'].mean():.2f}",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description="Prints what self-play files hold.")
    parser.add_argument("files", nargs="+", help="self-play data of one game")
    print(summary(parser.parse_args().files))


if __name__ == "__main__":
    cli.run(main)
