# %%
# What it prints
# --------------
main([])

# %%
# The longest win
# ---------------
# Up to symmetry there is one position in which X is to move and wins in 5 plies, and one for O.
# The loser has a single move each time.
from pathlib import Path

game = MuTorere()
s = gg.solve(game.options, start=game.start, canonical=game.canonical)
trap = next(code for code in s if s.remoteness_of(code) == 5)
Path("mu_torere.svg").write_text(s.to_svg(around=trap, depth=2), encoding="utf-8")
for code in s.line(trap):
    print(game.board(code), "XO"[game.turn(code)], "to move:", s[code].outcome)

# %%
# A page to play in
# -----------------
from _texts import about

s = gg.solve(game.options, start=game.start)
s.write_html("mu_torere.html", **game.look(), **about("mu_torere"))
