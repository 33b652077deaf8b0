"""The command ``python -m tests.soak``: in a checkout where the kernels are built in place."""

from __future__ import annotations

import sys
from pathlib import Path

# The modules of the tests import each other by their plain names, as pytest has it.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from soak.runner import main

if __name__ == "__main__":
    sys.exit(main())
