# %%
# What it prints
# --------------
main([])

# %%
# The positions of a grid of 3 × 3
# --------------------------------
# A position is the row and the column of the piece.
from pathlib import Path

options, points = rule(["---", "+-+", "+--"])
s = gg.solve_chance(options, start=(0, 0), points=points)
print(s.value((0, 0)), s.move_values((0, 0)))
Path("grid_points.svg").write_text(s.game.to_svg(), encoding="utf-8")
