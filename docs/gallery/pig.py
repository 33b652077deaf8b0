# %%
# What it prints
# --------------
main(["50"])

# %%
# When to hold
# ------------
# To 30 points: by the own score, upwards, and that of the other player.  The darker, the later.
solution = gg.solve_chance(Pig(30), start=START)
Path("pig.svg").write_text(picture(solution, 30), encoding="utf-8")

# %%
# A page to play in
# -----------------
# The page rolls the die, or takes what you roll.
game = Pig(30)
solution.write_html(
    "pig.html",
    title="Pig to 30 points",
    board=game.board,
    style=game.style,
    pieces=game.pieces,
    move=game.move_name,
    rules=game.rules,
    goal=game.goal,
    players=game.players,
)
