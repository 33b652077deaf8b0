# %%
# What it prints
# --------------
main(["3"])

# %%
# The game of two clients
# -----------------------
# Positions of the arbiter are round, those of its clients are boxes.
from pathlib import Path

game = automaton(2).game().solve().graph()
Path("arbiter.svg").write_text(game.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
# You are the clients. With values shown, the page says which grants would break the promise.
from _texts import about

controller(3).write_html("arbiter.html", title="An arbiter of three clients", **about("arbiter"))
