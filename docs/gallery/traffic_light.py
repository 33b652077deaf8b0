# %%
# What it prints
# --------------
main([])

# %%
# The game
# --------
# Positions of the light are round, those of the traffic are boxes.
graph = solve(GAME).game
Path("traffic_light.svg").write_text(graph.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = solve(GAME)
s.write_html("traffic_light.html", **look(), **about("traffic_light"))
