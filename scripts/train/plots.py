"""Pictures of a training run."""

import io

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

import files


def save(figure, path):
    """Writes a figure as PNG."""
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=120)
    plt.close(figure)
    files.replace(path, picture.getvalue())


def loss(history, path):
    """Training and validation loss by epoch. `history` has a dict for each epoch."""
    epochs = [h["epoch"] for h in history]
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout="constrained")
    left.plot(epochs, [h["train_loss"] for h in history], label="training")
    left.plot(epochs, [h["loss"] for h in history], label="validation")
    left.set(xlabel="epoch", ylabel="loss against the target", title="Loss")
    left.legend()
    right.plot(epochs, [h["squared"] for h in history], label="network")
    right.axhline(history[-1]["search_squared"], linestyle=":", color="grey", label="search that made the data")
    right.set(xlabel="epoch", ylabel="mean squared error", title="Against results, validation")
    right.legend()
    save(figure, path)


def reliability(predicted, actual, bins=10):
    """For bins of equal width: (mean prediction, mean outcome, count) of those that hold something."""
    index = np.minimum((predicted * bins).astype(int), bins - 1)
    count = np.bincount(index, minlength=bins)
    some = count > 0
    mean = lambda values: np.bincount(index, values, bins)[some] / count[some]
    return mean(predicted), mean(actual), count[some]


def calibration(predicted, actual, groups, path, bins=10):
    """Predicted against real score, for all positions and for each named subset (a mask)."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.5), layout="constrained")
    left.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    for name, mask in {"all": slice(None), **groups}.items():
        if np.size(predicted[mask]) == 0:
            continue
        x, y, _ = reliability(predicted[mask], actual[mask], bins)
        left.plot(x, y, marker="o", markersize=3, linewidth=1, label=name)
    left.set(xlabel="predicted score", ylabel="real score", title="Calibration, validation", aspect="equal")
    left.legend()
    right.hist(predicted, bins=40)
    right.set(xlabel="predicted score", ylabel="positions", title="Predictions")
    save(figure, path)
