"""Mistakes of users that type checkers find: each line here is an error, or the comment is one."""

from __future__ import annotations

import graphgame as gg

pairs = gg.solve([(0, 1), (1, 2)])
words = gg.solve({"a": ["b"]})


def mistakes() -> None:
    """Make them; nobody calls this."""
    gg.LOSS  # type: ignore[attr-defined]  # pyright: ignore
    gg.solve([(0, 1)], play="misère")  # type: ignore[call-overload]  # pyright: ignore
    gg.solve([(0, 1)], plays="normal")  # type: ignore[call-overload]  # pyright: ignore
    pairs.outcome("a")  # type: ignore[call-overload]  # pyright: ignore
    words.line(0)  # type: ignore[arg-type]  # pyright: ignore
    words["a"].best  # type: ignore[attr-defined]  # pyright: ignore
    words.best_move("a").upper()  # type: ignore[union-attr]  # pyright: ignore
    words.remoteness("a")  # type: ignore[operator]  # pyright: ignore
    sum(words)  # type: ignore[arg-type]  # pyright: ignore
    text: gg.Solution[str] = pairs  # type: ignore[assignment]  # pyright: ignore
    number: int = words.line("a")[0]  # type: ignore[assignment]  # pyright: ignore
    print(text, number)
