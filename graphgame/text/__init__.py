"""Graphs in, as graph text and in the formats of others; results as text and JSON out.

May import: the top, `reading`, `graphs`, `solving`, `values`, `chance`.

Files::

    # graphs
    graph_text.py     `read_graph`, `read_scores`, `write_graph`; graph text
    formats.py        the other formats: told by their first bytes, read, and written
    chance_text.py    `read_chance`, `write_chance`; graph text with probabilities and points
    chance_formats.py what other formats say of games of chance
    names.py          names of positions in files
    edge_list.py      edge lists
    edge_table.py     CSV and TSV
    graph_json.py     JSON
    dot.py            DOT, which pydot reads
    graphml.py        GraphML
    gml.py            GML
    carried.py        presets, owners, priorities and scores in files
    _scan.pyx         scan graph text
    _scan.h           scan plain lines of edges, eight characters at a time
    _chance_scan.pyx  scan graph text with probabilities, points and scores
    _edges.pyx        scan edge lists and tables
    _gml.pyx          scan GML

    # results
    results.py        solutions as text and JSON, in blocks of bytes
    chance_results.py solutions of games of chance as text and JSON
    json_text.py      print JSON in blocks of bytes
    _print.pyx        print outcomes, remoteness, moves, values and decimals into a block
"""
