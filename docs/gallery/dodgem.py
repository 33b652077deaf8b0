# %%
# The script writes the graph to standard output, for the command ``graphgame solve``. Here it is
# solved in Python.
game = gg.explore(rule(3), start=start(3))
s = gg.solve(game, play="misere")
print(s)
print("the start is a", s.result, "in", s.remoteness_of(start(3)), "plies")

# %%
# The last moves of the longest win
# ---------------------------------
from pathlib import Path

end = s.line(start(3))[-5]
Path("dodgem.svg").write_text(s.to_svg(around=end, depth=2), encoding="utf-8")

# %%
# A page to play in
# -----------------
from _texts import about

s.write_html(
    "dodgem.html", title="Dodgem 3 × 3", board=board(3), turn=turn, pieces=PIECES, **about("dodgem")
)
