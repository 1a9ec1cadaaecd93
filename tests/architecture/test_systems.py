"""Linux, macOS and Windows: what cannot be run here is held by what the sources say and by their rules of names."""

import ast
import subprocess
from pathlib import Path, PureWindowsPath

import pytest

from tests.architecture.test_layers import imports, modules, outside_functions

ROOT = Path(__file__).parents[2]
POSIX_MODULES = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "select", "syslog", "termios", "tty"}
POSIX_NAMES = {
    "os": {"fork", "forkpty", "getpgid", "getuid", "geteuid", "killpg", "nice", "setsid", "mkfifo", "uname"},
    "signal": {"SIGHUP", "SIGKILL", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGPIPE", "SIGALRM", "pthread_sigmask", "alarm"},
}
GUARDS = ("os.name", "sys.platform", "hasattr(", "getattr(")
"""What a function asks before it uses what some systems do not have."""
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(1, 10))}
FORBIDDEN = set('<>:"|?*\\')
LONGEST = 120
"""A path of the project has fewer letters, so that with the folder it lies in Windows takes it."""
TEXT_CALLS = {"open", "read_text", "write_text"}


def tracked() -> list[str]:
    """The files of the project."""
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    return listed.stdout.splitlines() or pytest.skip("this is no checkout")


@pytest.mark.parametrize("path", modules())
def test_no_module_needs_posix(path: str) -> None:
    """What only POSIX has is imported where it is used, after a question whether it is there."""
    needed = {name.split(".")[0] for name in imports(outside_functions(modules()[path]))}
    assert not needed & POSIX_MODULES


@pytest.mark.parametrize("path", modules())
def test_names_of_posix_are_asked_for(path: str) -> None:
    """A function that uses what only POSIX has asks before."""
    for function in ast.walk(modules()[path]):
        if isinstance(function, ast.FunctionDef):
            used = {node for node in ast.walk(function) if isinstance(node, ast.Attribute)}
            named = {ast.unparse(node) for node in used if isinstance(node.value, ast.Name)}
            posix = {
                name for name in named for room, of in POSIX_NAMES.items() if name in {f"{room}.{one}" for one in of}
            }
            assert not posix or any(guard in ast.unparse(function) for guard in GUARDS), (function.name, posix)


@pytest.mark.parametrize("path", modules())
def test_texts_say_how_they_are_encoded(path: str) -> None:
    """No file is read or written in the encoding that a system happens to have."""
    for call in ast.walk(modules()[path]):
        if isinstance(call, ast.Call) and name_of(call) in TEXT_CALLS and is_text(call):
            given = {keyword.arg for keyword in call.keywords}
            assert "encoding" in given, f"{path}:{call.lineno} {ast.unparse(call)}"


def name_of(call: ast.Call) -> str:
    """What is called: the function `open`, or a method of a path."""
    if isinstance(call.func, ast.Name):
        return call.func.id if call.func.id == "open" else ""
    if not isinstance(call.func, ast.Attribute):
        return ""
    is_file = call.func.attr != "open" or (bool(call.args) and is_mode(call.args[0]))
    return call.func.attr if is_file else ""


def is_mode(argument: ast.expr) -> bool:
    return (
        isinstance(argument, ast.Constant) and isinstance(argument.value, str) and set(argument.value) <= set("rwabx+t")
    )


def is_text(call: ast.Call) -> bool:
    """Whether a call opens a text that is written or read, and not bytes."""
    modes = [argument.value for argument in call.args if is_mode(argument) and isinstance(argument, ast.Constant)]
    return not any("b" in str(mode) for mode in modes) and ast.unparse(call) != "path.open('a')"


def test_names_of_files_are_for_every_system() -> None:
    """No name is reserved on Windows, too long, or differs from another only by the size of its letters."""
    paths = tracked()
    assert len({path.casefold() for path in paths}) == len(paths)
    for path in paths:
        parts = PureWindowsPath(path).parts
        assert not any(part.split(".")[0].casefold() in RESERVED or part.endswith((".", " ")) for part in parts), path
        assert not FORBIDDEN & set(path) and len(path) < LONGEST and path.isascii(), path
