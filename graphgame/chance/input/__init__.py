"""What users give of a game of chance: who moves, and numbers beside moves and ends.

May import: the top, `drawing`, `playing`, `graphs`, `rules`, `answers`, `solving`, `owners`.

Files::

    given.py         read who moves, and numbers beside moves and ends, as users give them
    move_numbers.py  numbers beside moves, by option or in the order of the moves
    weights.py       probabilities as exact weights
    code_rules.py    what moves pay in games of codes
    game.py          the game as arrays, as a file keeps it and a certificate begins with it
"""
