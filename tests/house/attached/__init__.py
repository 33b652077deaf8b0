"""The table of what is attached to positions, and of the ways in: used, refused, or nothing.

A cell is tried: its answer is compared with that of a reference written from the definitions, and
with the answer without the attachment.  ``python -m tests.house.attached`` prints the table.

=======  ===========================================================================
used     the answer is the reference's, and another one than without the attachment
refused  an error, which is none without the attachment
nothing  the same answer as without it, for a reason that `REASONS` gives
=======  ===========================================================================
"""

from __future__ import annotations

from tests.house.attached.arguments import ARGUMENTS, CALLS, SOURCES, try_argument
from tests.house.attached.graphs import CARRIED, WAYS, try_carried
from tests.house.attached.references import try_call
from tests.house.attached.shown import SHOWN

# Why an attachment means nothing there.
REASONS: dict[tuple[str, str], str] = {
    ("labels", "cop_number"): "a number has no names",
    ("a start", "grundy"): "every position has its value, wherever play begins",
    ("a start", "loopy_grundy"): "every position has its value, wherever play begins",
    ("a start", "game_sum"): "without start= the sum has all positions, and none is first",
    ("a start", "cops_and_robbers"): "the cops choose their vertices, then the robber his",
    ("a start", "cop_number"): "the cops choose their vertices, then the robber his",
    ("a start", "attractor"): "every position is won or lost, wherever play begins",
    ("a start", "ParityGame"): "every position is won or lost, wherever play begins",
    ("a start", "igraph"): "igraph takes no attributes of a graph from NetworkX",
    ("a start", "rustworkx"): "rustworkx takes no attributes of a graph from NetworkX",
    ("a start", "graph text"): "graph text has no start, as write_graph says",
    ("a start", "to_dot"): "Graphviz text shows positions and moves",
    ("labels", "graph text"): "graph text has numbers, as write_graph says",
    ("labels", "rustworkx"): "rustworkx calls its nodes by numbers",
    ("classes", "networkx and back"): "nodes are the representatives, as to_networkx says",
    ("classes", "networkx edges"): "nodes are the representatives, as to_networkx says",
    ("classes", "igraph"): "nodes are the representatives, as to_networkx says",
    ("classes", "rustworkx"): "nodes are the representatives, as to_networkx says",
    ("classes", "pickle"): "the symmetry is a function, which stays in its process: see Symmetry",
    ("classes", "save, load"): "the symmetry is a function, which load takes again as canonical=",
    ("classes", "graph text"): "graph text has the representatives by their numbers",
    ("classes", "to_svg"): "a picture shows the representatives",
    ("classes", "to_dot"): "a picture shows the representatives",
    ("remoteness of a preset", "to_svg"): "a picture of a graph shows that an outcome is preset",
    ("remoteness of a preset", "to_dot"): "a picture of a graph shows that an outcome is preset",
}


# What every cell is: a letter for each way, in the order of `table`.
EXPECTED = {
    "labels": "UUUUUU-UU-UUUUUU-UUUU",
    "a preset WIN": "UUUUUUUUUUURRRRRRRRUU",
    "a preset LOSE": "UUUUUUUUUUUUURRRRRRUU",
    "remoteness of a preset": "UUUUUUUUURURRRRRRRR--",
    "owners": "UUUUUUUUUUURRRRRRUUUU",
    "a start": "UUUUU--UU-U---U----U-",
    "classes": "UUU-------UUUURRRUU--",
    "presets": "UUUUUUUUUUUU",
    "presets of a remoteness": "UUUUUUUUUUUU",
    "presets of a stranger": "RRRRRRRRRRRR",
    "presets of another type": "RRRRRRRRRRRR",
    "owner": "UUUUURRUURRR",
    "owner of another type": "RRRRRRRRRRRR",
    "owner of a stranger": "RRRRRRRRRRRR",
    "scores": "UUUUURRRRRRR",
    "scores of a stranger": "RRRRRRRRRRRR",
    "canonical": "RRRUUUUUUUUR",
    "labels beside solve": "RRRRRRRRRRRR",
    "labels=": "UUUUUURR",
    "labels= as an array": "UUUUUURR",
    "targets, names": "UUUUUUUUU",
    "targets, flags": "UUUUUUUUU",
    "priority, mapping": "UUU",
    "priority, list": "UUU",
    "priority, array": "UUU",
    "priority, function": "UUU",
    "board": "UUUUUUUUU",
    "turn": "UUUURRUUU",
    "move": "UUUUUUUUU",
    "centres": "UU",
    "police": "UUUUUUUU",
    "thief": "UUUUUUUU",
    "exits": "UUUUUUUU",
    "positions of a table": "UUUUUU",
    "weight": "UUURR",
}


def reason(what: str, way: str) -> str:
    """Return why an attachment means nothing there, "" where nobody says."""
    return REASONS.get((what, way), "")


def table() -> dict[tuple[str, str], str]:
    """Try all cells."""
    carried = {(what, way): try_carried(what, way) for what in CARRIED for way in WAYS}
    given = {(what, way): try_argument(what, way) for what in ARGUMENTS for way in SOURCES}
    calls = {cell: try_call(*parts) for cell, parts in (CALLS | SHOWN).items()}
    return carried | given | calls
