"""Build the compiled kernels: the table of compiler directives, and the build switches.

And the text for the index, which shows it without any other file: README.md with absolute links.
Everything else about the project is in pyproject.toml.  Switches are read from the environment;
each variant keeps its own generated C, so that they never mix:

GRAPHGAME_DEBUG=1     bounds and division checks in the kernels, -Og -g1, C assertions on
GRAPHGAME_SANITIZE=1  the debug build under address and undefined-behaviour sanitizers; signed
                      overflow is reported too
GRAPHGAME_COVERAGE=1  the debug build with line tracing, for ``make coverage``
GRAPHGAME_BLOCKS=1    the debug build that reports each basic block, for ``make chosen``
GRAPHGAME_ABI3=1      the limited API of Python 3.11: one wheel for every later Python
GRAPHGAME_NO_KERNELS=1  no kernels, for an installation in place whose kernels are built apart
"""

import os
import re
import sys
import tomllib
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNELS = sorted(Path("graphgame").rglob("*.pyx"))
HEADERS = sorted(map(str, Path("graphgame").rglob("*.h")))
# Cython's code for typed memoryviews, generated once for all kernels, which it would dominate.
SHARED = "graphgame._kernel.shared"
# Kernels that take little time, or wait for memory, are optimized for size, for a small wheel.
SMALL = {
    SHARED,
    "graphgame._kernel.buffer",
    "graphgame._kernel.opening",
    "graphgame.cops._graph6",
    "graphgame.graphs._table",
    "graphgame.parity._sol_text",
    "graphgame.patterns._borders",
    "graphgame.proving._region",
    "graphgame.synthesis._formulas",
    "graphgame.synthesis._gates",
    "graphgame.synthesis._machine",
    "graphgame.synthesis._strong",
    "graphgame.text._edges",
    "graphgame.text._gml",
}

RELEASE_DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,  # indices are proven from checked inputs; the debug build checks them
    "wraparound": False,  # negative indices never occur
    "initializedcheck": False,
    "nonecheck": False,
    "cdivision": True,
    "overflowcheck": False,
    "embedsignature": False,  # the stubs carry the signatures
    # Annotations are for the stubs, and Python gets them as strings.  Were this on, as it is in
    # Cython by itself, `x: int` would refuse the integers of NumPy, and `-> tuple` would be tested
    # at each return: C types are declared in C, as in `int64_t x`.
    "annotation_typing": False,
    "binding": True,
    # Shared objects have locks: see docs/decisions/011-threads.md.
    "freethreading_compatible": True,
}
# Left out because of Cython 3.1 to 3.3: overflowcheck misses `a += b`, treats the difference of two
# pointers as one of integers, and crashes on an enum expression; the sanitizers find overflows.
# nonecheck refuses `self.a += b` without the GIL.
DEBUG_DIRECTIVES = RELEASE_DIRECTIVES | {
    "boundscheck": True,
    "initializedcheck": True,
    "cdivision": False,
    "show_performance_hints": False,  # each of them says that bounds are checked
}


def switch(name: str) -> bool:
    """Return whether the environment turns the build switch GRAPHGAME_<name> on."""
    value = os.environ.get(f"GRAPHGAME_{name}", "0")
    if value not in ("", "0", "1"):
        sys.exit(f"GRAPHGAME_{name} must be 0 or 1, got {value!r}")
    return value == "1"


SANITIZE = switch("SANITIZE")
COVERAGE = switch("COVERAGE")
BLOCKS = switch("BLOCKS")
DEBUG = switch("DEBUG") or SANITIZE or COVERAGE or BLOCKS
ABI3 = switch("ABI3")
NO_KERNELS = switch("NO_KERNELS")

directives = dict(DEBUG_DIRECTIVES if DEBUG else RELEASE_DIRECTIVES)
macros: list[tuple[str, str | None]] = []
compile_args: list[str] = []
link_args: list[str] = []
small_args: list[str] = []  # for the kernels in SMALL

if COVERAGE:
    directives["linetrace"] = True
    macros += [("CYTHON_TRACE", "1"), ("CYTHON_TRACE_NOGIL", "1")]
if ABI3:
    macros.append(("Py_LIMITED_API", "0x030B0000"))
if os.name == "posix":  # gcc and clang; other compilers build with their defaults
    if DEBUG:  # -Og -g1 takes half as long to compile as -O1 -g; reports name the same lines
        compile_args += ["-Og", "-g1", "-UNDEBUG"]
    else:
        compile_args += ["-O3", "-g0", "-fvisibility=hidden", "-ffunction-sections"]
        compile_args += ["-fno-asynchronous-unwind-tables"]  # C unwinds nothing
        small_args += ["-Os"]
    if SANITIZE:
        # Python's own flags carry -fwrapv, which hides signed overflow from the sanitizer.
        sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        compile_args += [*sanitizers, "-fno-wrapv", "-fno-omit-frame-pointer"]
        if "clang" in os.environ.get("CC", ""):
            # For the fuzzer, whose own sanitizers are preloaded: none is linked, and they lack some
            # checks of newer clang.  Prefetching computes NULL + 0 where there are no edges, which
            # clang reports and gcc does not.
            compile_args += ["-fno-sanitize=function,pointer-overflow"]
        else:
            link_args += sanitizers
    elif BLOCKS:
        compile_args += ["-fsanitize-coverage=trace-pc"]  # a function that tools/blocks.c has
    elif not DEBUG and sys.platform == "linux":
        link_args += ["-Wl,--strip-all", "-Wl,--gc-sections"]

VARIANT = "-".join(
    name
    for name, on in (
        ("sanitize", SANITIZE),
        ("coverage", COVERAGE),
        ("blocks", BLOCKS),
        ("debug" if DEBUG else "release", True),
        ("abi3", ABI3),
    )
    if on
)
# Line tracing needs the generated C beside the source; other variants keep it away.
C_FOLDER = None if COVERAGE else f"build/cython-{VARIANT}"


def directives_changed() -> bool:
    """Return whether this file, and so perhaps a directive, is newer than the generated C."""
    generated = Path(C_FOLDER or ".", "graphgame").rglob("*.c")
    return any(c.stat().st_mtime < Path(__file__).stat().st_mtime for c in generated)


def extension(name: str, source: Path) -> Extension:
    """Return the extension module of one kernel; headers are included from graphgame/."""
    return Extension(
        name,
        [str(source)],
        include_dirs=["graphgame"],
        depends=[*HEADERS, "setup.py"],
        define_macros=macros,
        extra_compile_args=compile_args + (small_args if name in SMALL else []),
        extra_link_args=link_args,
        py_limited_api=ABI3,
    )


class BuildKernels(build_ext):
    """Translate the kernels only where they are compiled: metadata and an sdist need no C."""

    def run(self) -> None:
        """Translate all kernels, then compile them."""
        translated = cythonize(
            self.extensions,
            shared_utility_qualified_name=SHARED,
            build_dir=C_FOLDER,
            compiler_directives=directives,
            force=directives_changed(),
            nthreads=0 if sys.platform == "win32" else os.cpu_count() or 1,
        )
        # setuptools has noted their file names, which the translated ones lack.
        for kernel, new in zip(self.extensions, translated, strict=True):
            kernel.sources, kernel.depends = new.sources, new.depends
        super().run()


def index_text() -> str:
    """Return README.md, its links to files of the project as addresses where the project lives."""
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    home = project["urls"]["Homepage"]

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if link[1] else "tree" if Path(link[3]).is_dir() else "blob"
        return f"{link[1]}{link[2]}({home}/{kind}/main/{link[3]})"

    text = Path("README.md").read_text("utf-8")
    return re.sub(r"(!?)(\[[^\[\]]*\])\((?![a-z]+:|#)([^)\s]+)\)", absolute, text)


# Cython translates in child processes.  Where multiprocessing spawns them, or forks them from a
# server, each imports this file again and must not build again: tests/house/test_build.py.
if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))  # pip does not
    from tools.stubs import write_stubs

    write_stubs(Path())
    shared = extension(SHARED, Path("graphgame/_kernel/shared.c"))
    kernels = [extension(".".join(path.with_suffix("").parts), path) for path in KERNELS]
    setup(
        long_description=index_text(),
        long_description_content_type="text/markdown",
        ext_modules=[] if NO_KERNELS else [shared, *kernels],
        cmdclass={"build_ext": BuildKernels},
        options={
            "build": {"build_base": f"build/{VARIANT}"},
            "build_ext": {"parallel": os.cpu_count() or 1},
            "bdist_wheel": {"py_limited_api": "cp311"} if ABI3 else {},
        },
    )
