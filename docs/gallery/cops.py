# %%
# What it prints
# --------------
main([])

# %%
# Three cops on the Petersen graph
# --------------------------------
# The number on a vertex is that of the rounds until a robber who starts there is caught.
from math import cos, pi, sin
from pathlib import Path

centres = [(r * sin(2 * pi * k / 5), -r * cos(2 * pi * k / 5)) for r in (1, 0.5) for k in range(5)]
s = gg.cops_and_robbers(GRAPHS["Petersen"], 3)
Path("cops.svg").write_text(s.to_svg(centres=centres), encoding="utf-8")

# %%
# A page to play in
# -----------------
s.write_html("cops.html", title="Cops on the Petersen graph", centres=centres)
