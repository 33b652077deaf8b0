"""Graphs of games, from every kind of input, with labels, presets and owners.

May import: the top, `drawing`, `playing`.

Files::

    # graphs
    graph.py        `GameGraph`
    sum.py          `Sum`: several positions side by side
    verify.py       check that a graph keeps what the user gave
    _rows.pyx       group edges by an end, reverse them, count them

    # from what users give
    convert.py      `as_game_graph`: choose the reader for an argument
    edges.py        edges as arrays, pairs, tables and views
    edge_tables.py  tables of two columns: pandas, Polars, pyarrow
    arrow.py        columns of pyarrow, Polars and others: types and nulls, without the library
    options.py      options of each position, adjacency matrices, CSR
    libraries.py    SciPy, NetworkX, igraph, rustworkx, and what nodes carry; back to NetworkX
    given.py        values for each position in any form: arrays, mappings, functions
    labels.py       check labels of positions; labels without a list of objects; many indices
    presets.py      check preset outcomes, their remoteness, and owners of positions
    symmetry.py     canonical positions of a graph of classes
    _names.pyx      `NameIndex`: the indices of names, any hashable objects
    _index.pyx      `CodeIndex`: the indices of int64 codes
    _table.pyx      the hash table of `CodeIndex`

    # what solutions share
    solved.py       loading, and the positions of the game in a file
    by_state.py     solved games as mappings from states
    files.py        graphs as arrays of an archive
    form.py         `Form`: what the files of a solved game hold, written and read
    packed.py       parts of files that are compressed: numbers, and labels that are codes
"""
