# %%
# What it prints
# --------------
main([])

# %%
# The positions of a row of four
# ------------------------------
# A position is where what is left begins and ends.
from pathlib import Path

options, points = rule([10, 80, 90, 30])
s = gg.solve_chance(options, start=(0, 4), points=points)
print(s.value((0, 4)), s.move_values((0, 4)))
Path("deque.svg").write_text(s.game.to_svg(), encoding="utf-8")
