"""Playing against the perfect player: the page, the local server, and the terminal.

This room imports the top and `drawing`.  It gets arrays and functions, and knows no solution class:
`Solution.write_html` and its relatives import it when they are called.  `page/` holds the scripts
and the styles of the page.
"""
