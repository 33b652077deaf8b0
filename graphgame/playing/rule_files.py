"""Rules that go into a page of a published game: a file in C or in JavaScript, with its functions.

In C they have the shapes of compiled rules, and those that write text take a place for it::

    int64_t options(int64_t code, int64_t *found, int64_t room, void *data)
    int64_t preset(int64_t code, void *data)
    int64_t preset_remoteness(int64_t code, void *data)
    int64_t canonical(int64_t code, void *data)
    int64_t turn(int64_t code, void *data)
    int64_t board(int64_t code, char *text, int64_t room, void *data)
    int64_t move_name(int64_t code, int64_t option, char *text, int64_t room, void *data)

In JavaScript they have the same names, take codes as BigInt, and return what they find.  Where node
is installed, it runs them before anything is written; what is written is the same without it.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from graphgame.errors import GraphGameError, shown_path
from graphgame.playing.published_rules import Script

# What a rule may have; all but the first may be missing.
FUNCTIONS = (
    *("options", "preset", "preset_remoteness", "canonical"),
    *("turn", "board", "move_name"),
)
# The longest text of a board or a move.
_LONGEST = 1 << 16
# What `preset` returns where there is none.
_NO_PRESET = 2
# The largest file of a rule, and seconds that a compiler has, and a library to be loaded.
_MOST, _PATIENCE, _LOADING = 1 << 20, 120, 20
# What begins a function at the top of a script.
_DECLARED = r"(?m)^(?:function +|(?:const|let|var) +){name}\b"
_EXPORTED = re.compile(r"(?m)^(?:export|import)\b.*")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_MARKUP = re.compile(r"<(?:!--|/?script)", re.IGNORECASE)
_WEB = (
    *("--target=wasm32", "-O2", "-nostdlib", "-mbulk-memory", "-fvisibility=default"),
    *("-Wl,--no-entry", "-Wl,--strip-all", "-Wl,-z,stack-size=262144"),
    *("-Wl,--export=__heap_base", "-Wl,--export-if-defined=__wasm_call_ctors"),
    *(f"-Wl,--export-if-defined={name}" for name in FUNCTIONS),
)
# A module begins with these bytes and its version, 1.
_MODULE = b"\0asm\x01\0\0\0"


class RuleFile(NamedTuple):
    """A rule for a page.

    Attributes
    ----------
    path : str
    script : str or None
        A script that puts the functions of a rule in JavaScript where the page finds them.
    module : bytes or None
        The WebAssembly that a rule in C has become.
    library : ctypes.CDLL or None
        The same rule in C for this machine.
    functions : frozenset of str
        Those that it has, of `FUNCTIONS`.
    running : Script or None
        The same rule in JavaScript, run by node where that is installed.
    """

    path: str
    script: str | None
    module: bytes | None
    library: ctypes.CDLL | None
    functions: frozenset[str]
    running: Script | None = None

    @property
    def can_be_asked(self) -> bool:
        """Whether this machine can run the rule."""
        return self.library is not None or self.running is not None

    def begin(self) -> None:
        """Run a script, so that its functions can be asked."""
        if self.running is not None:
            self.running.begin()

    def close(self) -> None:
        """End what runs the rule in a process of its own."""
        if self.running is not None:
            self.running.close()

    def as_rule(self, *, symmetric: bool) -> tuple[dict[str, Any], Any]:
        """Return `options` and its presets by their names, and `canonical` of a symmetric game."""
        if self.running is not None:
            return _in_python(self.running, self.functions, symmetric=symmetric)
        names = "options", "preset", "preset_remoteness"
        found = {name: function for name in names if (function := self.function(name)) is not None}
        return found, self.function("canonical") if symmetric else None

    def function(self, name: str) -> object:
        """Return a function of the rule in C for this machine; None where there is none."""
        return getattr(self.library, name) if name in self.functions and self.library else None

    def board(self) -> Callable[[int], str] | None:
        """Return the function from a code to its board; None where this machine cannot ask it."""
        if self.running is not None and "board" in self.functions:
            ask = self.running.function("board")
            return lambda code: str(ask(code))
        asked = self.function("board")
        if asked is None:
            return None
        asked.argtypes = [ctypes.c_int64, ctypes.c_char_p, ctypes.c_int64, ctypes.c_void_p]  # type: ignore[attr-defined]
        asked.restype = ctypes.c_int64  # type: ignore[attr-defined]

        def board(code: int) -> str:
            text = ctypes.create_string_buffer(_LONGEST)
            size: int = asked(code, text, _LONGEST, None)  # type: ignore[operator]
            if not 0 <= size <= _LONGEST:
                raise GraphGameError(
                    f"board({code}): expected the bytes of a text, at most {_LONGEST}, got {size}"
                )
            return text.raw[:size].decode("utf-8", "replace")

        return board


def read_rule_file(path: str | os.PathLike[str]) -> RuleFile:
    """Read a rule in C, which is compiled by clang, or in JavaScript.

    Raises
    ------
    GraphGameError
        If the name ends with neither ``.c`` nor ``.js``, there is no function `options`, the
        compiler is missing, or it refuses the file.
    OSError
        If the file cannot be read.
    """
    name = os.fspath(path)
    kind = Path(name).suffix
    if kind not in (".c", ".js"):
        raise GraphGameError(
            f"page: expected a rule in C or in JavaScript, FILE.c or FILE.js, got {name!r}"
        )
    with open(name, "rb") as file:
        content = file.read(_MOST + 1)
    if len(content) > _MOST:
        raise GraphGameError(f"{shown_path(name)}: expected at most {_MOST} bytes, got more")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise GraphGameError(f"{shown_path(name)}: expected UTF-8, got {error}") from None
    rule = _script(name, text) if kind == ".js" else _compiled(name, text)
    if "options" not in rule.functions:
        raise GraphGameError(
            f"{shown_path(name)}: expected a function `options` at the top of the file, neither "
            "exported nor async, got none"
        )
    node = shutil.which("node") if rule.script else None
    if node is None:
        return rule
    return rule._replace(running=Script(node, name, rule.script or ""))


def _in_python(
    script: Script, functions: frozenset[str], *, symmetric: bool
) -> tuple[dict[str, Any], Any]:
    """Return the functions of a script as those of a rule in Python."""
    listed, canonical = script.function("options"), script.function("canonical")
    outcome, ends = script.function("preset"), script.function("preset_remoteness")

    def preset(code: int) -> Any:
        found = int(outcome(code))
        if found == _NO_PRESET:
            return None
        far = int(ends(code)) if found and "preset_remoteness" in functions else 0
        return (found, far) if far else found

    rule: dict[str, Any] = {"options": lambda code: [*map(int, listed(code))]}
    if "preset" in functions:
        rule["preset"] = preset
    return rule, (lambda code: int(canonical(code))) if symmetric else None


def _script(name: str, text: str) -> RuleFile:
    """Return a rule in JavaScript, whose functions stand at the top of the file."""
    if found := _MARKUP.search(text):
        raise GraphGameError(
            f"{shown_path(name)}: expected a script without {found[0]!r}, which would end it in a "
            "page; write the sign < apart from what follows"
        )
    if "\0" in text:
        raise GraphGameError(f"{shown_path(name)}: expected a script, got a text with a NUL")
    # A browser reads line ends so, before it compares the script with its checksum.
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    code = _COMMENT.sub("", text)
    if found := _EXPORTED.search(code):
        raise GraphGameError(
            f"{shown_path(name)}: expected a script, which is no module, got {found[0][:60]!r}; a "
            "page finds the functions at the top by their names: take the word away"
        )
    functions = frozenset(x for x in FUNCTIONS if re.search(_DECLARED.format(name=x), code))
    listed = ", ".join(x for x in FUNCTIONS if x in functions)
    begin = '"use strict";\nglobalThis.graphgameRule = (() => {\n'
    script = f"{begin}{text}\nreturn {{ {listed} }};\n}})();\n"
    return RuleFile(name, script, None, None, functions)


def _compiled(name: str, text: str) -> RuleFile:
    """Return a rule in C as WebAssembly, and compiled for this machine."""
    clang = shutil.which("clang")
    if clang is None or shutil.which("wasm-ld") is None:
        raise GraphGameError(
            f"page: expected the compiler clang and the linker wasm-ld for {shown_path(name)}, got "
            "none on the PATH; install them (on Debian: apt-get install clang lld), or give the "
            "rule in JavaScript"
        )
    with tempfile.TemporaryDirectory() as folder:
        source, module, library = (Path(folder, f"rule.{end}") for end in ("c", "wasm", "so"))
        source.write_text(text, encoding="utf-8")
        for options, made in (_WEB, module), (("-O2", "-shared", "-fPIC"), library):
            expected = "C for a page, without functions of a library"
            _run(name, [clang, str(source), *options, "-o", str(made)], expected, _PATIENCE)
        # First in a process that can be ended: C runs constructors when it loads a library.
        load = [sys.executable, "-ISc", f"import ctypes; ctypes.CDLL({str(library)!r})"]
        _run(name, load, "constructors that return", _LOADING)
        content, loaded = module.read_bytes(), ctypes.CDLL(str(library))
    if not content.startswith(_MODULE):
        raise GraphGameError(f"{shown_path(name)}: expected a module from clang, got none")
    functions = frozenset(x for x in FUNCTIONS if hasattr(loaded, x))
    return RuleFile(name, None, content, loaded, functions)


def _run(name: str, command: list[str], expected: str, seconds: float) -> None:
    """Run the compiler, or what it has made; say in one sentence what goes wrong."""
    # Preloaded sanitizers are for the kernels, not for the compiler.
    kept = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    try:
        done = subprocess.run(  # noqa: S603 -- clang, found on the PATH, and this Python
            command, capture_output=True, text=True, env=kept, timeout=seconds, check=False
        )
        if not done.returncode:
            return
        lines = [x for x in done.stderr.splitlines() if "error" in x]
        said = f"an end with status {done.returncode}"
        if lines:
            said = lines[0].replace(command[1], name).strip()
            said = f"from {Path(command[0]).name}: {said[:300]}"
    except subprocess.TimeoutExpired:
        said = f"nothing within {seconds:g} s"
    except OSError as error:
        said = str(error)
    raise GraphGameError(f"{shown_path(name)}: expected {expected}, got {said}")
