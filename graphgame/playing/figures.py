"""Figures that pieces show: pawns, stones, arrows, cars, animals.

A figure is a list of layers, paths in a square of 100 × 100.  A "body" is filled with the colour of
the piece, and has an outline; a "detail" is filled, and a "line" drawn, in black or white,
whichever is easier to see on that colour.  A figure looks upward: `facing` turns it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Layers = list[tuple[str, str]]

FACINGS = {"up": 0, "right": 90, "down": 180, "left": 270}


def circle(x: float, y: float, radius: float) -> str:
    """Return the path of a circle."""
    half = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{half} {2 * radius:g} 0{half}-{2 * radius:g} 0z"


def eyes(left: float, y: float, radius: float = 4.5) -> str:
    """Return the path of two eyes, as far left as right of the middle."""
    return circle(left, y, radius) + circle(100 - left, y, radius)


_CHICK = "M50 20q34 3 36 37 0 33-36 33T14 57q2-34 36-37z"

FIGURES: dict[str, Layers] = {
    "disc": [("body", circle(50, 50, 41)), ("line", circle(50, 50, 31))],
    "stone": [("body", circle(50, 50, 44)), ("line", "M25 43q5-15 19-19")],
    "pawn": [
        (
            "body",
            "M50 10a16 16 0 0 1 10 28.5q5 2 4 8h-6q1 14 10 22 8 6 8 19H24q0-13 8-19 9-8 10-22h-6"
            "q-1-6 4-8A16 16 0 0 1 50 10z",
        ),
        ("line", "M30 74h40"),
    ],
    "queen": [
        (
            "body",
            "M26 88h48l-2-15q8-20 17-37a5 5 0 1 0-7-3L67 50l2-27a5.5 5.5 0 1 0-7-1L50 47 38 22"
            "a5.5 5.5 0 1 0-7 1l2 27L18 33a5 5 0 1 0-7 3q9 17 17 37z",
        ),
        ("line", "M28 74q22-5 44 0"),
    ],
    "king": [
        (
            "body",
            "M45 4h10v9h9v10h-9v9q31-11 36 12 1 20-18 29l1 15H26l1-15Q8 64 9 44q5-23 36-12v-9h-9"
            "V13h9z",
        ),
        ("line", "M28 74q22-5 44 0"),
    ],
    "rook": [
        ("body", "M20 12h15v9h8v-9h14v9h8v-9h15v24l-9 8 2 30 9 16H18l9-16 2-30-9-8z"),
        ("line", "M29 42h42M28 74h44"),
    ],
    "knight": [
        (
            "body",
            "M26 90h50q6-34-2-54Q68 20 50 17L45 7 36 19Q22 30 15 54l8 9 9-3 6-8 13 1q-2 12-16 19"
            "-8 6-9 18z",
        ),
        ("detail", circle(41, 33, 4)),
    ],
    "arrow": [("body", "M50 8L88 48H65V92H35V48H12z")],
    "car": [
        (
            "body",
            "M30 22q3-14 20-14t20 14v12q6 0 6 6v4h-6v24h6v6q0 6-6 8-3 12-20 12T30 82q-6-2-6-8v-6h6"
            "V44h-6v-4q0-6 6-6z",
        ),
        ("detail", "M34 40q16-9 32 0l-5 11H39zM39 70h22l4 9q-15 6-30 0z"),
    ],
    "cross": [("body", "M20 8L50 38 80 8 92 20 62 50 92 80 80 92 50 62 20 92 8 80 38 50 8 20z")],
    "nought": [
        (
            "body",
            "M50 8a42 42 0 1 0 0 84a42 42 0 1 0 0-84zM50 27a23 23 0 1 1 0 46a23 23 0 1 1 0-46z",
        )
    ],
    "lion": [
        (
            "body",
            "M50 5q10 0 14 6 13-2 18 8 10 6 8 17 8 9 3 18 1 12-9 17-3 11-15 12-8 9-19 9t-19-9"
            "q-12-1-15-12-10-5-9-17-5-9 3-18-2-11 8-17 5-10 18-8 4-6 14-6z",
        ),
        (
            "line",
            "M50 24q24 1 25 26 0 25-25 28-25-3-25-28 1-25 25-26zM50 62v6M41 70q9 4 9-2 0 6 9 2",
        ),
        ("detail", eyes(40, 46) + "M43 56h14l-7 8z"),
    ],
    "elephant": [
        (
            "body",
            "M34 20q16-8 32 0 28-10 30 20 0 26-25 25-2 6-9 9v6q0 4 8 2v9q-20 7-20-9v-8q-15-1-21-9"
            "Q4 66 4 40q2-30 30-20z",
        ),
        ("line", "M33 24q-8 20 0 36M67 24q8 20 0 36"),
        ("detail", eyes(42, 42)),
    ],
    "giraffe": [
        (
            "body",
            "M37 8a5 5 0 0 1 5 8l1 8h14l1-8a5 5 0 1 1 6 1l-1 11 21-3q-2 16-19 16-2 14 3 24 4 26-18"
            " 26t-18-26q5-10 3-24-17 0-19-16l21 3-1-11a5 5 0 0 1 1-9z",
        ),
        ("detail", eyes(42, 44, 4) + circle(44, 78, 2.5) + circle(56, 78, 2.5)),
    ],
    "chick": [
        ("body", _CHICK),
        ("body", "M47 22q-7-8-1-16 2 7 11 7-3 5-6 9z"),
        ("detail", eyes(35, 50) + "M40 58h20l-10 13z"),
    ],
    "hen": [
        ("body", _CHICK),
        ("body", "M50 22q-9 2-11-3-8-2-5-9 5-4 9 0 2-7 8-6 6 0 7 7 6-4 10 1 2 8-6 8-3 4-12 2z"),
        ("detail", eyes(35, 50) + "M40 57h20l-10 12zM46 71h8q2 10-4 11-6-1-4-11z"),
    ],
    "fox": [
        ("body", "M14 10L37 30q13-4 26 0L86 10q6 26-3 46Q72 79 50 92 28 79 17 56 8 36 14 10z"),
        ("line", "M17 56q19-3 33 30 14-33 33-30"),
        ("detail", eyes(36, 50) + circle(50, 84, 6)),
    ],
    "hound": [
        (
            "body",
            "M33 18q17-8 34 0 17-1 23 20 6 26-6 31-8 0-10-12-2 16-9 25-6 9-15 9t-15-9q-7-9-9-25"
            "-2 12-10 12-12-5-6-31 6-21 23-20z",
        ),
        ("line", "M30 24q-6 14-4 33M70 24q6 14 4 33M50 74v8"),
        ("detail", eyes(40, 44) + "M40 63q10-6 20 0-1 11-10 11t-10-11z"),
    ],
    "cat": [
        ("body", "M17 8L39 26q11-3 22 0L83 8q7 24 4 44-2 36-37 38-35-2-37-38-3-20 4-44z"),
        ("line", "M50 66v6q-5 6-11 2M50 72q5 6 11 2M18 60l16 3M21 73l13-3M82 60l-16 3M79 73l-13-3"),
        ("detail", eyes(36, 48, 5) + "M43 60h14l-7 7z"),
    ],
    "mouse": [
        (
            "body",
            "M50 32q4-18 22-20 22 0 22 21 0 15-14 19 2 10-6 19L50 92 26 71q-8-9-6-19Q6 48 6 33"
            "q0-21 22-21 18 2 22 20z",
        ),
        ("line", "M42 72l-11-4M43 77l-10 0M58 72l11-4M57 77l10 0"),
        ("detail", eyes(39, 58) + circle(50, 88, 6)),
    ],
}


def shown_figures(pieces: Iterable[Mapping[str, str | bool]]) -> dict[str, Layers]:
    """Return the figures that pieces show, by name."""
    shown = {str(x["figure"]) for x in pieces if "figure" in x}
    return {name: FIGURES[name] for name in sorted(shown)}
