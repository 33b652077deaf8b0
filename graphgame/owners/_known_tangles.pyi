# Docstrings are in _known_tangles.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame.owners._unsolved import Unsolved

@disjoint_base
class KnownTangles(Unsolved): ...

__test__: Final[dict[str, str]]
