# %%
# The script writes the graph to standard output, for the command ``graphgame solve``. Here the game
# is solved in Python, up to symmetry.
s = gg.solve(canonical_options, start=canonical(start()))
print(s)

# %%
# Around a lost position
# ----------------------
# One of the 15 positions in which the player to move cannot place the L.
from pathlib import Path

lost = next(p for p in s if s.outcome(p) == gg.LOSE and s.remoteness_of(p) == 2)
Path("l_game.svg").write_text(s.to_svg(around=lost, depth=1), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(sided_options, start=(*start(), 0))
s.write_html(
    "l_game.html", title="The L game", board=board, turn=turn, pieces=PIECES, **about("l_game")
)
