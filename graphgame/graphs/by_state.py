"""Solved games as mappings from states to labels."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, ValuesView

from graphgame.errors import GraphGameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame import types
else:
    from graphgame.arrays import types


class _Items(ItemsView["types.State", "types.Known_co"]):
    """A view that does not have what is no state; that of Python waits for a KeyError."""

    __slots__ = ()
    _mapping: Any

    def __contains__(self, item: object) -> bool:
        if not isinstance(item, tuple) or len(item) != 2 or item[0] not in self._mapping:
            return False
        return bool(self._mapping[item[0]] == item[1])

    def __iter__(self) -> Iterator[tuple[types.State, types.Known_co]]:
        items: Iterator[tuple[types.State, types.Known_co]] = self._mapping._items()
        return items


class _Known(ValuesView["types.Known_co"]):
    """A view of what is known of each state, read in the order of the states."""

    __slots__ = ()
    _mapping: Any

    def __iter__(self) -> Iterator[types.Known_co]:
        return (known for _, known in self._mapping._items())


class ByState:
    """A solved game as a mapping of each state to what is known of it.

    It is no `collections.abc.Mapping`: where the library takes a mapping of positions, it takes one
    of options, presets or flags, and none of labels.  Nor is it an array.  A class whose attribute
    ``values`` is an array derives from this one, all others from `Labelled`.
    """

    __slots__ = ()

    def keys(self: types.ByState[types.State, types.Known_co]) -> KeysView[types.State]:
        """Return a view of all states, as `dict.keys` does, in the order of ``iter(s)``.

        See Also
        --------
        items, get

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve({"ab": ["cd"]})
        >>> list(s.keys()), dict(s)["ab"].remoteness
        (['ab', 'cd'], 1)
        """
        view: KeysView[types.State] = KeysView(self)
        return view

    def items(
        self: types.ByState[types.State, types.Known_co],
    ) -> ItemsView[types.State, types.Known_co]:
        """Return a view of all states with what is known of each, as `dict.items` does.

        It takes no memory: each is asked when it is its turn.

        See Also
        --------
        keys, get, table

        Examples
        --------
        >>> import graphgame as gg
        >>> for state, label in gg.solve({"ab": ["cd"]}).items():
        ...     print(state, label.outcome)
        ab WIN
        cd LOSE
        """
        return _Items(self)

    def _items(self: types.ByState[Any, Any]) -> Iterator[tuple[Any, Any]]:
        """Yield each state with what is known of it, in the order of ``iter(s)``.

        A class that reads its arrays in this order has a faster one.
        """
        return ((state, self[state]) for state in self)

    def get(
        self: types.ByState[types.State, types.Known_co],
        state: types.State,
        default: types.Default = None,  # type: ignore[assignment]
    ) -> types.Known_co | types.Default:
        """Return what is known of a state, or `default` if there is no such state.

        See Also
        --------
        items

        Examples
        --------
        >>> import graphgame as gg
        >>> s = gg.solve({"ab": ["cd"]})
        >>> s.get("ab").best_move, s.get("ef"), s.get("ef", 0)
        ('cd', None, 0)
        """
        return self[state] if state in self else default  # noqa: SIM401 -- this is get

    def __array__(self, dtype: object = None, copy: object = None) -> types.AnyArray:
        """Refuse: an array of these might be one of labels or of positions."""
        raise GraphGameError(
            f"expected an array, got {self!r}, which has positions and what is known of them: "
            "list(…) gives the positions, and dict(…) both"
        )


class Labelled(ByState):
    """A mapping of each state to a label."""

    __slots__ = ()

    def values(self: types.ByState[types.State, types.Known_co]) -> ValuesView[types.Known_co]:
        """Return a view of what is known of each state, as `dict.values` does.

        See Also
        --------
        items, table

        Examples
        --------
        >>> import graphgame as gg
        >>> [label.remoteness for label in gg.solve({"ab": ["cd"]}).values()]
        [1, 0]
        """
        view: ValuesView[types.Known_co] = _Known(self)
        return view


# What of a solved game, or of a graph, an argument beside positions may be meant to get.
_MEANT = {
    "presets": ("outcomes", "presets"),
    "owner": ("owner",),
    "scores": (),
    "priority": ("priority",),
}
_MEANT_AS_SET = ("region", "targets", "outcomes")


def refuse_whole(values: object, what: str) -> None:
    """Refuse a solved game, or a graph, where an argument takes something of each position."""
    game = getattr(values, "game", values)
    if not isinstance(values, ByState) and not hasattr(game, "edge_blocks"):
        return
    kind = "a solved game" if isinstance(values, ByState) else "a game"
    names = [x for x in _MEANT.get(what, _MEANT_AS_SET) if getattr(values, x, None) is not None]
    wanted, cure = "positions or flags", "list(…) has its positions"
    if what in _MEANT:
        wanted = "a value for each position"
        cure = "give what it is to say of each, as an array or a mapping"
    if names:
        attribute = names[0]
        if what not in _MEANT and attribute == "outcomes":
            attribute = "outcomes == gg.WIN"
        elif callable(getattr(values, attribute)):
            attribute += "(player)"
        cure = f"its {attribute} may be meant, an array"
    raise GraphGameError(f"{what}: expected {wanted}, got {values!r}, {kind}; {cure}")


def refuse_solved(source: object) -> None:
    """Refuse a solved game where a graph is wanted: its positions would be read as edges."""
    if isinstance(source, ByState):
        raise GraphGameError(
            f"expected a graph, got {source!r}, which is solved; give the game that was solved"
        )
