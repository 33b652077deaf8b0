# %%
# What it prints
# --------------
main([])

# %%
# Around the start
# ----------------
# The picture and the page need outcomes: a score above 0 is a win.
from pathlib import Path


def result(position: Position) -> gg.Outcome | None:
    """Return the outcome for the player to move where the game is over."""
    margin = score(position)
    return None if margin is None else gg.Outcome((margin > 0) - (margin < 0))


s = gg.solve(options, start=START, presets=result)
Path("othello.svg").write_text(s.to_svg(depth=2), encoding="utf-8")

# %%
# A page to play in
# -----------------
# X is the player to move.
from _texts import about

s.write_html(
    "othello.html", title="Othello 4 × 4", board=lambda p: board(p, black=True), **about("othello")
)
