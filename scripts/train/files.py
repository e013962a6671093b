"""Files of these scripts: written whole or not at all, and the error of those that cannot be used."""

import os
import stat


class FileError(Exception):
    """A file that is not what was expected or is damaged; the message names it."""


def replace(path, content):
    """Writes bytes under a temporary name in the same folder, then renames.

    A link stays one and what it names is replaced; what is no regular file, such as a pipe or a device,
    is written into. Raises OSError, which names `path`; an old file then stays.
    """
    try:
        if is_regular(path):
            rename_over(os.path.realpath(path), content)
        else:
            with open(path, "wb") as file:
                file.write(content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def is_regular(path) -> bool:
    """Whether this is a regular file, or nothing yet."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return True


def rename_over(target, content):
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise
