"""Compile the generated C of all kernels with other compilers, for other systems.

    python tools/portability.py CLANG [KERNEL ...]

clang compiles for this machine, with warnings; zig (from the package index) for the other systems,
whose C headers it has.  The headers of Python are those of this interpreter, on all systems: what
is shown is that C and headers are accepted with that system's libc and types, not that a module
works there.  Windows is not tried: Python's headers for it are not here.  Each KERNEL is a part of
a path, as in `solving/_rounds`; if there are none, all kernels are compiled.
"""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GENERATED = ROOT / "build" / "cython-release"
TARGETS = ("x86_64-linux-musl", "aarch64-linux-musl", "aarch64-linux-gnu", "aarch64-macos")
# The code that Cython generates compares signed and unsigned numbers, and leaves arguments unused.
WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-Wno-sign-compare")
FLAGS = ("-DNDEBUG", "-O1", "-I", "graphgame", "-I", sysconfig.get_path("include"))


def main() -> int:
    """Compile everything; return 1 if something was refused."""
    clang, *chosen = sys.argv[1:]
    kernels = [
        path
        for path in sorted(GENERATED.rglob("*.c"))
        if not chosen or any(part in str(path) for part in chosen)
    ]
    if not kernels:
        sys.exit(f"{GENERATED}: expected generated C of {chosen or 'kernels'}, got none")
    compilers: dict[str, tuple[str, ...]] = {"clang": (clang, *WARNINGS)}
    zig = (sys.executable, "-m", "ziglang", "cc", "-w", "-target")
    compilers |= {target: (*zig, target) for target in TARGETS}
    failed = 0
    for name, compiler in compilers.items():
        refused = [str(path) for path in kernels if not accepts(compiler, path)]
        print(f"{name}: {len(kernels) - len(refused)} of {len(kernels)} kernels", *refused)
        failed += len(refused)
    return int(failed > 0)


def accepts(compiler: tuple[str, ...], source: Path) -> bool:
    """Return whether a compiler translates a file; what it says goes to standard error."""
    with tempfile.TemporaryDirectory(prefix="graphgame-portability-") as folder:
        made = ("-c", str(source), "-o", str(Path(folder, "kernel.o")))
        return not subprocess.run((*compiler, *FLAGS, *made), cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
