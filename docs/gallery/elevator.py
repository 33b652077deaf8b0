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
