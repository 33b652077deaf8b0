"""Graph text in; results as text and JSON out.

May import: the top, `reading`, `graphs`, `solving`, `values`.

Files::

    graph_text.py  `read_graph` and `write_graph`
    results.py     solutions as text and JSON, in blocks of bytes
    json_text.py   print JSON in blocks of bytes
    _scan.pyx      scan graph text
    _scan.h        scan plain lines of edges, eight characters at a time
    _print.pyx     print outcomes, remoteness, moves and values into a block
"""
