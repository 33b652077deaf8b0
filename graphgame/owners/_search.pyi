# Docstrings are in _search.pyx.
from typing import Final

from typing_extensions import disjoint_base

from graphgame.owners._known_tangles import KnownTangles

@disjoint_base
class Search(KnownTangles): ...

__test__: Final[dict[str, str]]
