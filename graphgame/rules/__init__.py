"""Rules of games: every kind of rule, exploring it into a graph, sums, and checking.

May import: the top, `graphs`.

Files::

    # kinds of rules
    game.py          `Game`: what a rule offers
    kind.py          tell kinds of rules apart: of one position, of arrays of codes, compiled
    starts.py        check the positions where exploring starts
    source.py        a graph or a rule with its starts, for every solver
    symmetry.py      canonical positions: map starts to classes, and classes back
    classes.py       functions of one position as functions of many
    met.py           mappings that go with a rule: each key must be met
    messages.py      the errors about what a rule returned

    # compiled rules
    compiled.py      addresses of compiled functions, from any wrapper
    signatures.py    their signatures, from C text, ctypes, cffi and Numba
    native.py        `Native`: a compiled function with its address
    njit.py          functions that Numba compiles
    failures.py      errors in Python functions that compiled code calls
    _stage.pyx       call compiled rules, and collect what they give

    # asking
    asked.py         `Asked`: ask any rule for the moves of many codes; its digest
    questions.py     ask any rule for options and numbers of some positions
    batches.py       ask a rule of arrays, and check what it returns
    blocks.py        ask for the options of a block of an exploration; threads that help
    merging.py       ask again for presets that were not stored

    # exploring
    explore.py       `explore`, `explore_codes`
    stepwise.py      `Explorer`: explore step by step
    objects.py       explore a rule of one position
    code_walk.py     explore a rule on codes; for a solver that reads options once, in order
    growth.py        the limits of an exploration: positions, moves, memory
    _objects.pyx     explore Python objects, breadth first
    _codes.pyx       explore int64 codes, breadth first
    _relay.pyx       explore a compiled rule in several threads
    _compact.pyx     the options of every position in few bytes

    # sums
    sum_rule.py      rules whose options are sums of components
    sum_game.py      all components of such a game, with their options
    written_out.py   such a game as a graph: a position is a multiset of components
    _components.pyx  find the components, and write out their options
    _multisets.pyx   write out the multisets of components

    # checking
    check.py         `check_rule`
    trial.py         the sample on which a rule is checked, and what must hold
    consistent.py    ask a rule again: does it depend on the position alone?
"""
