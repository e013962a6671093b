"""The state of a training run on disk: weights, optimiser, place in the data, history."""

import dataclasses
import json
import os
import pathlib

import jax
import numpy as np

import net

NAME = "checkpoint.npz"


@dataclasses.dataclass
class Saved:
    """A checkpoint. The optimiser's state is a flat list of its arrays."""

    shape: net.Shape
    params: dict
    optimiser: list
    meta: dict  # plain data: variant, score_scale, config, epoch, step, losses, history


def save(folder, shape, params, optimiser, meta):
    """Writes a checkpoint whole or not at all."""
    arrays = {f"params.{key}": np.asarray(value) for key, value in params.items()}
    for i, leaf in enumerate(jax.tree.leaves(optimiser)):
        arrays[f"optimiser.{i}"] = np.asarray(leaf)
    arrays["meta"] = np.array(json.dumps({**meta, "shape": dataclasses.asdict(shape)}))
    temporary = pathlib.Path(folder, NAME + ".tmp")
    with open(temporary, "wb") as file:
        np.savez(file, **arrays)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, pathlib.Path(folder, NAME))


def exists(folder) -> bool:
    return pathlib.Path(folder, NAME).exists()


def load(folder) -> Saved:
    with np.load(pathlib.Path(folder, NAME)) as file:
        meta = json.loads(str(file["meta"]))
        params = {k.removeprefix("params."): file[k] for k in file if k.startswith("params.")}
        count = sum(k.startswith("optimiser.") for k in file)
        optimiser = [file[f"optimiser.{i}"] for i in range(count)]
    return Saved(net.Shape(**meta.pop("shape")), params, optimiser, meta)
