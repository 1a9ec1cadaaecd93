"""Packages that only some environments need: what is missing is named, with the command that installs it."""


def missing(what: str, packages: str, extra: str) -> ImportError:
    """That packages are missing, and how to get them."""
    return ImportError(f"{what} needs {packages}; install it with `pip install 'rheinlaender[{extra}]'`.")
