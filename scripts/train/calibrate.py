"""Fits the chances of winning, drawing and losing to self-play results, or checks them.

    python calibrate.py data/gen1.tzd                           # the constants of one game in src/search/wdl.rs
    python calibrate.py --check 767 84 data/other.tzd           # how well they predict other games

The model is that of wdl.rs: win = 1 / (1 + exp((band - score) / scale)), loss likewise with the score
turned round, draw the rest. Scores are those of the searches in the data; proven ones count nothing,
nor do positions where the move played was random, as the result then says less. The check puts
positions into ten bins by predicted result and compares with the real mean of each.
"""

import argparse

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

import cli
import plots
import records


def usable(paths):
    """Scores and results (0, 1/2, 1) of the positions that count."""
    r = records.load(paths).records
    score = r["score"].astype(np.float64)
    keep = (np.abs(score) < records.PROVEN) & (r["flags"] & records.RANDOM_PLAYED == 0)
    if not keep.any():
        raise records.DataError(f"{', '.join(map(str, paths))}: no position that counts")
    return score[keep], r["result"][keep] / 2


def chances(score, scale, band):
    """Chances of winning and of losing."""
    return expit((score - band) / scale), expit((-score - band) / scale)


def fit(score, result):
    """The most likely scale and band, in hundredths of a ball."""

    def cost(logs):
        scale, band = np.exp(logs)
        win, loss = chances(score, scale, band)
        chosen = np.choose((2 * result).astype(int), [loss, 1 - win - loss, win])
        return -np.mean(np.log(np.maximum(chosen, 1e-9)))

    return np.exp(minimize(cost, np.log([800.0, 80.0]), method="Nelder-Mead").x)


def report(score, result, scale, band) -> float:
    """Prints the bins; the mean difference over them."""
    win, loss = chances(score, scale, band)
    rows = list(zip(*plots.reliability(win + (1 - win - loss) / 2, result)))
    print("predicted    real  difference   positions")
    for predicted, real, count in rows:
        print(f"{predicted:9.4f}{real:8.4f}{real - predicted:+12.4f}{count:12}")
    return float(np.mean([abs(real - predicted) for predicted, real, _ in rows]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("files", nargs="+", help="self-play data")
    parser.add_argument("--check", nargs=2, type=cli.number(0), metavar=("SCALE", "BAND"), help="constants to check")
    args = parser.parse_args()
    if args.check and args.check[0] == 0:
        parser.error("argument --check: expected a SCALE above 0")
    score, result = usable(args.files)
    scale, band = args.check or fit(score, result)
    if not args.check:
        print(f"scale {scale:.1f}, draw_band {band:.1f}")
    mean = report(score, result, scale, band)
    print(f"mean difference {mean:.4f} over {len(score)} positions")
    return 0 if mean < 0.02 else 1


if __name__ == "__main__":
    cli.run(main)
