"""What the games whose rules are in C share: compilation, symmetry, exploration and results."""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy.typing as npt

import graphgame as gg


def compiled(source: str, **constants: int | str) -> ctypes.CDLL:
    """Return the functions of a C source, compiled with macros of these names and values."""
    # Preloaded sanitizers are for the kernels, not for the compiler.
    kept = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    macros = [f"-D{name}={value}" for name, value in constants.items()]
    # The machine that compiles it runs it: on others, gcc may have another name for this.
    flags = ["-O2", "-shared", "-fPIC"]
    if platform.machine() in ("x86_64", "AMD64"):
        flags.append("-march=native")
    with tempfile.TemporaryDirectory() as folder:
        path, library = Path(folder, "rule.c"), Path(folder, "rule.so")
        path.write_text(source, encoding="utf-8")
        command = ["gcc", *flags, *macros, str(path), "-o", str(library)]
        try:
            subprocess.run(command, check=True, env=kept)
        except FileNotFoundError:
            raise SystemExit("the rules are in C, and there is no gcc to compile them") from None
        return ctypes.CDLL(str(library))  # it stays loaded when the file is gone


# A code is two sets of cells, each of CELLS bits: the stones of the player to move, and from bit
# CELLS on those of the other player. A game adds `options` and `preset`.
SYMMETRY = """
#include <stdint.h>

#define ALL ((1ull << CELLS) - 1)
typedef uint32_t cells;

// images[s][k][byte]: where symmetry s moves the cells of this byte, the kth from the right.
static cells images[SYMMETRIES][4][256];

// moved[s * CELLS + c] is the cell to which symmetry s moves cell c.
void prepare(const int64_t *moved) {
    for (int s = 0; s < SYMMETRIES; s++)
        for (int k = 0; k < 4; k++)
            for (int byte = 0; byte < 256; byte++)
                for (int bit = 0; bit < 8; bit++)
                    if (byte >> bit & 1 && 8 * k + bit < CELLS)
                        images[s][k][byte] |= 1u << moved[s * CELLS + 8 * k + bit];
}

static int64_t image(cells set, int s) {
    return images[s][0][set & 255] | images[s][1][set >> 8 & 255]
         | images[s][2][set >> 16 & 255] | images[s][3][set >> 24];
}

// The least code of the positions that are the same up to symmetry.
int64_t canonical(int64_t code, void *data) {
    int64_t least = code;
    for (int s = 0; s < SYMMETRIES; s++) {
        int64_t same = image(code & ALL, s) | image(code >> CELLS, s) << CELLS;
        if (same < least) least = same;
    }
    return least;
}
"""


def symmetric(
    source: str, symmetries: Sequence[Sequence[int]], **constants: int
) -> tuple[ctypes.CDLL, Callable[[int], int]]:
    """Return the functions of a C source after `SYMMETRY`, and `canonical` for codes in Python.

    A symmetry is a list: the cell to which it moves each cell.
    """
    constants |= {"SYMMETRIES": len(symmetries), "CELLS": len(symmetries[0])}
    library = compiled(SYMMETRY + source, **constants)
    moved = [cell for symmetry in symmetries for cell in symmetry]
    library.prepare((ctypes.c_int64 * len(moved))(*moved))
    canonical = library.canonical
    canonical.argtypes, canonical.restype = [ctypes.c_int64, ctypes.c_void_p], ctypes.c_int64
    return library, lambda code: int(canonical(code, None))


def listed(rule: Callable[..., int], code: int, room: int = 1000) -> list[int]:
    """Return the options that a rule in C gives for a code."""
    found = (ctypes.c_int64 * room)()
    count = rule(ctypes.c_int64(code), found, ctypes.c_int64(room), None)
    return found[:count]


class Game:
    """A game with `options` and `preset` in C, and perhaps `canonical`, from its start."""

    start = 0
    library: ctypes.CDLL

    def explore(
        self, *, symmetry: bool = True, threads: int = 1, progress: bool = False
    ) -> gg.GameGraph[int]:
        """Return the graph of all positions that can be reached, or of their classes."""
        canonical = getattr(self.library, "canonical", None) if symmetry else None
        return gg.explore_codes(
            self.library.options,
            self.starts(),
            presets=self.library.preset,
            canonical=canonical,
            threads=threads,
            progress=progress,
        )

    def starts(self) -> npt.ArrayLike:
        """Return the positions to explore from."""
        return self.start

    def result(self, solution: gg.Solution[int] | gg.Database[int]) -> str:
        """Return the outcome of the start, and in how many plies it is reached."""
        outcome, remoteness, _ = solution[self.start]
        return f"{outcome} in {remoteness} plies" if remoteness >= 0 else str(outcome)


def counted(solution: gg.Solution[int] | gg.Database[int]) -> str:
    """Return how many positions have each outcome, as text."""
    return ", ".join(f"{count:,} {outcome}" for outcome, count in solution.counts().items())


def add_threads(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that all these games take."""
    parser.add_argument("--threads", type=int, default=1, help="to explore with; default: 1")
    parser.add_argument("--progress", action="store_true", help="show it on standard error")
