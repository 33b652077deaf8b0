# %%
# What it prints
# --------------
main([])

# %%
# The door and the robot around cells 2 and 3
# -------------------------------------------
# Positions of the robot are round, those of the door are boxes.
from pathlib import Path

start = (2, FULL, False, ROBOT)
graph = gg.explore(options, start=start, owner=owner)
Path("robot.svg").write_text(graph.to_svg(around=start, depth=2), encoding="utf-8")

# %%
# A page to play in
# -----------------
# Both wishes as one game: the robot has lost where it stands in cell 4.
from _texts import about

s = whole()
s.write_html("robot.html", **look(), **about("robot"))
