"""Rules of games: every kind of rule, exploring it into a graph, sums, and checking.

May import: the top, `graphs`.

Files::

    # kinds of rules
    game.py          `Game`: what a rule offers
    kind.py          tell kinds of rules apart; starts; mappings that go with a rule
    source.py        a graph or a rule with its starts, for every solver
    symmetry.py      canonical positions: map starts to classes, and classes back
    classes.py       functions of one position as functions of many
    messages.py      the errors about what a rule returned

    # asking: asked.py and questions.py ask through batches.py
    asked.py         `Asked`: ask any rule for the moves of many codes; its digest
    questions.py     ask any rule for options and numbers of some positions
    batches.py       ask a rule of NumPy arrays, and check types and shapes of what it returns
    blocks.py        ask for the options of a block of an exploration; threads that help
    merging.py       ask again for presets that were not stored

    # rooms below
    compiled/        compiled rules: their addresses, their signatures, and how they are called
    exploring/       explore rules into graphs: on Python objects, on codes, in threads
    sums/            rules whose options are sums: find their components, and write them out
    checking/        check a rule on a sample of its positions
"""
