"""Trains the evaluation network on self-play data.

    python train_net.py data/gen1.tzd --run runs/gen1 --epochs 12
    python export_net.py runs/gen1 --out gen1.net --data data/gen1.tzd

The target is lambda * sigmoid(score / score scale) + (1 - lambda) * result; where the move played
was random it is the score alone. A run keeps a checkpoint in its folder and goes on from it when the
same command is given again. Every epoch it prints the validation loss and draws loss.png and
calibration.png there. Games are split between training and validation. A seed fixes everything.
"""

import argparse
import dataclasses
import hashlib
import json
import pathlib
import queue
import sys
import threading
import time

import jax
import jax.numpy as jnp
import numpy as np
import optax
from scipy.special import expit

import checkpoints
import cli
import net
import plots
import records
from tune_handcrafted import fit_scale


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    width = cli.whole(net.WIDTH_STEP, net.MAX_INNER, net.WIDTH_STEP)
    hidden = cli.whole(net.HIDDEN_STEP, net.MAX_HIDDEN, net.HIDDEN_STEP)
    parser.add_argument("files", nargs="+", help="self-play data of one game")
    parser.add_argument("--run", type=pathlib.Path, required=True, help="folder of this run")
    parser.add_argument("--width", type=width, default=64, help="units of the first layer, a multiple of 32")
    parser.add_argument("--hidden", type=hidden, default=16, help="units of the second layer, a multiple of 16")
    parser.add_argument(
        "--buckets", type=cli.whole(1, net.MAX_BUCKETS), default=1, help="sets of output weights, by balls left"
    )
    parser.add_argument("--perspectives", type=int, choices=(1, 2), default=1, help="views of the first layer")
    parser.add_argument("--factorised", action="store_true", help="share part of the pit weights by count")
    parser.add_argument("--epochs", type=cli.whole(1), default=12)
    parser.add_argument("--batch", type=cli.whole(1), default=16384)
    parser.add_argument(
        "--rate", type=cli.number(1e-9, 10), default=2e-3, help="highest learning rate; it falls to 0 as a cosine"
    )
    parser.add_argument("--decay", type=cli.number(0), default=1e-4, help="weight decay")
    parser.add_argument(
        "--lambda", dest="mix", type=cli.number(0, 1), default=0.6, help="share of the score in the target"
    )
    parser.add_argument("--score-scale", type=cli.number(1, 1e6), help="default: fitted to the results")
    parser.add_argument("--loss", choices=("log", "squared"), default="squared")
    parser.add_argument("--quiet-only", action="store_true", help="leave out noisy positions")
    parser.add_argument("--limit", type=cli.whole(1), help="read so many positions only")
    parser.add_argument("--seed", type=cli.SEED, default=1)
    parser.add_argument("--init", type=pathlib.Path, help="begin with the weights of this finished run")
    parser.add_argument(
        "--save-every", type=cli.number(0), default=5, help="minutes between checkpoints inside an epoch"
    )
    args = parser.parse_args()
    if args.width * args.perspectives > net.MAX_INNER:
        parser.error(f"argument --width: expected at most {net.MAX_INNER // 2} with two perspectives")
    return args


def packed(data):
    return data.records.view(np.uint8).reshape(-1, 32)


def loss_of(kind, logit, target):
    if kind == "log":
        return jnp.mean(jnp.logaddexp(0, logit) - target * logit)
    return jnp.mean((jax.nn.sigmoid(logit) - target) ** 2)


def target_of(raw, mix, score_scale):
    score = jax.lax.bitcast_convert_type(raw[:, 24:26], jnp.int16).astype(jnp.float32)
    by_score, result = jax.nn.sigmoid(score / score_scale), raw[:, 23].astype(jnp.float32) / 2
    mix = jnp.where(raw[:, 29] & records.RANDOM_PLAYED, 1.0, mix)
    return mix * by_score + (1 - mix) * result


class Trainer:
    """The compiled steps of one configuration."""

    def __init__(self, args, shape, steps, score_scale):
        schedule = optax.warmup_cosine_decay_schedule(0, args.rate, min(500, steps // 10), steps)
        decayed = lambda params: {key: key[0] == "w" for key in params}
        self.optimiser = optax.adamw(schedule, weight_decay=args.decay, mask=decayed)
        self.shape = shape

        def loss(params, raw):
            return loss_of(args.loss, net.logits(params, shape, raw), target_of(raw, args.mix, score_scale))

        def step(params, state, raw):
            value, gradient = jax.value_and_grad(loss)(params, raw)
            updates, state = self.optimiser.update(gradient, state, params)
            return optax.apply_updates(params, updates), state, value

        self.step = jax.jit(step, donate_argnums=(0, 1))
        self.validate = jax.jit(lambda params, raw: (loss(params, raw), net.logits(params, shape, raw)))

    def predict(self, params, raw, batch=65536):
        """(loss, predicted scores) of many positions."""
        total, predicted = 0.0, []
        for at in range(0, len(raw), batch):
            part = raw[at : at + batch]
            value, logit = self.validate(params, part)
            total += float(value) * len(part)
            predicted.append(expit(np.asarray(logit, np.float64)))
        return total / len(raw), np.concatenate(predicted)


def batches(raw, size, seed, epoch, skip):
    """Yields the batches of an epoch from number `skip` on; a thread gathers them ahead."""
    order = np.random.default_rng([seed, epoch]).permutation(len(raw))
    ready = queue.Queue(maxsize=4)
    over = threading.Event()

    def gather():
        for at in range(skip * size, len(raw) - size + 1, size):
            item = raw[order[at : at + size]]
            while not over.is_set():
                try:
                    ready.put(item, timeout=0.5)
                    break
                except queue.Full:
                    pass
            if over.is_set():
                return
        ready.put(None)

    threading.Thread(target=gather, daemon=True).start()
    try:
        while (item := ready.get()) is not None:
            yield item
    finally:
        over.set()


def config_of(args) -> dict:
    """What must not change between the parts of a run."""
    config = {k: v for k, v in vars(args).items() if k not in ("run", "save_every", "init")}
    return json.loads(json.dumps(config))


def phases(raw, balls):
    left = raw[:, :18].sum(axis=1, dtype=np.int32) / balls
    return {"opening": left > 0.7, "middle": (left <= 0.7) & (left > 0.35), "endgame": left <= 0.35}


@dataclasses.dataclass
class Material:
    """What a run learns from: packed records to train and to validate."""

    raw: np.ndarray
    held: np.ndarray
    variant: str
    balls: int
    score_scale: float

    @property
    def held_result(self):
        return self.held[:, 23] / 2

    @property
    def search_squared(self) -> float:
        """Mean squared error of the data's own search scores against results."""
        score = self.held.view(records.RECORD)["score"][:, 0]
        return float(np.mean((expit(score / self.score_scale) - self.held_result) ** 2))

    def digest(self) -> str:
        """Tells whether two runs have the same data."""
        return hashlib.sha256(self.raw[:: max(1, len(self.raw) // 4096)].tobytes()).hexdigest()[:16]


def read_material(args) -> Material:
    data = records.load(args.files, args.limit)
    if args.quiet_only:
        data = data.where(data.records["flags"] & records.NOISY == 0)
    train, held = records.split(data, seed=args.seed)
    if len(train.records) < args.batch:
        sys.exit(
            f"error: the data has {len(train.records)} positions to train, fewer than one batch; "
            "give more data or a smaller --batch"
        )
    some = train.records[:2_000_000]
    score_scale = args.score_scale or fit_scale(some["score"].astype(float), some["result"] / 2)
    return Material(packed(train), packed(held), data.variant, data.balls, score_scale)


@dataclasses.dataclass
class State:
    """Where a run stands."""

    params: dict
    optimiser: tuple
    epoch: int
    step: int  # batches done in this epoch
    losses: list  # of these batches
    history: list

    def place(self) -> dict:
        """What a checkpoint keeps of it besides the arrays."""
        losses = [float(loss) for loss in self.losses]
        return {"epoch": self.epoch, "step": self.step, "losses": losses, "history": self.history}


def begin(args, trainer, shape, meta) -> State:
    """The state to go on from: the run's checkpoint, or fresh weights."""
    if checkpoints.exists(args.run):
        saved = checkpoints.load(args.run)
        if any(saved.meta[key] != meta[key] for key in ("config", "content")):
            sys.exit(f"error: {args.run} holds a run with other settings or data; give another --run")
        params = jax.tree.map(jnp.asarray, saved.params)
        structure = jax.tree.structure(trainer.optimiser.init(params))
        optimiser = jax.tree.unflatten(structure, [jnp.asarray(a) for a in saved.optimiser])
        epoch, step, history = (saved.meta[key] for key in ("epoch", "step", "history"))
        state = State(params, optimiser, epoch, step, saved.meta.get("losses", []), history)
        print(f"going on at epoch {state.epoch + 1}, step {state.step}")
        return state
    params = net.initial(shape, args.seed)
    if args.init:
        first = checkpoints.load(args.init)
        if first.shape != shape:
            sys.exit(f"error: {args.init} has another shape: {first.shape}")
        params = jax.tree.map(jnp.asarray, first.params)
    return State(params, trainer.optimiser.init(params), 0, 0, [], [])


def train_epoch(args, trainer, material, state, save) -> tuple:
    """Trains the rest of an epoch: (mean loss of all its batches, positions a second)."""
    start = last_save = time.monotonic()
    before = state.step
    for item in batches(material.raw, args.batch, args.seed, state.epoch, state.step):
        state.params, state.optimiser, value = trainer.step(state.params, state.optimiser, item)
        state.losses.append(value)
        state.step += 1
        if time.monotonic() - last_save > 60 * args.save_every:
            save()
            last_save = time.monotonic()
    mean = float(jnp.mean(jnp.array(state.losses, jnp.float32)))
    return mean, (state.step - before) * args.batch / (time.monotonic() - start)


def main():
    args = arguments()
    material = read_material(args)
    print(
        f"{material.variant}: {len(material.raw)} positions to train, {len(material.held)} to validate, "
        f"score scale {material.score_scale:.1f}"
    )
    shape = net.Shape(args.width, args.hidden, args.buckets, args.perspectives, args.factorised, material.balls)
    steps = len(material.raw) // args.batch * args.epochs
    trainer = Trainer(args, shape, steps, material.score_scale)
    meta = {
        "variant": material.variant,
        "score_scale": material.score_scale,
        "config": config_of(args),
        "content": material.digest(),
    }
    state = begin(args, trainer, shape, meta)
    args.run.mkdir(parents=True, exist_ok=True)

    def save():
        checkpoints.save(args.run, shape, state.params, state.optimiser, {**meta, **state.place()})

    search_squared = material.search_squared
    while state.epoch < args.epochs:
        train_loss, rate = train_epoch(args, trainer, material, state, save)
        held_loss, predicted = trainer.predict(state.params, material.held)
        squared = float(np.mean((predicted - material.held_result) ** 2))
        state.epoch, state.step, state.losses = state.epoch + 1, 0, []
        state.history.append(
            {
                "epoch": state.epoch,
                "train_loss": train_loss,
                "loss": held_loss,
                "squared": squared,
                "search_squared": search_squared,
            }
        )
        print(
            f"epoch {state.epoch}/{args.epochs}: loss {train_loss:.5f}, validation {held_loss:.5f}; squared error "
            f"against results {squared:.5f} (search {search_squared:.5f}); {rate:.0f} positions/s",
            flush=True,
        )
        save()
        plots.loss(state.history, args.run / "loss.png")
        groups = phases(material.held, material.balls)
        plots.calibration(predicted, material.held_result, groups, args.run / "calibration.png")

    _, predicted = trainer.predict(state.params, material.held)
    x, y, _ = plots.reliability(predicted, material.held_result)
    print("predicted " + " ".join(f"{v:.3f}" for v in x))
    print("real      " + " ".join(f"{v:.3f}" for v in y))


if __name__ == "__main__":
    cli.run(main, "stopped; the same command goes on from the last checkpoint")
