"""Plant mistakes in the kernels, one at a time, and check that the tests fail.

    python tools/mutants.py                  all mutants
    python tools/mutants.py _core heaps      those of some files or rooms, or with these names
    python tools/mutants.py --jobs 1         one at a time, not one for each core
    python tools/mutants.py --after NAME     those behind this one, where a run of hours was ended

A mutant is a replacement in a kernel, with the tests that should fail: the tables are in
tests/data/mutants.  The tree is copied and built once; each mutant is built in a copy of that copy,
and its tests run until one fails, which must pass without the mutant.  A mutant that kills the
process, or takes much longer than its tests take without it, is killed too.

Exits with 1 if a mutant survives that is not marked as equivalent, or if one that is marked is
killed; with 2 if a table no longer fits the sources, or tests fail without a mutant.
"""

from __future__ import annotations

import argparse
import compileall
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
TABLES = ROOT / "tests" / "data" / "mutants"
COPIED = (
    "graphgame",
    "tests",
    "examples",
    "tools",
    "bench",
    "setup.py",
    "pyproject.toml",
    "README.md",
    "LICENSE",
)
# Bytes that a mutant may take, and seconds: a multiple of the time of its tests, and a minimum.
# What its tests take without it is measured only if they do not end soon with it.
MEMORY = 8 << 30
PATIENCE, LEAST_SECONDS, SOON = 4, 30, 120
RAN_AWAY = "ran away"


@dataclass(frozen=True)
class Mutant:
    """A mistake: a text in a file of the package, its replacement, the tests that should fail."""

    name: str
    file: str
    old: str
    new: str
    tests: str
    why: str
    equivalent: str = ""

    def mutate(self, package: Path) -> str:
        """Return the text of the file with the mistake in it."""
        text = (package / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.name}: {text.count(self.old)} places in {self.file}, not one")
        return text.replace(self.old, self.new)


@dataclass(frozen=True)
class Run:
    """The result of a run of tests."""

    passed: bool
    seconds: float
    verdict: str
    test: str = ""  # the function that failed


def load(folder: Path = TABLES) -> list[Mutant]:
    """Read the tables."""
    found = []
    for table in sorted(folder.glob("*.toml")):
        entries = tomllib.loads(table.read_text(encoding="utf-8"))["mutant"]
        found += [Mutant(**entry) for entry in entries]
    return found


def chosen(mutants: Iterable[Mutant], wanted: list[str]) -> list[Mutant]:
    """Return the mutants of the given files or rooms, or with the given names."""
    return [m for m in mutants if not wanted or {m.name, *words_for(m.file)} & set(wanted)]


def words_for(file: str) -> set[str]:
    """Return the words that choose a file: its name, with or without room and ending; its room."""
    path = PurePosixPath(file)
    return {file, path.name, path.stem, str(path.with_suffix("")), str(path.parent)} - {"."}


def fail(message: str) -> None:
    """Print why the run is void, and exit; in a thread, whoever waits for its result exits."""
    print(f"mutants.py: {message}", file=sys.stderr)
    sys.exit(2)


def build(tree: Path) -> None:
    """Build those kernels of a tree that are older than their sources."""
    command = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    done = subprocess.run(
        command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode:
        fail(f"{' '.join(command)}:\n{done.stdout}")


def includers(header: str, package: Path) -> set[Path]:
    """Return the kernels that include a header, or cimport a .pxd, directly or through others."""
    words, kernels = {_named(header)}, set[Path]()
    sources = {
        path: path.read_text(encoding="utf-8")
        for path in package.rglob("*.*")
        if path.suffix in {".h", ".pxd", ".pyx"}
    }
    while True:
        found = {path for path, text in sources.items() if any(word in text for word in words)}
        kernels |= {path for path in found if path.suffix == ".pyx"}
        if header.endswith(".pxd"):  # its own kernel has its declarations without a cimport
            kernels |= {package / header.replace(".pxd", ".pyx")} & {*sources}
        names = {path.relative_to(package).as_posix() for path in found if path.suffix != ".pyx"}
        more = {_named(name) for name in names}
        if more <= words:
            return kernels
        words |= more


def _named(header: str) -> str:
    """Return the words by which other sources ask for a header or a .pxd."""
    if header.endswith(".pxd"):
        return f"graphgame.{header.removesuffix('.pxd').replace('/', '.')} cimport"
    return f'"{header}"'


def put(mutant: Mutant, tree: Path) -> None:
    """Write the mistake into a tree, so that only the kernels built from the file are built again.

    A header keeps its time of change; the kernels that include it are touched instead.
    """
    package = tree / "graphgame"
    text = mutant.mutate(package)
    if mutant.file.endswith(".pyx"):
        (package / mutant.file).write_text(text, encoding="utf-8")
        return
    # Cython copies headers beside the C that it generates.
    for path in (package / mutant.file, *tree.glob(f"build/cython-*/graphgame/{mutant.file}")):
        before = path.stat()
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    for kernel in includers(mutant.file, package):
        kernel.touch()


def run_tests(tree: Path, tests: str, limit: float) -> Run:
    """Run tests on the kernels of a tree until one fails or the time is up."""
    # A fixed seed: a mutant killed today is killed tomorrow.
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    command += ["--hypothesis-seed=0", *(f"tests/{name}" for name in tests.split())]
    if "::" not in tests:
        command += ["-m", "not large"]
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            command,
            cwd=tree,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=os.environ | {"PYTHONPATH": str(tree)},
        )
        try:
            code = process.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return Run(False, limit, RAN_AWAY)
        output.seek(0)
        text = output.read()
    seconds = time.monotonic() - start
    if code < 0:
        return Run(False, seconds, f"died of {signal.Signals(-code).name}")
    failed = re.search(r"^(?:FAILED|ERROR) tests/(\S+)", text, re.MULTILINE)
    if code == 1 and failed:
        return Run(False, seconds, failed[1], failed[1].partition("[")[0])
    if code:
        return Run(False, seconds, f"pytest ended with {code}:\n{text}")
    return Run(True, seconds, "survived")


def prepare(work: Path) -> Path:
    """Copy the sources and build them."""
    tree = work / "whole"
    ignored = shutil.ignore_patterns("*.so", "__pycache__", ".*")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tree / name, ignore=ignored)
        else:
            tree.mkdir(exist_ok=True)
            shutil.copy2(source, tree / name)
    build(tree)
    compileall.compile_dir(tree / "graphgame", quiet=2)
    return tree


def try_mutant(mutant: Mutant, whole: Path, limit: float) -> Run:
    """Build a mutant in a tree of its own, and run its tests."""
    tree = whole.with_name(f"mutant-{mutant.name}")
    shutil.copytree(whole, tree)  # keeps times of change, so that little is built again
    try:
        put(mutant, tree)
        build(tree)
        return run_tests(tree, mutant.tests, limit)
    finally:
        shutil.rmtree(tree)


class Unchanged:
    """The tree without a mutant: tests that kill one must pass there, which is looked at once each.

    Locks make mutants that wait for the same tests wait for each other.
    """

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self._lock = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}
        self._seconds: dict[str, float] = {}

    def seconds(self, tests: str) -> float:
        """Return how long tests take, which must pass."""
        with self._lock:
            lock = self._locks.setdefault(tests, threading.Lock())
        with lock:
            if tests not in self._seconds:
                run = run_tests(self.tree, tests, 3600)
                if not run.passed:
                    fail(f"without a mutant, {tests}: {run.verdict}")
                self._seconds[tests] = run.seconds
            return self._seconds[tests]


def judge(mutant: Mutant, unchanged: Unchanged) -> Run:
    """Try a mutant; look whether the test that failed passes without it."""
    run = try_mutant(mutant, unchanged.tree, SOON)
    if run.verdict == RAN_AWAY:
        limit = LEAST_SECONDS + PATIENCE * unchanged.seconds(mutant.tests)
        if limit > SOON:
            run = try_mutant(mutant, unchanged.tree, limit)
    if run.test:
        unchanged.seconds(run.test)
    return run


def verdict(mutant: Mutant, run: Run) -> str:
    """Return what a run says of a mutant."""
    if run.passed:
        return f"equivalent: {mutant.equivalent}" if mutant.equivalent else "SURVIVED"
    return run.verdict + (", but marked as equivalent" if mutant.equivalent else "")


def try_all(mutants: list[Mutant], work: Path, jobs: int) -> bool:
    """Try mutants, some at a time; print each result in order; return whether all are as marked."""
    print("building", flush=True)
    unchanged = Unchanged(prepare(work))
    wrong: list[Mutant] = []
    killed = equivalent = 0

    with ThreadPoolExecutor(jobs) as pool:
        try:
            for mutant, run in zip(
                mutants, pool.map(partial(judge, unchanged=unchanged), mutants), strict=True
            ):
                if run.passed:
                    equivalent += bool(mutant.equivalent)
                else:
                    killed += 1
                if run.passed != bool(mutant.equivalent):
                    wrong.append(mutant)
                said = verdict(mutant, run)
                print(f"{mutant.file:16} {mutant.name:34} {run.seconds:5.1f} s  {said}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    share = 100 * killed / max(len(mutants) - equivalent, 1)
    print(
        f"{len(mutants)} mutants, {equivalent} of them equivalent, {killed} killed: {share:.0f} %"
    )
    for mutant in wrong:
        print(f"\n{mutant.name}: {mutant.why}\n- {mutant.old}\n+ {mutant.new}")
    return not wrong


def main() -> int:
    """Try the mutants that the arguments choose."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("wanted", nargs="*", metavar="FILE|NAME", help="all mutants otherwise")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument("--after", metavar="NAME", help="leave out the mutants up to this one")
    arguments = parser.parse_args()
    mutants = chosen(load(), arguments.wanted)
    if arguments.after:
        names = [mutant.name for mutant in mutants]
        if arguments.after not in names:
            fail(
                f"--after: expected the name of one of {len(names)} mutants, got {arguments.after}"
            )
        mutants = mutants[names.index(arguments.after) + 1 :]
    if not mutants:
        fail("expected names of mutants, files or rooms, found no mutant for these")
    for mutant in mutants:
        try:
            mutant.mutate(ROOT / "graphgame")
        except (OSError, ValueError) as error:
            fail(str(error))
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))  # inherited by all children
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests need it
    with tempfile.TemporaryDirectory(prefix="graphgame-mutants-") as work:
        return 0 if try_all(mutants, Path(work), arguments.jobs) else 1


if __name__ == "__main__":
    sys.exit(main())
