"""Rules of pages, as they run before anything is written: in a way that Ctrl-C and a limit end.

A function in C or in JavaScript may never return.  So what asks it does it in a thread: whoever
waits is awake, and goes on without it.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from graphgame.errors import GraphGameError, shown_path

if TYPE_CHECKING:
    from collections.abc import Callable

_T = TypeVar("_T")
# Seconds that the rule has for what is asked of it before anything is written, and between two
# looks for a signal.
PATIENCE, _PAUSE = 120.0, 0.05
# Runs a script of a rule, then answers a line with a function and codes by a line of JSON.
_ASKED = """\
const { readSync, writeSync } = require("fs");
const text = require("fs").readFileSync(process.argv[2], "utf8");
const say = (answer) => writeSync(1, JSON.stringify(answer) + "\\n");
const plain = (value) => (typeof value === "bigint" ? String(value) : value);
console.log = console.info = console.debug = () => {};
try {
  require("vm").runInThisContext(text, { filename: process.argv[3] });
  say([null, Object.keys(globalThis.graphgameRule)]);
} catch (error) {
  say([String(error)]);
}
const chunk = Buffer.alloc(1 << 16);
let waiting = "";
for (;;) {
  const size = readSync(0, chunk);
  if (!size) break;
  waiting += chunk.toString("utf8", 0, size);
  const lines = waiting.split("\\n");
  waiting = lines.pop();
  for (const line of lines) {
    const [name, ...codes] = line.split(" ");
    try {
      const found = globalThis.graphgameRule[name](...codes.map(BigInt));
      say([null, name === "options" ? Array.from(found, (x) => String(BigInt(x))) : plain(found)]);
    } catch (error) {
      say([String(error)]);
    }
  }
}
"""


def attended(ask: Callable[[], _T], name: str, patience: float | None = None) -> _T:
    """Call a function that asks a rule, and return what it returns.

    Parameters
    ----------
    ask : callable
    name : str
        The file of the rule.
    patience : float, optional
        Seconds that it has.

    Raises
    ------
    GraphGameError
        If it takes longer.
    KeyboardInterrupt
        At Ctrl-C, whatever the rule does; a rule in C goes on until the process ends.
    """
    found: list[_T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            found.append(ask())
        except BaseException as error:  # noqa: BLE001 -- it is raised where it is waited for
            raised.append(error)

    thread = threading.Thread(target=run, name="rule of a page", daemon=True)
    thread.start()
    left = patience
    while thread.is_alive() and (left is None or left > 0):
        thread.join(_PAUSE)
        left = None if left is None else left - _PAUSE
    if raised:
        raise raised[0]
    if not found:
        raise GraphGameError(
            f"{shown_path(name)}: expected a rule that answers within {patience:g} s, got none; "
            "one of its functions may never return"
        )
    return found[0]


class Script:
    """A rule in JavaScript that node runs, in a process of its own.

    Parameters
    ----------
    node : str
        The program.
    name : str
        The file of the rule.
    text : str
        The script, as the page has it.
    """

    def __init__(self, node: str, name: str, text: str) -> None:
        self.name = name
        self._folder = tempfile.TemporaryDirectory()
        harness, script = (Path(self._folder.name, x) for x in ("asked.cjs", "rule.js"))
        harness.write_text(_ASKED, encoding="utf-8")
        script.write_text(text, encoding="utf-8")
        kept = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
        self._process = subprocess.Popen(  # noqa: S603 -- node, found on the PATH
            [node, str(harness), str(script), Path(name).name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=kept,
        )

    def begin(self) -> None:
        """Wait until the script has run.

        Raises
        ------
        GraphGameError
            If it ends in an error.
        """
        self._read(shown_path(self.name))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._folder.cleanup()

    def function(self, name: str) -> Callable[..., Any]:
        """Return a function of the rule, from codes to what it returns; large integers as text."""

        def ask(*codes: int) -> Any:
            place = f"{shown_path(self.name)}: {name}({', '.join(map(str, codes))})"
            with suppress(OSError):
                assert self._process.stdin is not None
                self._process.stdin.write(f"{name} {' '.join(map(str, codes))}\n".encode())
                self._process.stdin.flush()
            return self._read(place)

        return ask

    def _read(self, place: str) -> Any:
        """Return the next answer, or refuse the error that it is."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        error, *found = json.loads(line) if line else ["node has ended"]
        if error is not None:
            raise GraphGameError(f"{place}: expected an answer, got from node: {error[:300]}")
        return found[0] if found else None
