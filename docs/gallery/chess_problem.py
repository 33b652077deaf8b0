# %%
# What it prints
# --------------
main(["morphy"])

# %%
# The positions of the proof
# --------------------------
# Of White's positions the proof has one move each, of Black's all: so every line ends in a mate.
from pathlib import Path

problem = Problem(*PROBLEMS["morphy"])
proof = gg.prove(problem, problem.start)
moves = proof.strategy()


def proven(position: str) -> list[str]:
    """Return the positions of the proof that moves lead to."""
    return [moves[position]] if position in moves else problem.options(position)


drawn = gg.solve(proven, start=problem.start)
Path("chess_problem.svg").write_text(drawn.to_svg(), encoding="utf-8")

# %%
# A page to play in
# -----------------
# The positions of the proof on the board: Black chooses the defence.
from _texts import about

drawn.write_html(
    "chess_problem.html",
    title=problem.title,
    board=problem.board,
    turn=problem.turn,
    pieces=problem.pieces,
    style=problem.style,
    move=problem.move_name,
    **about("chess_problem"),
)
