# Docstrings are in _explore.pyx.
from collections.abc import Callable, Hashable, Iterable
from typing import Final, TypeVar

from graphgame._kernel.buffer import Buffer
from graphgame.rules._codes import CodeExplorer as CodeExplorer
from graphgame.rules._stage import RuleError as RuleError

_P = TypeVar("_P", bound=Hashable)

def explore_objects(
    rule: Callable[[_P], Iterable[_P]],
    outcome: Callable[[_P], int | None] | None,
    positions: list[_P],
    index: dict[_P, int],
    judge: Callable[[_P], bool],
    report: Callable[[int, int, int], object] | None,
    limit: int,
    watch: Callable[[int, int, int], tuple[int, int]],
) -> tuple[Buffer, Buffer, Buffer | None]: ...

__test__: Final[dict[str, str]]
