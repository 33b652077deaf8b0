"""The build: setup.py works with every start method of multiprocessing.

Cython translates kernels in processes of its own.  Where multiprocessing spawns them, or forks them
from a server, each imports setup.py again: it must not build again.  Tried on a copy of setup.py
with two small kernels, translated and not compiled; `pip wheel .` takes the same way.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
if not (ROOT / "setup.py").exists():
    pytest.skip("the sources are not here", allow_module_level=True)
pytest.importorskip("Cython")
pytest.importorskip("setuptools")

# Python imports it at its start, in child processes too.
SITE = """
import multiprocessing, os, pathlib
multiprocessing.set_start_method({method!r})
pathlib.Path({log!r}, str(os.getpid())).touch()
"""


@pytest.mark.parametrize(
    ("method", "command"),
    [
        ("fork", "setup.py"),
        pytest.param("spawn", "setup.py", marks=pytest.mark.large),
        pytest.param("forkserver", "setup.py", marks=pytest.mark.large),
        pytest.param("spawn", "pip", marks=pytest.mark.large),
        ("forkserver", "pip"),
    ],
)
def test_kernels_are_translated_with_every_start_method(
    method: str, command: str, tmp_path: Path
) -> None:
    site, log, project = tmp_path / "site", tmp_path / "log", tmp_path / "project"
    for folder in (site, log, project / "graphgame" / "_kernel"):
        folder.mkdir(parents=True)
    (site / "sitecustomize.py").write_text(SITE.format(method=method, log=str(log)))
    shutil.copy(ROOT / "setup.py", project)
    for name in ("tools", "docs"):
        (project / name).mkdir()
    needed = ("pyproject.toml", "README.md", "LICENSE", "docs/graphgame.1")
    for name in (*needed, "tools/__init__.py", "tools/stubs.py"):
        shutil.copy(ROOT / name, project / name)
    for folder in (project / "graphgame", project / "graphgame" / "_kernel"):
        (folder / "__init__.py").touch()
    for name in ("one", "two"):
        kernel = f"def first(const int[::1] x not None) -> int:\n    return x[0]  # {name}\n"
        (project / "graphgame" / f"{name}.pyx").write_text(kernel)
    words = ["setup.py", "--quiet", "build_ext"]
    hook = "import setuptools.build_meta as b; b.{}"
    if command == "pip":  # how pip builds: setup.py is executed, and is no main module
        words = ["-c", hook.format("build_wheel('wheels')")]
    variables = {name: x for name, x in os.environ.items() if not name.startswith("GRAPHGAME_")}
    variables |= {"PYTHONPATH": str(site), "CC": "true"}  # nothing is compiled

    def run(*words: str) -> None:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=project,
            env=variables,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    # Who asks for metadata, or packs the sources, does not wait for kernels.
    run("setup.py", "--quiet", "--version")
    run("-c", hook.format("get_requires_for_build_wheel(); b.build_sdist('wheels')"))
    assert not list(project.rglob("*.c"))
    for started in log.iterdir():
        started.unlink()
    run(*words)
    made = {path.name for path in (project / "build").rglob("*.c")}
    assert made == {"one.c", "two.c", "shared.c"}
    assert {x.name for x in project.rglob("*.pyi")} == {"one.pyi", "two.pyi"}
    # The method was in use: processes that are not forked start Python again.
    starts = len(list(log.iterdir()))
    assert (starts > 1) == (method != "fork")
