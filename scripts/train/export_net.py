"""Quantises a trained network and writes it to a file, or checks such a file.

File format, version 1, little endian:

    bytes     content
    0..8      "TUZNET" and two zero bytes
    8..12     format version, u32
    12..16    bytes of this header, u32: 160
    16..40    name of the game, padded with zero bytes
    40..44    columns of the first layer, u32: 680 (net.py says what they mean)
    44..48    width of the first layer, u32
    48..52    hidden units, u32
    52..56    buckets, u32
    56..60    perspectives, u32: 1 or 2
    60..64    balls of the game, u32; bucket = min(balls in pits * buckets / balls, buckets - 1)
    64..68    four shifts, u8 each: s1 s2 s3 s4, see below
    68..72    output scale, i32, above 0: hundredths of a ball for a logit of 1
    72..136   note, text padded with zero bytes
    136..160  0
    then the weights, without padding:
      w1  i16 [columns][width]                        scale 2^s1
      b1  i16 [width]                                 scale 2^s1
      w2  i16 [buckets][hidden][perspectives * width] scale 2^s2
      b2  i32 [buckets][hidden]                       scale 2^(s1 + s2)
      w3  i16 [buckets][hidden]                       scale 2^s4
      b3  i32 [buckets]                               scale 2^(s3 + s4)
    last 4    CRC-32 of all bytes before, u32

Evaluation, all integer; `>>` rounds towards minus infinity:

    a1[i]  = clamp(b1 + sum of the 22 active w1 columns, 0, 2^s1)     fits i16 for every position
    z2[h]  = b2 + sum a1 * w2                                         fits i32
    a2[h]  = clamp((z2 + 2^(s1 + s2 - s3 - 1)) >> (s1 + s2 - s3), 0, 2^s3)
    out    = b3 + sum a2 * w3                                         fits i32
    score  = (out * output scale + 2^(s3 + s4 - 1)) >> (s3 + s4)      in i64

With two perspectives a1 is the mover's view followed by the other side's.

    python export_net.py runs/gen1 --out tuzdik.net [--vectors vectors.json --data FILE]
    python export_net.py --check tuzdik.net
"""

import argparse
import dataclasses
import json
import pathlib
import struct
import zlib

import numpy as np

import cli
import files
import net
import records

MAGIC = b"TUZNET\0\0"
VERSION = 1
HEADER = struct.Struct("<8sII24sIIIIII4Bi64s24x")
SHIFTS = (10, 10, 10, 10)  # s1 s2 s3 s4
MAX_SCALE = 2**31 - 1


class NetError(files.FileError):
    """A file that is no network or is damaged, or a network that cannot be quantised."""


@dataclasses.dataclass
class Quantised:
    """A network in integers, as in the file."""

    variant: str
    shape: net.Shape
    shifts: tuple
    scale: int
    note: str
    w1: np.ndarray
    b1: np.ndarray
    w2: np.ndarray
    b2: np.ndarray
    w3: np.ndarray
    b3: np.ndarray


def layout(shape):
    """Name, type and size of each array in the file."""
    inner = shape.width * shape.perspectives
    return [
        ("w1", "<i2", (net.COLUMNS, shape.width)),
        ("b1", "<i2", (shape.width,)),
        ("w2", "<i2", (shape.buckets, shape.hidden, inner)),
        ("b2", "<i4", (shape.buckets, shape.hidden)),
        ("w3", "<i2", (shape.buckets, shape.hidden)),
        ("b3", "<i4", (shape.buckets,)),
    ]


def quantise(params, shape, variant, scale, note) -> Quantised:
    s1, s2, s3, s4 = SHIFTS
    values = {
        "w1": (np.asarray(net.first_weights(params)), s1),
        "b1": (np.asarray(params["b1"]), s1),
        "w2": (np.clip(np.asarray(params["w2"]), -net.W2_LIMIT, net.W2_LIMIT).transpose(0, 2, 1), s2),
        "b2": (np.asarray(params["b2"]), s1 + s2),
        "w3": (np.asarray(params["w3"]), s4),
        "b3": (np.asarray(params["b3"]), s3 + s4),
    }
    arrays = {}
    for name, kind, size in layout(shape):
        value, shift = values[name]
        whole = np.round(value.astype(np.float64) * 2**shift)
        limits = np.iinfo(kind)
        if not (limits.min <= whole.min() and whole.max() <= limits.max):  # nor if they are no numbers
            raise NetError(f"{name} does not fit into {limits.bits} bits")
        assert whole.shape == size
        arrays[name] = whole.astype(kind)
    quantised = Quantised(variant, shape, SHIFTS, scale, note, **arrays)
    check_supported(quantised)
    check_sums(quantised)
    return quantised


def check_supported(q):
    """Fails if the engine would not read the network, whatever its weights."""
    s1, s2, s3, _ = q.shifts
    if not q.shape.supported:
        raise NetError(f"the engine reads no networks of this shape: {q.shape}")
    if not all(1 <= s <= 14 for s in q.shifts) or s1 + s2 <= s3:
        raise NetError(f"the engine reads no networks of the shifts {q.shifts}")
    if not 1 <= q.scale <= MAX_SCALE:
        raise NetError(f"the output scale is {q.scale}, expected 1 to {MAX_SCALE}")


def check_sums(q):
    """Fails if the sums could overflow for any position."""
    s1, _, s3, _ = q.shifts
    groups = np.split(q.w1.astype(np.int64), net.OFFSETS[1:])
    highest = q.b1 + sum(g.max(axis=0) for g in groups)
    lowest = q.b1 + sum(g.min(axis=0) for g in groups)
    # Partial sums too, in any order: every group counts with its extremes or not at all.
    highest = np.maximum(highest, q.b1 + sum(np.maximum(g.max(axis=0), 0) for g in groups))
    lowest = np.minimum(lowest, q.b1 + sum(np.minimum(g.min(axis=0), 0) for g in groups))
    if highest.max() > 32767 or lowest.min() < -32768:
        raise NetError("the first layer's sums do not fit into 16 bits")
    second = np.abs(q.w2.astype(np.int64)).sum(axis=2) * 2**s1 + np.abs(q.b2.astype(np.int64))
    third = np.abs(q.w3.astype(np.int64)).sum(axis=1) * 2**s3 + np.abs(q.b3.astype(np.int64))
    if max(second.max(), third.max()) >= 2**31 - 2**20:
        raise NetError("the sums of the second or third layer do not fit into 32 bits")


def evaluate(q, raw):
    """Scores of packed records, (n, 32) bytes, in integer arithmetic."""
    s1, s2, s3, s4 = q.shifts
    views = []
    for view in range(q.shape.perspectives):
        index = np.asarray(net.columns(raw, view))
        views.append(q.b1.astype(np.int64) + sum(q.w1[i].astype(np.int64) for i in index))
    a1 = np.clip(np.concatenate(views, axis=1), 0, 2**s1)
    bucket = np.asarray(net.bucket(raw, q.shape))
    out = np.empty(len(raw), np.int64)
    for b in range(q.shape.buckets):
        here = bucket == b
        z2 = q.b2[b] + a1[here] @ q.w2[b].astype(np.int64).T
        shift = s1 + s2 - s3
        a2 = np.clip((z2 + 2 ** (shift - 1)) >> shift, 0, 2**s3)
        out[here] = q.b3[b] + a2 @ q.w3[b].astype(np.int64)
    return (out * q.scale + 2 ** (s3 + s4 - 1)) >> (s3 + s4)


def to_bytes(q) -> bytes:
    s = q.shape
    header = HEADER.pack(
        MAGIC, VERSION, HEADER.size, q.variant.encode(), net.COLUMNS, s.width, s.hidden, s.buckets,
        s.perspectives, s.balls, *q.shifts, q.scale, q.note.encode()[:64],
    )  # fmt: skip
    body = b"".join(getattr(q, name).astype(kind).tobytes() for name, kind, _ in layout(s))
    return header + body + struct.pack("<I", zlib.crc32(header + body))


def from_bytes(content, name) -> Quantised:
    if content[:8] != MAGIC:
        raise NetError(f"{name}: this is no network")
    if len(content) < HEADER.size + 4 or struct.unpack("<I", content[-4:])[0] != zlib.crc32(content[:-4]):
        raise NetError(f"{name}: the file is damaged")
    fields = HEADER.unpack_from(content)
    if fields[1] != VERSION:
        raise NetError(f"{name}: format version {fields[1]}, this script reads version {VERSION}")
    variant, columns, width, hidden, buckets, perspectives, balls = fields[3:10]
    shape = net.Shape(width, hidden, buckets, perspectives, balls=balls)
    at, arrays = HEADER.size, {}
    for key, kind, size in layout(shape):
        count = int(np.prod(size))
        if columns != net.COLUMNS or at + count * np.dtype(kind).itemsize > len(content) - 4:
            raise NetError(f"{name}: the header does not fit the content")
        arrays[key] = np.frombuffer(content, kind, count, at).reshape(size)
        at += count * np.dtype(kind).itemsize
    if at != len(content) - 4:
        raise NetError(f"{name}: the header does not fit the content")
    text = lambda field: field.rstrip(b"\0").decode(errors="replace")
    return Quantised(text(variant), shape, fields[10:14], fields[14], text(fields[15]), **arrays)


def vectors(q, params, shape, raw) -> str:
    """Positions with their scores, for tests of other implementations."""
    scores, exact = evaluate(q, raw), np.asarray(net.logits(params, shape, raw)) * q.scale
    cases = [
        {"record": bytes(r).hex(), "score": int(s), "float": round(float(e), 2)}
        for r, s, e in zip(raw, scores, exact)
    ]
    return json.dumps({"variant": q.variant, "cases": cases}, indent=0) + "\n"


def difference(q, params, shape, raw) -> str:
    exact = np.asarray(net.logits(params, shape, raw)) * q.scale
    apart = np.abs(evaluate(q, raw) - exact)
    return f"quantised against exact over {len(raw)} positions: mean {apart.mean():.2f}, largest {apart.max():.2f} hundredths of a ball"


def sample(path, variant):
    """Packed records of a file of this game."""
    data = records.load([path], 1_000_000)
    if data.variant != variant:
        raise records.DataError(f"{path}: a file of {data.variant}, the network is for {variant}")
    some = np.random.default_rng(0).choice(len(data.records), min(len(data.records), 20_000), replace=False)
    return data.records[np.sort(some)].view(np.uint8).reshape(-1, 32)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("run", nargs="?", type=pathlib.Path, help="folder of a training run")
    parser.add_argument("--out", type=pathlib.Path, help="file to write")
    parser.add_argument("--scale", type=cli.whole(1, MAX_SCALE), help="output scale; default: the run's score scale")
    parser.add_argument("--note", default="", help="text of up to 64 bytes kept in the file")
    parser.add_argument("--data", type=pathlib.Path, help="self-play data to compare on")
    parser.add_argument("--vectors", type=pathlib.Path, help="write 200 positions of the data with their scores")
    parser.add_argument("--check", type=pathlib.Path, metavar="NET", help="check a file and say what it is")
    args = parser.parse_args()
    if args.check:
        q = from_bytes(args.check.read_bytes(), args.check)
        try:
            check_supported(q)
            check_sums(q)
        except NetError as error:
            raise NetError(f"{args.check}: {error}") from error
        print(f"{args.check}: {q.variant}, {q.shape}, shifts {q.shifts}, output scale {q.scale}, {q.note}")
        return
    if not args.run or not args.out or (args.vectors and not args.data):
        parser.error("expected RUN and --out FILE (and --data FILE with --vectors), or --check NET")
    import checkpoints

    saved = checkpoints.load(args.run)
    shape, variant = saved.shape, saved.meta["variant"]
    raw = sample(args.data, variant) if args.data else None
    q = quantise(saved.params, shape, variant, args.scale or round(saved.meta["score_scale"]), args.note)
    content = to_bytes(q)
    files.replace(args.out, content)
    print(f"{args.out}: {len(content)} bytes")
    if args.data:
        print(difference(q, saved.params, shape, raw))
    if args.vectors:
        few = raw[:: max(1, len(raw) // 200)][:200]
        files.replace(args.vectors, vectors(q, saved.params, shape, few).encode())


if __name__ == "__main__":
    cli.run(main)
