"""The command ``python -m tests.soak``: in a checkout with kernels built in place."""

from __future__ import annotations

import sys

from tests.soak.runner import main

if __name__ == "__main__":
    sys.exit(main())
