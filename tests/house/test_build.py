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
    for name in ("README.md", "pyproject.toml"):  # the text for the index
        shutil.copy(ROOT / name, project)
    (project / "tools").mkdir()
    for name in ("__init__.py", "stubs.py"):
        shutil.copy(ROOT / "tools" / name, project / "tools")
    for folder in (project / "graphgame", project / "graphgame" / "_kernel"):
        (folder / "__init__.py").touch()
    for name in ("one", "two"):
        kernel = f"def first(const int[::1] x not None) -> int:\n    return x[0]  # {name}\n"
        (project / "graphgame" / f"{name}.pyx").write_text(kernel)
    # Both translate before they look at what they are asked for.
    words = ["setup.py", "--quiet", "--version"]
    if command == "pip":  # how pip gets the metadata: setup.py is executed, and is no main module
        hook = "import setuptools.build_meta as b; b.get_requires_for_build_wheel()"
        words = ["-c", hook]
    variables = {name: x for name, x in os.environ.items() if not name.startswith("GRAPHGAME_")}
    done = subprocess.run(
        [sys.executable, *words],
        cwd=project,
        env=variables | {"PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    made = {path.name for path in (project / "build").rglob("*.c")}
    assert made == {"one.c", "two.c", "shared.c"}
    assert {x.name for x in project.rglob("*.pyi")} == {"one.pyi", "two.pyi"}
    # The method was in use: processes that are not forked start Python again.
    starts = len(list(log.iterdir()))
    assert (starts > 1) == (method != "fork")
