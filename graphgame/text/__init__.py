"""Graphs in, as graph text and in the formats of others; results as text and JSON out.

May import: the top, `reading`, `graphs`, `solving`, `values`.

Files::

    # graphs
    graph_text.py  `read_graph`, `read_scores`, `write_graph`; graph text
    formats.py     the other formats: told by their first bytes, read, and written
    names.py       names of positions in files
    edge_list.py   edge lists
    edge_table.py  CSV and TSV
    graph_json.py  JSON
    dot.py         DOT, which pydot reads
    graphml.py     GraphML
    gml.py         GML
    carried.py     presets, owners, priorities and scores in files
    _scan.pyx      scan graph text
    _scan.h        scan plain lines of edges, eight characters at a time
    _edges.pyx     scan edge lists and tables
    _gml.pyx       scan GML

    # results
    results.py     solutions as text and JSON, in blocks of bytes
    json_text.py   print JSON in blocks of bytes
    _print.pyx     print outcomes, remoteness, moves and values into a block
"""
