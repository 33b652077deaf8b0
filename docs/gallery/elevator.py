# %%
# What it prints
# --------------
main([])

# %%
# Two floors
# ----------
# Positions of the elevator are round, those of its users are boxes.
from pathlib import Path

graph = solve(2).graph()
Path("elevator.svg").write_text(graph.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
# Three floors. The elevator wins wherever it has not blundered into a loop, so play its users.
from _texts import about

s = solve(3)
s.write_html("elevator.html", **look(), **about("elevator"))
