# %%
# What it prints
# --------------
main([])

# %%
# Around the start
# ----------------
# The picture needs outcomes: a score above 0 is a win.
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
# The colours stay where they are if positions say who moves: here by a third entry.
from _texts import about

Sided = tuple[int, int, bool]


def sided_options(position: Sided) -> list[Sided]:
    """Return the options, of positions with Black to move and with White to move."""
    own, other, black = position
    return [(*option, not black) for option in options((own, other))]


pieces = {
    "X": {"name": "black", "figure": "disc", "colour": "#1b1f24"},
    "O": {"name": "white", "figure": "disc", "colour": "white"},
}
s = gg.solve_scores(sided_options, lambda p: score(p[:2]), start=(*START, True))
s.write_html(
    "othello.html",
    title="Othello 4 × 4",
    board=lambda p: board(p[:2], black=p[2]),
    turn=lambda p: int(not p[2]),
    pieces=pieces,
    **about("othello"),
)
