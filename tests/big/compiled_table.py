"""Random games as compiled rules: tables of options, which a rule in C reads through its `data`."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

SOURCE = """
#include <stdint.h>
#define TABLE(name)                                                                     \\
    static const int64_t *name##_ptr, *name##_idx, *name##_outcomes, *name##_ends;      \\
    void name##_set(const int64_t *ptr, const int64_t *idx, const int64_t *outcomes,    \\
                    const int64_t *ends) {                                              \\
        name##_ptr = ptr; name##_idx = idx; name##_outcomes = outcomes; name##_ends = ends; \\
    }                                                                                   \\
    int64_t name(int64_t v, int64_t *options, int64_t room, void *data) {               \\
        int64_t k, count = name##_ptr[v + 1] - name##_ptr[v];                           \\
        for (k = 0; k < count && k < room; k++) options[k] = name##_idx[name##_ptr[v] + k]; \\
        return count;                                                                   \\
    }                                                                                   \\
    int64_t name##_preset(int64_t v, void *data) { return name##_outcomes[v]; }         \\
    int64_t name##_far(int64_t v, void *data) { return name##_ends[v]; }
TABLE(rule)
TABLE(undo)
"""


@cache
def library() -> ctypes.CDLL:
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    folder = Path(tempfile.mkdtemp())
    (folder / "table.c").write_text(SOURCE)
    command = ["gcc", "-O1", "-shared", "-fPIC", "table.c", "-o", "table.so"]
    subprocess.run(command, cwd=folder, check=True, env={"PATH": "/usr/bin:/bin"})
    found = ctypes.CDLL(str(folder / "table.so"))
    shutil.rmtree(folder)
    return found


# What the functions read.
_READ: dict[str, list[Any]] = {}


class Table:
    """A compiled rule; the last one made of a name is that the functions read.

    Parameters
    ----------
    name : {"rule", "undo"}
    options : sequence of sequence of int
    presets : dict of int to (int, int)
    """

    def __init__(
        self,
        name: str,
        options: Sequence[Sequence[int]],
        presets: dict[int, tuple[int, int]] | None = None,
    ) -> None:
        own = library()
        n = len(options)
        arrays = [
            np.cumsum([0, *map(len, options)]),
            np.array([w for row in options for w in row] or [0]),
            np.array([(presets or {}).get(v, (2, 0))[0] for v in range(n)]),
            np.array([(presets or {}).get(v, (2, 0))[1] for v in range(n)]),
        ]
        _READ[name] = [np.ascontiguousarray(x, dtype=np.int64) for x in arrays]
        own[f"{name}_set"](*(ctypes.c_void_p(x.ctypes.data) for x in _READ[name]))
        self.options: Any = own[name]
        if presets:
            self.preset: Any = own[f"{name}_preset"]
            self.preset_remoteness: Any = own[f"{name}_far"]
