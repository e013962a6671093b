"""What the command lines of these scripts share: ranges of arguments, one line for an error."""

import argparse
import math
import sys

import files


def whole(least, most=None, step=1):
    """An argparse type: whole numbers from `least` to `most`, multiples of `step`."""
    limits = f"from {least} to {most}" if most is not None else f"of at least {least}"
    multiple = f", a multiple of {step}" if step > 1 else ""

    def parse(text):
        try:
            value = int(text)
            good = least <= value <= (value if most is None else most) and value % step == 0
        except ValueError:
            good = False
        if not good:
            raise argparse.ArgumentTypeError(f"expected a whole number {limits}{multiple}, not '{text}'")
        return value

    return parse


def number(least, most=math.inf):
    """An argparse type: finite numbers from `least` to `most`."""
    limits = f"from {least:g} to {most:g}" if most < math.inf else f"of at least {least:g}"

    def parse(text):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not (least <= value <= most and math.isfinite(value)):
            raise argparse.ArgumentTypeError(f"expected a number {limits}, not '{text}'")
        return value

    return parse


SEED = whole(0, 2**32 - 1)


def run(main, stopped="stopped"):
    """Runs a script, whose exit status `main` returns; what files cause and Ctrl-C end it with one line."""
    try:
        sys.exit(main())
    except (files.FileError, OSError) as error:
        sys.exit(f"error: {error}")
    except KeyboardInterrupt:
        sys.exit(stopped)
