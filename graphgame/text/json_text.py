"""JSON as the commands print it: one object on one line, in blocks of bytes."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping


def json_line(facts: Mapping[str, object]) -> str:
    """Return an object and a line feed."""
    return json.dumps(facts, ensure_ascii=False) + "\n"


def json_object(
    facts: Mapping[str, object], lists: Mapping[str, Iterable[bytes]] | None = None
) -> Iterator[bytes]:
    r"""Return an object and a line feed, in UTF-8.

    Parameters
    ----------
    facts : mapping of str to what `json.dumps` takes
        The first members; at least one.
    lists : mapping of str to iterable of bytes, optional
        Long lists that follow them, printed as they come: blocks of items, each item after a comma.

    Examples
    --------
    >>> b"".join(json_object({"base": 1}, {"values": [b",0,1", b",2"], "moves": []}))
    b'{"base": 1, "values": [0,1,2], "moves": []}\n'
    """
    yield json_line(facts)[:-2].encode()
    for name, blocks in (lists or {}).items():
        yield f", {json.dumps(name)}: [".encode()
        printed = iter(blocks)
        yield next(printed, b"")[1:]  # the first item needs no comma
        yield from printed
        yield b"]"
    yield b"}\n"
