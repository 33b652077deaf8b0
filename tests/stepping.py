"""KeyboardInterrupt at a chosen step of Python code, as Ctrl-C raises it in the main thread."""

from __future__ import annotations

import dis
import itertools
import os
import random
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType, ModuleType

# Seconds after which work that does not end is said to hang.
PATIENCE = 120

# Python looks for signals at the end of calls, at the beginning of a function, and where a loop
# begins again; a lock that `with` has taken is safe because there is no such moment in between.
LOOKS = frozenset(
    number
    for number, name in enumerate(dis.opname)
    if name.startswith(("CALL", "RESUME")) or name == "JUMP_BACKWARD"
)


# Every so many steps Ctrl-C comes; `make check-all` sets 1.
STRIDE = int(os.environ.get("GRAPHGAME_STEPS", "7"))


def steps() -> Iterator[int]:
    """Yield steps at which Ctrl-C is to come, without an end: every seventh, from a random one on.

    The seed is printed, and is that of GRAPHGAME_SEED where it is set.
    """
    seed = int(os.environ.get("GRAPHGAME_SEED", random.randrange(1 << 32)))
    print(f"GRAPHGAME_SEED={seed} GRAPHGAME_STEPS={STRIDE}")
    return itertools.count(random.Random(seed).randrange(STRIDE), STRIDE)


@contextmanager
def _no_hang() -> Iterator[None]:
    """Fail where the main thread waits for ever, instead of waiting."""

    def give_up(*_: object) -> None:
        raise AssertionError(f"it has not ended {PATIENCE} seconds after Ctrl-C")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE, 1)  # again, should it be waiting once more
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def interrupted_at(step: int, modules: tuple[ModuleType, ...], work: Callable[[], object]) -> bool:
    """Do some work, with KeyboardInterrupt at one step of its code; return whether it came.

    Parameters
    ----------
    step : int
        Times that Python looks for signals, in the modules, before it.
    modules : tuple of module
        Where it is to come.
    work : callable
    """
    files = {module.__file__ for module in modules}
    left = step

    before: dict[FrameType, int] = {}

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal left
        code = frame.f_code
        if code.co_filename not in files:
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            left -= before.get(frame) in LOOKS
            if left < 0:
                raise KeyboardInterrupt  # Python stops tracing
            before[frame] = code.co_code[frame.f_lasti]
        elif event == "return":
            before.pop(frame, None)
        return trace

    tracing = sys.gettrace()
    with _no_hang():
        sys.settrace(trace)
        try:
            work()
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(tracing)
    return False
