"""Child processes whose allocations are counted and refused by allocations.c.

`start` compiles and preloads it, and runs a script; in the child `counted` calls it, `most_taken`
returns the peak of some work, and `OPERATIONS` are the operations that tests run there.
"""

from __future__ import annotations

import ctypes
import io
import os
import shutil
import subprocess
import sys
import tempfile
import tracemalloc
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import graphgame as gg
from graphgame import cli

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(__file__).with_name("allocations.c")


# -- in the parent --------------------------------------------------------------------------------


@cache
def library() -> str:
    """Compile the preloaded library; skip the test if that is not possible."""
    gcc = shutil.which("gcc")
    if gcc is None or not sys.platform.startswith("linux") or os.environ.get("LD_PRELOAD"):
        pytest.skip("needs gcc, Linux, and nothing that is loaded first already")
    path = Path(tempfile.mkdtemp(prefix="graphgame-"), "allocations.so")
    subprocess.run([gcc, "-shared", "-fPIC", "-O1", "-o", path, SOURCE, "-ldl"], check=True)
    return str(path)


def start(*words: str, script: str = __file__, timeout: float = 300) -> str:
    """Run this file, or another one, as a script in a child; return its output."""
    folders = [str(Path(__file__).parents[2]), *sys.path]
    done = subprocess.run(
        [sys.executable, "-W", "error", script, *words],
        env={**os.environ, "LD_PRELOAD": library(), "PYTHONPATH": os.pathsep.join(folders)},
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# -- in the child ---------------------------------------------------------------------------------


def counted(name: str, *arguments: int) -> int:
    """Call the preloaded library."""
    function = getattr(ctypes.CDLL(None), f"allocations_{name}")
    function.restype, function.argtypes = ctypes.c_long, [ctypes.c_long] * len(arguments)
    return int(function(*arguments))


def most_taken(work: Callable[[], object]) -> int:
    """Do some work; return the peak of additional bytes of kernels, Python and NumPy."""
    counted("measure")
    before = counted("held")
    tracemalloc.start()
    work()
    traced = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return counted("most") - before + traced


EDGES = np.random.default_rng(8).integers(0, 60, (150, 2), dtype=np.int32)
DOWN = np.sort(EDGES[EDGES[:, 0] != EDGES[:, 1]], axis=1)[:, ::-1].copy()
BOARD = ["P...*", ".*.E.", "..*.T"]


def _text(edges: Any) -> bytes:
    return b"60 %d\n" % len(edges) + b"".join(b"%d %d\n" % (u + 1, v + 1) for u, v in edges)


TEXT = _text(EDGES)
GRAPH = gg.GameGraph.from_edges(EDGES)
SOLUTION = gg.solve(EDGES)
FILE = io.BytesIO()
SOLUTION.save(FILE)


def _labels(solution: gg.Solution) -> object:
    return solution.outcomes.tolist(), solution.remoteness.tolist(), solution.best_moves.tolist()


def _down(codes: Any) -> tuple[Any, Any]:
    sources = np.flatnonzero(codes >= 3)
    return np.repeat(sources, 2), (codes[sources][:, np.newaxis] - (1, 3)).ravel()


def _loopy(values: gg.LoopyValues) -> object:
    return values.values.tolist(), values.set_idx.tolist(), values.ranks.tolist()


def _graph(graph: gg.GameGraph) -> object:
    return graph.option_ptr.tolist(), graph.option_idx.tolist(), graph.pred_idx.tolist()


def _saved() -> object:
    file = io.BytesIO()
    gg.solve(EDGES).save(file)
    return len(file.getvalue())


def _command(*words: str) -> Callable[[], object]:
    def run() -> object:
        text = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        said = io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            files = {"graph": TEXT, "down": _text(DOWN), "board": b"3 5\nP...*\n.*.E.\n..*.T\n"}
            for name, content in files.items():
                Path(folder, name).write_bytes(content)
            with redirect_stdout(text), redirect_stderr(said):
                status = cli.main([word.replace("@", f"{folder}/") for word in words])
        if status:
            lines = said.getvalue().splitlines()
            assert status == 2 and len(lines) == 1 and lines[0].startswith("graphgame: "), lines
            raise MemoryError
        text.flush()
        return text.buffer.getvalue()

    return run


OPERATIONS: dict[str, Callable[[], object]] = {
    "solve": lambda: _labels(gg.solve(EDGES)),
    "solve misere with presets": lambda: _labels(gg.solve(EDGES, play="misere", presets={3: 0})),
    "solve with owners": lambda: _labels(
        gg.solve(EDGES, owner=[v % 2 for v in range(60)], presets={3: (3, 2)}, count="turns")
    ),
    "solve rows": lambda: _labels(gg.solve((GRAPH.option_ptr, GRAPH.option_idx))),
    "solve a dict": lambda: _labels(gg.solve({n: [n - 1, n - 2] for n in range(2, 50)})),
    "line": lambda: gg.solve(DOWN).line(59),
    "rows of a graph": lambda: _graph(gg.GameGraph.from_edges(EDGES)),
    "grundy": lambda: [*gg.grundy(DOWN).values],
    "grundy of rows": lambda: [*gg.grundy([[*range(n)] for n in range(40)]).values],
    "loopy_grundy": lambda: _loopy(gg.loopy_grundy(EDGES)),
    "a sum": lambda: _graph(gg.game_sum([DOWN, DOWN], start=(59, 50))),
    "explore": lambda: _graph(gg.explore(lambda n: [n - 1, n - 2] if n > 1 else [], 700)),
    "explore_codes": lambda: _graph(gg.explore_codes(_down, [700])),
    "cops": lambda: str(gg.cops_and_robbers(EDGES, 2).line()),
    "cops without remoteness": lambda: gg.cops_and_robbers(EDGES, 2, remoteness=False).result,
    "cop_number": lambda: gg.cop_number(EDGES),
    "police": lambda: str(gg.PoliceAndThief(BOARD).solve().line()),
    "police without remoteness": lambda: gg.PoliceAndThief(BOARD).solve(remoteness=False).result,
    "police as a graph": lambda: _labels(gg.solve(gg.PoliceAndThief(BOARD).graph())),
    "subtraction": lambda: gg.subtraction({1, 4, 9}).values(3000).tolist(),
    "all but": lambda: gg.all_but({2, 3}).values(3000).tolist(),
    "squares": lambda: gg.taking("squares").values(3000).tolist(),
    "octal": lambda: gg.octal("0.07").values(3000).tolist(),
    "three heaps": lambda: gg.octal("0.9").values(600).tolist(),
    "any digits": lambda: gg.octal("0.G{2+}!").values(200).tolist(),
    "grundy's game": lambda: gg.grundys_game().values(9000).tolist(),
    "a period": lambda: gg.octal("0.77").period(),
    "misere heaps": lambda: gg.misere_values(gg.octal("0.77"), 9).tolist(),
    "misere genera": lambda: [*map(str, gg.octal("0.77").genera(9))],
    "misere quotient": lambda: gg.octal("0.77").misere_quotient(12).elements,
    "nimbers": lambda: gg.nim_product(np.arange(9), np.arange(9)).tolist(),
    "mex of rows": lambda: gg.mex(np.arange(9).reshape(3, 3), axis=1).tolist(),
    "read_graph": lambda: _graph(gg.read_graph(io.BytesIO(TEXT))),
    "save": _saved,
    "load": lambda: _labels(gg.Solution.load(io.BytesIO(FILE.getvalue()))),
    "the command solve": _command("solve", "--moves", "--verify", "@graph"),
    "the command grundy": _command("grundy", "@down"),
    "the command police": _command("police", "@board"),
    "the command heap": _command("heap", "octal", "0.77", "-n", "400"),
}


def refuse_each(name: str) -> tuple[int, int]:
    """Refuse the first allocation, the second, …, until there are no more; return their number.

    Also return how many refusals caused no error, because the memory only serves speed: the answer
    must be right then.  After every failure the same call must return the right answer.
    """
    operation = OPERATIONS[name]
    expected = operation()
    call = unmissed = 0
    while True:
        call += 1
        before = counted("held")
        counted("refuse", call)
        try:
            got = operation()
        except (MemoryError, gg.TooLargeError):
            got = None
        seen = counted("seen")
        counted("refuse", 0)
        if got is not None:
            assert got == expected
            assert counted("held") <= before, "what was made before the refusal is given back"
            if seen < call:
                return call - 1, unmissed
            unmissed += 1
            continue
        assert seen >= call, "an error, and nothing was refused"
        assert counted("held") == before, "what was made before the refusal is given back"
        assert operation() == expected


if __name__ == "__main__":
    for chosen in sys.argv[1:]:
        print(f"{chosen}:", *refuse_each(chosen))
