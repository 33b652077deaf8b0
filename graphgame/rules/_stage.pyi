# Docstrings are in _stage.pyx.
from typing import Any, Final

from typing_extensions import disjoint_base

class RuleError(ValueError):
    kind: str
    position: Any
    what: Any
    def __init__(self, kind: str, position: object, what: object) -> None: ...

@disjoint_base
class Stage:
    @property
    def count(self) -> int: ...
    @property
    def stop(self) -> int: ...

__test__: Final[dict[str, str]]
