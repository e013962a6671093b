"""Fits the tables of the hand-crafted evaluation to self-play data.

The evaluation is a margin in balls, the kazan difference plus tables over the pits and a few more
features (features.py), and the chance of winning is sigmoid(margin / scale). Logistic regression on
    lambda * sigmoid(score / score scale) + (1 - lambda) * result
with a penalty on differences between neighbouring ball counts, phases and table sets, minimised with
L-BFGS; games are split between training and validation.

    python tune_handcrafted.py data/gen0.tzd --out tables.rs
"""

import argparse
import pathlib
import shutil
import subprocess
import sys

import numpy as np
from scipy import optimize, sparse
from scipy.special import expit

import cli
import features
import files
import records


def group_names(text) -> list:
    """An argparse type: different names of feature groups, or none."""
    names = [name for name in text.split(",") if name]
    if len(set(names)) < len(names) or not features.GROUPS.keys() >= set(names):
        raise argparse.ArgumentTypeError(f"expected different ones of {','.join(features.GROUPS)}, not '{text}'")
    return names


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", help="self-play data of one game")
    parser.add_argument("--out", type=pathlib.Path, help="Rust source file for the tables")
    parser.add_argument(
        "--lambda", dest="mix", type=cli.number(0, 1), default=0.6, help="share of the score in the target"
    )
    parser.add_argument("--smooth", type=cli.number(0), default=50, help="weight of the penalty, in positions")
    parser.add_argument("--quiet-only", action="store_true", help="leave out noisy positions")
    every = ",".join(features.GROUPS)
    parser.add_argument("--groups", type=group_names, default=every, help="of features; default: %(default)s")
    parser.add_argument("--limit", type=cli.whole(1), default=2_000_000, help="read so many positions only")
    parser.add_argument("--seed", type=cli.SEED, default=0, help="of the split")
    return parser.parse_args()


def fit_scale(score, result) -> float:
    """The scale with which sigmoid(score / scale) predicts results best, by log loss."""
    loss = lambda log_scale: log_loss(expit(score / np.exp(log_scale)), result)
    return float(np.exp(optimize.minimize_scalar(loss, bounds=(2, 9), method="bounded").x))


def log_loss(predicted, target) -> float:
    p = np.clip(predicted, 1e-9, 1 - 1e-9)
    return float(-np.mean(target * np.log(p) + (1 - target) * np.log(1 - p)))


def penalty(layout):
    """A matrix D; the penalty of weights w is |D w|^2."""
    index = np.arange(layout.tuzdik).reshape(2, features.PHASES, 9, features.COUNTS)
    pairs = [
        (index[..., 1:], index[..., :-1], 1.0),
        (index[..., 2:], index[..., :-2], 1.0),  # even counts are captured: parity is a neighbour too
        (index[:, 1], index[:, 0], 0.3),
        (index[1], index[0], 0.3),
    ]
    blocks = []
    for a, b, strength in pairs:
        rows, ones = np.arange(a.size), np.full(a.size, np.sqrt(strength))
        for column, sign in ((a, 1), (b, -1)):
            blocks.append(sparse.csr_matrix((sign * ones, (rows, column.ravel())), (a.size, layout.size)))
        blocks[-2:] = [blocks[-2] + blocks[-1]]
    small = np.full(layout.size, 0.05)
    small[layout.kazan] = 0
    return sparse.vstack([*blocks, sparse.diags(small)]).tocsr()


def fit(layout, x, target, smooth):
    """Weights in logits."""
    # Columns of large values are scaled down for the search: it takes a third of the steps then.
    n = x.shape[0]
    scale = 1 / np.maximum(1, np.sqrt(x.power(2).sum(axis=0).A1 / n))
    x = (x @ sparse.diags(scale)).tocsr()
    d, xt = penalty(layout) @ sparse.diags(scale), x.T.tocsr()

    def loss(w):
        logit = x @ w
        # log(1 + exp(z)) - t z, without overflow.
        value = np.mean(np.logaddexp(0, logit) - target * logit)
        dw = d @ w
        gradient = xt @ (expit(logit) - target) / n + 2 * smooth / n * (d.T @ dw)
        return value + smooth / n * float(dw @ dw), gradient

    options = {"maxiter": 500, "maxcor": 20, "ftol": 1e-8}
    done = optimize.minimize(loss, np.zeros(layout.size), jac=True, method="L-BFGS-B", options=options)
    print(f"fitted in {done.nit} steps, loss {done.fun:.5f}")
    return done.x * scale


def rust_array(values) -> str:
    if np.ndim(values) == 0:
        return str(int(values))
    return "[" + ", ".join(rust_array(v) for v in values) + "]"


def rust_source(layout, tables, scale, data, note) -> str:
    pits, tuzdik = layout.pit_table(tables), layout.tuzdik_table(tables)
    lines = [
        f"//! Tables of the hand-crafted evaluation for {data.variant}, in hundredths of a ball.",
        "//!",
        f"//! Fitted by `scripts/train/tune_handcrafted.py` ({note}).",
        "//! Phase 0 has all balls in the pits, phase 1 all in the kazans; between them values are mixed.",
        "",
        "/// Worth of a pit to its owner, `[set][phase][pit index][balls, 31 at most]`; set 0 while the",
        "/// opponent has no tuzdik, set 1 afterwards.",
        f"pub static PITS: [[[[i16; {features.COUNTS}]; 9]; 2]; 2] = {rust_array(pits)};",
        "",
        "/// Worth of a tuzdik to its owner, `[phase][pit index]`.",
        f"pub static TUZDIK: [[i16; 9]; 2] = {rust_array(tuzdik)};",
    ]
    for name, values in zip(layout.extras, layout.extra_table(tables)):
        doc = name.lower().replace("_", " ")
        lines += ["", f"/// Weight of one unit of the feature \"{doc}\", by phase."]
        lines += [f"pub const {name}: [i16; 2] = {rust_array(values)};"]
    return "\n".join(lines) + "\n"


def formatted(source) -> str:
    """Rust source as rustfmt has it, if that is there."""
    if not shutil.which("rustfmt"):
        return source
    command = ["rustfmt", "--edition", "2024", "--config", "max_width=100"]
    done = subprocess.run(command, input=source, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout if done.returncode == 0 else source


def main():
    args = arguments()
    data = records.load(args.files, args.limit)
    everything = len(data.records)
    keep = data.records["flags"] & records.RANDOM_PLAYED == 0
    if args.quiet_only:
        keep &= data.records["flags"] & records.NOISY == 0
    data = data.where(keep)
    train, held = records.split(data, seed=args.seed)
    print(f"{data.variant}: {everything} positions, {len(train.records)} to train, {len(held.records)} to validate")

    score = [part.records["score"].astype(np.float64) for part in (train, held)]
    result = [part.records["result"] / 2.0 for part in (train, held)]
    score_scale = fit_scale(score[0], result[0])
    target = args.mix * expit(score[0] / score_scale) + (1 - args.mix) * result[0]

    views = [records.mover_view(part.records) for part in (train, held)]
    layout, x = features.matrix(views[0], train, args.groups)
    weights = fit(layout, x, target, args.smooth)
    if weights[layout.kazan] == 0:
        sys.exit("error: the results do not depend on the kazans; give more data")
    # The margin counts a ball of kazan difference as 100, or as -100 where the smaller kazan wins.
    sign = np.sign(weights[layout.kazan])
    scale = 100 / abs(weights[layout.kazan])
    tables = np.round(weights * scale)

    _, y = features.matrix(views[1], held, args.groups)
    kazan = sign * 100 * np.asarray(y[:, layout.kazan].todense()).ravel()
    kazan_scale = fit_scale(sign * 100 * np.asarray(x[:, layout.kazan].todense()).ravel(), result[0])
    rows = [
        ("kazan difference", expit(kazan / kazan_scale), kazan_scale),
        ("tables", expit(y @ weights), scale),
        ("tables, rounded", expit(y @ tables / scale), scale),
        ("search score", expit(score[1] / score_scale), score_scale),
    ]
    print(f"{'against results, validation':<30}{'scale':>8}{'squared error':>15}{'log loss':>10}")
    for name, predicted, its_scale in rows:
        squared = np.mean((predicted - result[1]) ** 2)
        print(f"{name:<30}{its_scale:>8.1f}{squared:>15.4f}{log_loss(predicted, result[1]):>10.4f}")
    for name, values in zip(layout.extras, layout.extra_table(tables)):
        print(f"{name.lower():<30}{values[0]:>8.0f}{values[1]:>8.0f}")
    worth = layout.tuzdik_table(tables)
    print(f"tuzdik by pit, opening {worth[0].astype(int).tolist()}, endgame {worth[1].astype(int).tolist()}")
    if np.abs(tables).max() > np.iinfo(np.int16).max:
        sys.exit("error: a table value does not fit into 16 bits; give more data or a larger --smooth")
    if args.out:
        note = f"{len(train.records)} positions, lambda {args.mix}, smooth {args.smooth:g}, scale {scale:.0f}"
        files.replace(args.out, formatted(rust_source(layout, tables, scale, data, note)).encode())


if __name__ == "__main__":
    cli.run(main)
