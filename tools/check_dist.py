"""Check what `make dist` has built: its files, its size, and its tests when installed elsewhere.

    python tools/check_dist.py [--brief] [PYTHON ...] [-- OPTION ...]

dist/ has the sdist, a wheel built from the sdist alone, and abi3/ with a wheel for the limited API.
Each is installed into a fresh environment, and the test suite (for the sdist a part of it) runs in
a folder where the checkout cannot be imported by mistake: the wheel with all libraries, the abi3
wheel with the oldest NumPy and no other library.  The abi3 wheel is also tested on every other
PYTHON named, with the newest NumPy for it.  Each OPTION goes to pytest: `make dist` leaves out the
tests that no wheel can change, except on another PYTHON.  All files of a wheel but the kernels are
compared with the checkout, in which a browser has run the page's scripts.

With --brief, there is only the abi3 wheel, of the kernels that the checkout has in place and `make
test ABI3=1` tests: it must have the same bytes.  So only what reads installed files, or starts the
command, is tested on it, without large games.  And nothing is built from the sdist.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
# Bytes of a wheel without the rooms below: see docs/decisions/006-house.md.
LARGEST_REST = 2_817_000
# Rooms without a compiled module, with the page's scripts and styles; and their bytes in a wheel.
PLAIN_ROOMS = ("graphgame/drawing/", "graphgame/playing/")
LARGEST_PLAIN = 263_000
# Games of chance: their room with its four kernels, and what reads, prints and shows them.
CHANCE = re.compile(r"graphgame/(chance/|playing/.*(chance|dice|luck)|(text|cli)/_?chance)")
LARGEST_CHANCE = 243_000
# Proofs of one start: their room with its four kernels, their command, and what plays them.
PROOFS = re.compile(r"graphgame/(proving/|cli/prove|playing/(page/sources/)?proven)")
LARGEST_PROOFS = 154_000
# Databases that are published: what writes and reads them, over HTTP, too, their pages and their
# command.
PUBLISHED = re.compile(
    r"graphgame/(answers/(publish|http_files|opened|checking|page_folder)|cli/publish"
    r"|playing/((page/sources/)?published|rule_files))"
)
LARGEST_PUBLISHED = 49_800
# Controllers from automata: their room with its eight kernels, games of conditions, the command.
SYNTHESIS = re.compile(r"graphgame/(synthesis/|cli/synth)")
LARGEST_SYNTHESIS = 270_000
# Files that the test suite reads beside the package.
TEST_FILES = (
    "tests",
    "examples",
    "bench",
    "docs",
    "tools",
    "README.md",
    "CONTRIBUTING.md",
    "pyproject.toml",
)
# These tests read the sources of the checkout, which are not there.
SOURCE_TESTS = "tests/house/test_package.py"
# What rules in C include: `gg.get_include` says where it is.
PUBLIC_HEADERS = {"graphgame/big/indexed/ranking.h"}
# Packages without which no test runs.
PLAIN = ("pytest", "pytest-xdist", "hypothesis")
OLDEST = ("numpy==1.26.*",)
# Tests that read files of the installed package, or start its command.
READING = (
    "tests/cli",
    "tests/playing",
    "tests/drawing",
    "tests/big/test_ranking.py",
    "tests/solving/test_golden.py",
    # These read none: they ask which puzzles, luck and positions the page's tables hold.
    "--ignore=tests/playing/test_sum_puzzles.py",
    "--ignore=tests/playing/test_state_puzzles.py",
    "--ignore=tests/playing/test_puzzles.py",
    "--ignore=tests/playing/test_positions.py",
    "--ignore=tests/playing/test_chance.py",
    "-m=not large",
)
# In git, but not in the sdist.
NOT_SHIPPED = {".gitattributes", ".gitignore"}

SMOKE = """
import graphgame as gg, sys
from graphgame import _core
assert gg.__file__.startswith(sys.prefix) and _core.__file__.startswith(sys.prefix), gg.__file__
assert gg.solve([(0, 1), (1, 2), (2, 0), (2, 3)]).verify()
print("   ", sys.version.split()[0], _core.__file__)
"""


def main() -> None:
    """Check everything; stop at the first failure."""
    pythons, options = sys.argv[1:], []
    brief = pythons[:1] == ["--brief"]
    pythons = pythons[brief:]
    if "--" in pythons:
        at = pythons.index("--")
        pythons, options = pythons[:at], pythons[at + 1 :]
    sdist = only(DIST, "graphgame_solver-*.tar.gz")
    abi3 = only(DIST / "abi3", "graphgame_solver-*-cp311-abi3-*.whl")
    check_sdist(sdist)
    check_wheel(abi3)
    rooms = READING if brief else ()
    if brief:
        check_kernels(abi3)
    else:
        wheel = only(DIST, "graphgame_solver-*.whl")
        check_wheel(wheel)
        # Once with all libraries that the tests convert from; elsewhere those tests are skipped.
        try_elsewhere(sys.executable, wheel, [f"{wheel}[test]"], options)
        try_elsewhere(sys.executable, sdist, [str(sdist), *PLAIN], ["tests/solving/test_golden.py"])
    # No build of that NumPy is for a later Python.
    oldest = OLDEST if sys.version_info < (3, 13) else ()
    try_elsewhere(sys.executable, abi3, [str(abi3), *PLAIN, *oldest], [*options, *rooms])
    # Another Python may change what no wheel can.
    for python in pythons:
        try_elsewhere(python, abi3, [str(abi3), *PLAIN], ())


def only(folder: Path, pattern: str) -> Path:
    """Return the one file in a folder that fits a pattern."""
    found = sorted(folder.glob(pattern))
    if len(found) != 1:
        sys.exit(f"{folder}/{pattern}: expected one file, got {[path.name for path in found]}")
    return found[0]


def check_sdist(path: Path) -> None:
    """Check that an sdist has all files that git knows, its own metadata, and nothing else."""
    with tarfile.open(path) as archive:
        files = [PurePosixPath(member.name) for member in archive if member.isfile()]
    shipped = {str(file.relative_to(file.parts[0])) for file in files}
    generated = {"PKG-INFO", "setup.cfg"} | {x for x in shipped if ".egg-info/" in x}
    if (ROOT / ".git").exists():
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        known = {x for x in listing.stdout.split("\0") if x and (ROOT / x).exists()} - NOT_SHIPPED
        refuse(path, "misses", known - shipped)
        refuse(path, "has, unknown to git:", shipped - known - generated)
    # C files in the package are generated; those of tests and the bench are sources.
    built = re.compile(r"^graphgame/.*\.c$|\.(so|pyd|pyc|o)$")
    refuse(path, "has generated files:", {x for x in shipped if built.search(x)})
    print(f"{path.name}: {len(shipped)} files, {path.stat().st_size:,} bytes")


def check_wheel(path: Path) -> None:
    """Check that a wheel is small and has all but the sources of kernels.

    That is modules, stubs, compiled kernels, the page's scripts and styles, and metadata.
    """
    with zipfile.ZipFile(path) as archive:
        names = set(archive.namelist())
        members = archive.infolist()
        changed = {
            x
            for x in names
            if x.startswith("graphgame/")
            and not x.endswith(".so")
            and archive.read(x) != (ROOT / x).read_bytes()
        }
    refuse(path, "has, other than in the checkout:", changed)
    chance = sum(x.compress_size for x in members if CHANCE.match(x.filename))
    proofs = sum(x.compress_size for x in members if PROOFS.match(x.filename))
    published = sum(x.compress_size for x in members if PUBLISHED.match(x.filename))
    synthesis = sum(x.compress_size for x in members if SYNTHESIS.match(x.filename))
    of_others = (CHANCE, PROOFS, PUBLISHED)
    rest = [x for x in members if not any(kind.match(x.filename) for kind in of_others)]
    plain = sum(x.compress_size for x in rest if x.filename.startswith(PLAIN_ROOMS))
    sources = {str(file.relative_to(ROOT)) for file in (ROOT / "graphgame").rglob("*.*")}
    expected = {x for x in sources if x.endswith((".py", ".pyi", "py.typed", ".js", ".css"))}
    kernels = {x.removesuffix(".pyx") for x in sources if x.endswith(".pyx")}
    expected |= PUBLIC_HEADERS
    expected |= {f"{x}.so" for x in kernels | {"graphgame/_kernel/shared"}}
    # The tag between the name and .so is the platform or the limited API.
    found = {re.sub(r"^(graphgame/[\w/]+)\.[^/]+\.so$", r"\1.so", x) for x in names}
    manual = {x for x in names if x.endswith(".data/data/share/man/man1/graphgame.1")}
    if not manual:
        refuse(path, "misses", {"graphgame.1"})
    metadata = {x for x in names if ".dist-info/" in x} | manual
    refuse(path, "misses", expected - found)
    refuse(path, "has", found - expected - metadata)
    for wanted in ("/licenses/LICENSE", "/entry_points.txt"):
        if not any(x.endswith(wanted) for x in metadata):
            refuse(path, "misses", {wanted})
    for what, size, bound in (
        ("rooms without kernels", plain, LARGEST_PLAIN),
        ("games of chance", chance, LARGEST_CHANCE),
        ("proofs of one start", proofs, LARGEST_PROOFS),
        ("published databases", published, LARGEST_PUBLISHED),
        ("controllers from automata", synthesis, LARGEST_SYNTHESIS),
        (
            "all the rest",
            path.stat().st_size - plain - chance - proofs - published - synthesis,
            LARGEST_REST,
        ),
    ):
        if size > bound:
            sys.exit(f"{path.name}: {what}: {size:,} bytes, more than {bound:,}")
    print(f"{path.name}: {len(names)} files, {path.stat().st_size:,} bytes")


def check_kernels(path: Path) -> None:
    """Check that the kernels of a wheel are those in place, which the suite has run on."""
    with zipfile.ZipFile(path) as archive:
        kernels = {x for x in archive.namelist() if x.endswith(".so")}
        here = {x for x in kernels if (ROOT / x).exists()}
        other = {x for x in here if archive.read(x) != (ROOT / x).read_bytes()}
    refuse(path, "has kernels that are not in place:", kernels - here)
    refuse(path, "has kernels other than those in place:", other)


def refuse(path: Path, verb: str, names: set[str]) -> None:
    """Exit if there are such names."""
    if names:
        sys.exit(f"{path.name} {verb} {', '.join(sorted(names))}")


def try_elsewhere(
    python: str, what: Path, requirements: Sequence[str], options: Sequence[str]
) -> None:
    """Install into a fresh environment; run the tests from a folder without the package."""
    print(f"\n{what.name} in a fresh environment of {python}:", flush=True)
    with tempfile.TemporaryDirectory(prefix="graphgame-dist-") as folder:
        environment, elsewhere = Path(folder, "environment"), Path(folder, "elsewhere")
        bin_folder = environment / "bin"
        elsewhere.mkdir()
        run(folder, python, "-m", "venv", str(environment))
        pip = (str(bin_folder / "python"), "-m", "pip", "install", "--quiet", "--quiet")
        run(folder, *pip, "--upgrade", "pip>=25.1")
        run(folder, *pip, *requirements)
        for name in TEST_FILES:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(
                    source, elsewhere / name, ignore=shutil.ignore_patterns("__pycache__")
                )
            elif source.exists():
                shutil.copy(source, elsewhere / name)
        run(str(elsewhere), str(bin_folder / "python"), "-P", "-W", "error", "-c", SMOKE)
        run(
            str(elsewhere),
            str(bin_folder / "pytest"),
            "--quiet",
            "-rfE",
            "--numprocesses=auto",
            "--dist=worksteal",
            f"--ignore={SOURCE_TESTS}",
            *options,
            path=bin_folder,
        )


def run(folder: str, *command: str, path: Path | None = None) -> None:
    """Run a command; stop if it fails."""
    variables = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
    if path is not None:
        variables["PATH"] = f"{path}{os.pathsep}{variables['PATH']}"
    status = subprocess.run(command, cwd=folder, env=variables, check=False).returncode
    if status:
        sys.exit(f"{' '.join(command[:4])}: exit status {status}")


if __name__ == "__main__":
    main()
