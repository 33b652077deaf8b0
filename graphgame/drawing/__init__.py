"""Pictures (SVG, Graphviz text) and plots of graphs, boards and values.

It gets arrays, states and functions, and knows no solution class: `Solution.to_svg` and its
relatives import it when they are called.

May import: the top.

Files::

    boards.py         the picture of a board of policeman and thief
    graph_picture.py  the picture of a graph: positions in layers, moves as arrows; Graphviz
    graphviz.py       places of positions and ways of arrows by Graphviz; whole pictures by it
    heap_values.py    the picture of a heap game: a table of values with its period
    layers.py         place positions in layers, and route arrows around them
    overview.py       what a notebook shows of a graph: counts, a histogram, surroundings
    pictured.py       `Drawn`: the methods of games that draw themselves; `Pictured`, for notebooks
    plots.py          plots with matplotlib
    surroundings.py   choose what a picture of a large graph shows: the surroundings of a position
    svg.py            write SVG in the colours of outcomes; escape labels
    vertices.py       the picture of cops and robbers
"""
