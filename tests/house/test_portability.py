"""Other systems, as far as they can be played here: pages of other sizes, other libraries.

Pinned here: blocks of memory fit pages of 4, 16 and 64 KiB; a file is replaced where `os.fchmod` is
missing; what ctypes shares with everybody is not changed; headers use no keyword that some
compilers do not know.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import graphgame as gg

ROOT = Path(__file__).parents[2]
HEADERS = sorted((ROOT / "graphgame").rglob("*.h"))
# What only gcc and clang know, and headers of POSIX.
GNU = re.compile(r"__builtin_|__attribute__|__atomic_|\btypeof\b|#include <(?:sys/|unistd)")
GCC = shutil.which("gcc")

# The system calls of a machine with pages of PAGE bytes: what is not aligned to them is refused, as
# its kernel would.
PROGRAM = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static int refused = 0;
static long other_sysconf(int name) { return name == _SC_PAGESIZE ? PAGE : sysconf(name); }
static size_t whole(size_t size) { return (size + PAGE - 1) / PAGE * PAGE; }
static void *other_mmap(void *at, size_t size, int prot, int flags, int fd, off_t offset) {
    char *map = (char *)mmap(at, whole(size) + PAGE, prot, flags, fd, offset), *aligned;
    if (map == (char *)MAP_FAILED) return map;
    aligned = (char *)(((uintptr_t)map + PAGE - 1) / PAGE * PAGE);
    if (aligned > map) munmap(map, (size_t)(aligned - map));
    if (aligned < map + PAGE) munmap(aligned + whole(size), (size_t)(map + PAGE - aligned));
    return aligned;
}
static int other_munmap(void *at, size_t size) {
    if ((uintptr_t)at % PAGE) { refused++; errno = EINVAL; return -1; }
    return munmap(at, whole(size));
}
static void *other_mremap(void *at, size_t before, size_t size, int flags, ...) {
    void *to = NULL;
    if (flags & MREMAP_FIXED) {
        __builtin_va_list more;
        __builtin_va_start(more, flags);
        to = __builtin_va_arg(more, void *);
        __builtin_va_end(more);
    }
    if ((uintptr_t)at % PAGE || (uintptr_t)to % PAGE) { refused++; return MAP_FAILED; }
    return mremap(at, whole(before), whole(size), flags, to);
}
#define sysconf other_sysconf
#define mmap other_mmap
#define munmap other_munmap
#define mremap other_mremap
#include "_kernel/memory.h"

static int check(const unsigned char *block, size_t size, unsigned char first) {
    if (block == NULL || block[0] != first || ((uintptr_t)block & (GG_HUGE_PAGE - 1))) return 1;
    return 0;
}

int main(void) {
    size_t size, more;
    for (size = GG_BIG; size < GG_BIG + 3 * 70001; size += 70001)
        for (more = GG_BIG; more < 3 * GG_BIG; more += 1234567) {
            unsigned char *block = (unsigned char *)gg_alloc(size), *moved;
            if (check(block, size, 0) || block[size - 1]) return 2;
            block[0] = 7;
            block[size - 1] = 9;
            moved = (unsigned char *)gg_resize(block, size, more);
            if (check(moved, more, 7) || (more >= size && moved[size - 1] != 9)) return 3;
            moved[more - 1] = 1;
            gg_free(moved, more);
        }
    printf("%d refused\n", refused);
    return 0;
}
"""


@pytest.mark.skipif(GCC is None or not HEADERS, reason="needs gcc and the headers")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems use calloc")
@pytest.mark.parametrize("page", [4096, 16384, 65536])
def test_big_blocks_fit_the_pages_of_the_machine(page: int, tmp_path: Path) -> None:
    source, program = tmp_path / "pages.c", tmp_path / "pages"
    source.write_text(PROGRAM, encoding="ascii")
    command = ["gcc", f"-DPAGE={page}", "-Wall", "-Werror", "-Wno-unused-function"]
    subprocess.run(
        [*command, "-I", str(ROOT / "graphgame"), str(source), "-o", str(program)], check=True
    )
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "0 refused\n")


def test_a_file_is_replaced_where_modes_cannot_be_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows has `os.fchmod` from Python 3.13 on."""
    file = tmp_path / "s.npz"
    gg.solve([(0, 1)]).save(file)
    monkeypatch.delattr(os, "fchmod")
    gg.solve([(0, 1), (1, 2)]).save(file)
    assert gg.Solution.load(file).game.n == 3


def test_what_ctypes_shares_stays_as_it_was() -> None:
    """Attributes of `ctypes.pythonapi` are the same objects for every library of the process."""
    pytest.importorskip("pyarrow")
    script = """if True:
        import ctypes, pyarrow, graphgame as gg
        shared = ctypes.pythonapi.PyCapsule_GetPointer
        table = pyarrow.table({"source": [0, 1], "target": [1, 2]})
        assert gg.solve(table).game.n == 3
        print(shared.argtypes, shared.restype is ctypes.c_int)
    """
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout) == ("", "None True\n")


@pytest.mark.skipif(not HEADERS, reason="the sources are not here")
@pytest.mark.parametrize("path", HEADERS, ids=lambda path: path.name)
def test_headers_are_read_by_every_compiler(path: Path) -> None:
    """MSVC knows `restrict` after /std:c11 only, and neither builtins of gcc nor its attributes."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert "restrict" not in re.sub(r"#define GG_RESTRICT.*|\w*GG_RESTRICT", "", text)
    guarded = 0
    for line in text.splitlines():
        if re.match(r"#\s*if", line):
            guarded += 1
        elif re.match(r"#\s*endif", line):
            guarded -= 1
        elif re.search(
            r"__builtin_|__attribute__|__atomic_|\btypeof\b|#include <(sys/|unistd)", line
        ):
            assert guarded >= 2, line  # the header's own guard, and that of the compiler
    assert guarded == 0
