"""What the games whose rules are in C share: their compilation, and positions up to symmetry."""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path


def compiled(source: str, **constants: int) -> ctypes.CDLL:
    """Return the functions of a C source, compiled with macros of these names and values."""
    # Preloaded sanitizers are for the kernels, not for the compiler.
    kept = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    macros = [f"-D{name}={value}" for name, value in constants.items()]
    with tempfile.TemporaryDirectory() as folder:
        path, library = Path(folder, "rule.c"), Path(folder, "rule.so")
        path.write_text(source, encoding="utf-8")
        command = ["gcc", "-O2", "-shared", "-fPIC", *macros, str(path), "-o", str(library)]
        subprocess.run(command, check=True, env=kept)
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

int64_t options(int64_t code, int64_t *found, int64_t room, void *data);

// The options, each replaced by the least code of its class.
int64_t classes(int64_t code, int64_t *found, int64_t room, void *data) {
    int64_t count = options(code, found, room, data);
    for (int64_t k = 0; k < count && count <= room; k++) found[k] = canonical(found[k], data);
    return count;
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


def of_the_square(n: int) -> list[list[int]]:
    """Return the eight symmetries of the n × n board, whose cells are numbered row by row."""
    cells = [(x, y) for y in range(n) for x in range(n)]
    found = []
    for flip in (False, True):
        for _ in range(4):
            cells = [(y, n - 1 - x) for x, y in cells]
            found.append([n * (x if flip else y) + (y if flip else x) for x, y in cells])
    return found


def square_name(n: int, cell: int) -> str:
    """Return the name of a cell of the n × n board, as in chess: a1 is at the bottom left."""
    return f"{chr(ord('a') + cell % n)}{n - cell // n}"
