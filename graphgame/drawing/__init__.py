"""Pictures and plots of graphs, boards and values.

This room imports the top only.  It gets arrays, states and functions, and knows no solution class:
`Solution.to_svg` and its relatives import it when they are called.
"""
