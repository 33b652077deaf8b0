"""Playing against the perfect player: the page, the local server, and the terminal.

It gets arrays and functions, and knows no solution class: `Solution.write_html` and its relatives
import it when they are called.

May import: the top, `drawing`.

Files::

    # the page
    played.py      `Shown` and `Played`: the methods of games that write and show a page
    page/          its scripts and styles: `match/`, `sandbox/`, `sources/` and `shared/`
    page.py        join data, scripts and styles into one file: heaps, boards, cops, the sandbox
    puzzles.py     positions of which exactly one move wins, or holds the draw
    table.py       a solved game on a graph as the data of a page; see docs/formats.md
    show.py        write a page to a file; show it in a notebook or a browser

    # how positions look
    game.py        `Look`, and the arrays of a solved game that is played
    look.py        check what the author gives: names, boards, turns, title, languages, centres
    pieces.py      check what characters of a board show
    texts.py       check texts, and shorten values for errors
    figures.py     pawns, cars and animals, which pieces show, as paths
    board_drawing.py  read a board that its author has drawn as SVG, by a list of what is allowed
    steps.py       moves as changes of the board

    # matches
    positions.py   one position of a solved game or a database at a time
    views.py       what is said of a position and its moves, in JSON and in words: "b2 → b3"
    server.py      the local server, and which requests it refuses
    terminal.py    a match in the terminal or through a pipe
"""
