# %%
# What it prints
# --------------
main([])

# %%
# The moves of a single box
# -------------------------
# A position is a number, whose bits are the lines that are drawn.
from pathlib import Path

s = DotsAndBoxes(1, 1).solve()
Path("dots_and_boxes.svg").write_text(s.graph().to_svg(depth=4), encoding="utf-8")

# %%
# A page to play in
# -----------------
# Its board is a drawing, whose lines are painted.
from _texts import about

game = DotsAndBoxes(2, 2)
game.solve().write_html(
    "dots_and_boxes.html",
    title="Dots and Boxes 2 × 2",
    board=game.board,
    style=game.drawing(),
    pieces=PIECES,
    move=game.move_name,
    **about("dots_and_boxes"),
)
