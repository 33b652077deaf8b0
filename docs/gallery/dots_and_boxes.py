# %%
# What it prints
# --------------
main([])

# %%
# The moves of a single box
# -------------------------
# A position is a number, whose bits are the lines that are drawn. Pages to play in know wins, not
# scores, so there is none.
from pathlib import Path

s = DotsAndBoxes(1, 1).solve()
Path("dots_and_boxes.svg").write_text(s.graph().to_svg(depth=4), encoding="utf-8")
