"""What the tables of wrong rules share: the call that solves, and rules that raise.

`wrong_compiled`, `wrong_python` and `wrong_starts` hold the tables; `test_wrong_rules.py` goes
through them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphgame as gg

# For each case a call, the error, and what it says.
Cases = dict[str, tuple[Callable[[], Any], type[BaseException], str]]
Error = gg.GraphGameError


def solve(rule: Any, start: Any = 20, **options: Any) -> Any:
    """Solve what ought not to be solved; the limit is for rules that never end."""
    return gg.solve(rule, start=start, limit=10**5, **options)


def raising(*_: Any) -> Any:
    raise KeyError("mine")


def interrupted(*_: Any) -> Any:
    raise KeyboardInterrupt
