# %%
# What it prints
# --------------
main([])

# %%
# Where both players wait
# -----------------------
# A on square 3 and B on 6: what each throw is worth to A, if play without end is worth 1/2.
game = SnakesAndLadders(9, {5: 8, 7: 4}, 2)
solution = game.solve(Fraction(1, 2))
for player, name in enumerate("AB"):
    for throw in (1, 2):
        for option, value in solution.move_values((3, 6, player, throw)).items():
            print(f"{name} throws {throw}: A on {option[0]}, B on {option[1]}: {value:.4f}")

# %%
# The ladder leads from 5 to 8, the snake from 7 to 4.
Path("snakes_and_ladders.svg").write_text(picture(game, 3, 6), encoding="utf-8")
