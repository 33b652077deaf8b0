"""``python -m graphgame`` is the command ``graphgame``."""

import sys

from graphgame.cli import main

if __name__ == "__main__":
    sys.exit(main())
