# %%
# What it prints
# --------------
main([])

# %%
# What the robot does
# -------------------
# A play from the start, with dice: the cells of the robot before its moves, and the closed door.
game = Windy()
solution = game.solve()
play = solution.sample(game.start, seed=4)
print(*(f"{cell} {door}" for turn, cell, door, _ in play if turn == ROBOT), sep="; ")

# %%
# All values
# ----------
# Green: for certain.  Red: never.  The bluer, the likelier.
Path("robot_in_wind.svg").write_text(picture(game, solution), encoding="utf-8")
