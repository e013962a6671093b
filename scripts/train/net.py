"""The evaluation network: inputs, shape, forward pass (JAX).

Inputs are one-hot groups seen by one side ("me"), 680 columns of which 22 are active:

    column          group
    0 + 32 i + n    my pit i + 1 holds n balls (31: 31 or more)
    288 + 32 i + n  the other side's pit, likewise
    576 + k         my kazan holds 2 k or 2 k + 1 balls (41: 82 or more)
    618 + k         the other kazan
    660 + t         my tuzdik is in pit t of the other side (0: none)
    670 + t         the other side's tuzdik

A first layer sums the columns' weight vectors (`width` units, clipped to 0..1), from the mover's view
or with the same weights from both views, the mover's first; then `hidden` units, clipped to 0..1; then
one output, the logit of the mover's expected result. The last two layers may have several sets of
weights ("buckets"), chosen by the balls that are left in the pits.
"""

import dataclasses

import jax
import jax.numpy as jnp
import numpy as np

OFFSETS = np.array(
    [32 * i for i in range(18)] + [576, 618, 660, 670], dtype=np.int32
)
COLUMNS = 680
# What the engine reads, of src/eval/network/layers.rs; MAX_INNER is of perspectives * width.
WIDTH_STEP, HIDDEN_STEP = 32, 16
MAX_INNER, MAX_HIDDEN, MAX_BUCKETS = 1024, 64, 32
W1_LIMIT, W2_LIMIT = 1.4, 31.0  # so that quantised weights and sums fit; see export_net.py


@dataclasses.dataclass(frozen=True)
class Shape:
    """The shape of a network."""

    width: int = 64
    hidden: int = 16
    buckets: int = 1
    perspectives: int = 1  # 1: the mover's view only, 2: both views
    factorised: bool = False  # train pit columns as (side, count) parts shared by all pits plus a rest
    balls: int = 162  # of the game

    @property
    def supported(self) -> bool:
        """Whether the engine reads networks of this shape."""
        whole = lambda n, step, most: n in range(step, most + 1, step)
        return (
            self.perspectives in (1, 2)
            and whole(self.width, WIDTH_STEP, MAX_INNER // self.perspectives)
            and whole(self.hidden, HIDDEN_STEP, MAX_HIDDEN)
            and whole(self.buckets, 1, MAX_BUCKETS)
        )


def initial(shape: Shape, seed: int) -> dict:
    keys = jax.random.split(jax.random.key(seed), 3)
    uniform = lambda key, size, fan: jax.random.uniform(key, size, minval=-1, maxval=1) * (1 / fan) ** 0.5
    inner = shape.width * shape.perspectives
    params = {
        "w1": uniform(keys[0], (COLUMNS, shape.width), 22),
        "b1": jnp.full(shape.width, 0.5),
        "w2": uniform(keys[1], (shape.buckets, inner, shape.hidden), inner),
        "b2": jnp.full((shape.buckets, shape.hidden), 0.25),
        "w3": uniform(keys[2], (shape.buckets, shape.hidden), shape.hidden),
        "b3": jnp.zeros(shape.buckets),
    }
    if shape.factorised:
        params["shared"] = jnp.zeros((2, 32, shape.width))
    return params


def first_weights(params: dict):
    """The first layer's effective weights, shared parts added."""
    w1 = jnp.asarray(params["w1"])
    if "shared" in params:
        pits = jnp.repeat(jnp.asarray(params["shared"])[:, None], 9, axis=1).reshape(576, -1)
        w1 = w1.at[:576].add(pits)
    return jnp.clip(w1, -W1_LIMIT, W1_LIMIT)


def columns(raw, view):
    """The 22 active columns, (22, n), of packed records, (n, 32) bytes; view 0 is the mover's."""
    flip = (raw[:, 22] ^ view).astype(bool)[:, None]
    turn = lambda a, b: (jnp.where(flip, b, a), jnp.where(flip, a, b))
    parts = [*turn(raw[:, 0:9], raw[:, 9:18])]
    parts = [jnp.minimum(p, 31) for p in parts]
    parts += [jnp.minimum(k // 2, 41) for k in turn(raw[:, 18:19], raw[:, 19:20])]
    parts += turn(raw[:, 20:21], raw[:, 21:22])
    return jnp.concatenate(parts, axis=1).T.astype(jnp.int32) + OFFSETS[:, None]


def bucket(raw, shape: Shape):
    """Which set of output weights a position uses: 0 with few balls left in the pits."""
    left = raw[:, :18].astype(jnp.int32).sum(axis=1)
    return jnp.minimum(left * shape.buckets // shape.balls, shape.buckets - 1)


def logits(params: dict, shape: Shape, raw):
    """The logit of the mover's expected result for packed records, (n, 32) bytes."""
    w1 = first_weights(params)

    def accumulate(view):
        # One column a step: seven times as fast on a CPU as one gather of all 22, gradient included.
        add = lambda acc, index: (acc + w1[index], None)
        start = jnp.broadcast_to(params["b1"], (raw.shape[0], shape.width))
        return jax.lax.scan(add, start, columns(raw, view))[0]

    inner = jnp.concatenate([accumulate(view) for view in range(shape.perspectives)], axis=1)
    inner = jnp.clip(inner, 0, 1)
    w2 = jnp.clip(params["w2"], -W2_LIMIT, W2_LIMIT)
    hidden = jnp.clip(jnp.einsum("ni,bih->nbh", inner, w2) + params["b2"], 0, 1)
    outputs = jnp.einsum("nbh,bh->nb", hidden, params["w3"]) + params["b3"]
    return jnp.take_along_axis(outputs, bucket(raw, shape)[:, None], axis=1)[:, 0]
