"""Synthesis: automata in the HOA format in, machines of the winner out, and their certificate.

May import: the top, `reading`, `graphs`, `parity`, `text`, `playing`.

Files::

    automaton.py     `Automaton`, `read_hoa`, `read_hoas` and `write_hoa`
    controller.py    `realize` and `Controller`
    hoa_text.py      the header of a text, and texts of labels
    acceptance.py    acceptance conditions: normal forms, names, and Zielonka trees
    arena.py         number the positions of a game
    letter_game.py   what the page of a controller shows
    aiger_text.py    write machines as circuits
    circuit_text.py  `read_aiger`: controllers of others
    code_text.py     write machines as programs in Python and in C
    verify.py        the certificate
    _hoa_tokens.pyx  split texts into tokens
    _hoa_scan.pyx    scan formulas and bodies
    _formulas.pyx    keep formulas as arrays
    _diagrams.pyx    decision diagrams
    _letters.pyx     split letters into classes
    _machine.pyx     read machines off strategies, and merge their states
    _gates.pyx       circuits of and-gates
    _strong.pyx      strongly connected components
"""
