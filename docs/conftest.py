"""The examples in documents may write files: each document in a folder of its own.

tests/house/test_pages.py runs tutorials and how-to pages whole, with their consoles and files.
"""

from pathlib import Path

import pytest

# Sphinx's configuration, which needs Sphinx; and cells, which go on where an example ends.
collect_ignore = ["conf.py"]
collect_ignore_glob = ["gallery/*.py"]


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
