"""Write machines as programs in Python and in C: a function that takes a step."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgame.synthesis.aiger_text import circuit


def python(machine: Any, reads: list[str], says: list[str], *, leads: bool) -> str:
    """Return a class whose method `step` takes the names that hold and returns those it says."""
    gates, following, said = _lines(machine, reads, leads, "not {}", "{} and {}")
    lines = [
        '"""A machine that graphgame made."""',
        "",
        "",
        "class Machine:",
        f'    """Reads some of {reads!r}, and says some of {says!r}."""',
        "",
        "    def __init__(self):",
        f"        self.state = [False] * {len(following)}",
        "",
        "    def step(self, letter):",
        '        """Take a step: return the names that the machine says to those that hold."""',
        *(f"        i{k} = {name!r} in letter" for k, name in enumerate(reads)),
        *(f"        l{k} = self.state[{k}]" for k in range(len(following))),
        *(f"        {line}" for line in gates),
        f"        self.state = [{', '.join(following)}]",
        f"        said = [{', '.join(said)}]",
        f"        return [name for name, holds in zip({says!r}, said) if holds]",
    ]
    return _constants("\n".join(lines), "False", "True") + "\n"


def c(machine: Any, reads: list[str], says: list[str], *, leads: bool) -> str:
    """Return a header with a struct and a function that takes a step."""
    gates, following, said = _lines(machine, reads, leads, "!{}", "{} && {}")
    lines = [
        "/* A machine that graphgame made.",
        " *",
        *(f" * in[{k}]: {_quoted(name)}" for k, name in enumerate(reads)),
        *(f" * out[{k}]: {_quoted(name)}" for k, name in enumerate(says)),
        " *",
        " * Each is 0 or 1.  A machine that is all zero is in its first state.",
        " */",
        f"typedef struct {{ unsigned char state[{max(len(following), 1)}]; }} machine;",
        "",
        "static void machine_step(machine *m, const unsigned char *in, unsigned char *out)",
        "{",
        *(f"    const unsigned char i{k} = in[{k}];" for k in range(len(reads))),
        *(f"    const unsigned char l{k} = m->state[{k}];" for k in range(len(following))),
        *(f"    const unsigned char {line};" for line in gates),
        *(f"    m->state[{k}] = {text};" for k, text in enumerate(following)),
        *(f"    out[{k}] = {text};" for k, text in enumerate(said)),
        *(f"    (void)i{k};" for k in range(len(reads))),
        *(f"    (void)l{k};" for k in range(len(following))),
        "    (void)m; (void)in; (void)out;",
        "}",
    ]
    return _constants("\n".join(lines), "0", "1") + "\n"


# What stands for the constants until all lines are made.
_FALSE, _TRUE = "\0f", "\0t"


def _constants(text: str, false: str, true: str) -> str:
    return text.replace(_FALSE, false).replace(_TRUE, true)


def _quoted(name: str) -> str:
    """Return a name in a comment, which it cannot end."""
    return repr(name).replace("*/", "* /").replace("\\", "/")


def _lines(
    machine: Any, reads: list[str], leads: bool, negation: str, conjunction: str
) -> tuple[list[str], list[str], list[str]]:
    """Return a line for each gate, and what latches and outputs become."""
    sides, following, said = circuit(machine, len(reads), leads=leads)
    names = ["", *(f"i{k}" for k in range(len(reads))), *(f"l{k}" for k in range(len(following)))]
    pairs = np.asarray(sides).reshape(-1, 2).tolist()
    names += [f"g{k}" for k in range(len(pairs))]

    def text(literal: int) -> str:
        if literal < 2:
            return _TRUE if literal else _FALSE
        name = names[literal >> 1]
        return negation.format(name) if literal & 1 else name

    gates = [f"g{k} = {conjunction.format(text(a), text(b))}" for k, (a, b) in enumerate(pairs)]
    return gates, [*map(text, following)], [*map(text, said)]
