"""The state of a training run on disk: weights, optimiser, place in the data, history."""

import dataclasses
import io
import json
import pathlib

import jax
import numpy as np

import files
import net

NAME = "checkpoint.npz"
META = {"variant", "score_scale", "config", "content", "epoch", "step", "history"}


class CheckpointError(files.FileError):
    """A file that is no checkpoint or is damaged."""


@dataclasses.dataclass
class Saved:
    """A checkpoint. The optimiser's state is a flat list of its arrays."""

    shape: net.Shape
    params: dict
    optimiser: list
    meta: dict  # plain data by the names in META, and losses: those of the epoch's steps so far


def save(folder, shape, params, optimiser, meta):
    """Writes a checkpoint whole or not at all."""
    arrays = {f"params.{key}": np.asarray(value) for key, value in params.items()}
    for i, leaf in enumerate(jax.tree.leaves(optimiser)):
        arrays[f"optimiser.{i}"] = np.asarray(leaf)
    arrays["meta"] = np.array(json.dumps({**meta, "shape": dataclasses.asdict(shape)}))
    content = io.BytesIO()
    np.savez(content, **arrays)
    files.replace(pathlib.Path(folder, NAME), content.getvalue())


def exists(folder) -> bool:
    return pathlib.Path(folder, NAME).exists()


def load(folder) -> Saved:
    path = pathlib.Path(folder, NAME)
    content = path.read_bytes()
    try:
        return parse(content)
    except Exception as error:  # of many kinds: numpy, zipfile, zlib and json have their own
        raise CheckpointError(f"{path}: this is no checkpoint, or it is damaged") from error


def parse(content) -> Saved:
    with np.load(io.BytesIO(content)) as file:
        meta = json.loads(str(file["meta"]))
        params = {k.removeprefix("params."): file[k] for k in file if k.startswith("params.")}
        count = sum(k.startswith("optimiser.") for k in file)
        optimiser = [file[f"optimiser.{i}"] for i in range(count)]
    shape = net.Shape(**meta.pop("shape"))
    expected = {key: value.shape for key, value in jax.eval_shape(lambda: net.initial(shape, 0)).items()}
    if {key: value.shape for key, value in params.items()} != expected or not META <= meta.keys():
        raise ValueError("parts are missing")
    return Saved(shape, params, optimiser, meta)
