"""Print the table, and the counts of its cells."""

from __future__ import annotations

from tests.house import attached

cells = attached.table()
for (what, way), found in cells.items():
    why = f": {attached.reason(what, way)}" if found == "nothing" else ""
    print(f"{what:24} {way:22} {found}{why}")
counts = {kind: [*cells.values()].count(kind) for kind in ("used", "refused", "nothing")}
print(f"{len(cells)} cells:", ", ".join(f"{count} {kind}" for kind, count in counts.items()))
