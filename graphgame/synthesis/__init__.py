"""Synthesis: automata in the HOA format in, machines of the winner out, and their certificate.

Games with owners and conditions on several sets are solved here, too: who wins them may need a
memory, which is a machine.

May import: the top, `drawing`, `reading`, `playing`, `graphs`, `owners`, `parity`, `text`.

Files::

    automaton.py        `Automaton`, `read_hoa`, `read_hoas` and `write_hoa`
    controller.py       `realize` and `Controller`
    hoa_text.py         the header of a text, and texts of labels
    acceptance.py       acceptance conditions: normal forms, names, and Zielonka trees
    arena.py            number the positions of a game
    letter_game.py      what the page of a controller shows
    aiger_text.py       write machines as circuits
    circuit_text.py     `read_aiger`: controllers of others
    formula_text.py     automata of formulas, by Spot
    code_text.py        write machines as programs in Python and in C
    conditions.py       generalized Büchi, GR(1), Rabin and Streett games
    memory_solution.py  `MemorySolution`
    verify.py           the certificate of machines
    verify_memory.py    the certificate of strategies with memory, and cycles that lack a colour
    _hoa_tokens.pyx     split texts into tokens
    _hoa_scan.pyx       scan formulas and bodies
    _formulas.pyx       keep formulas as arrays
    _diagrams.pyx       decision diagrams
    _letters.pyx        split letters into classes
    _machine.pyx        read machines off strategies, and merge their states
    _gates.pyx          circuits of and-gates
    _strong.pyx         strongly connected components
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame memory": "memory_solution.MemorySolution",
}
