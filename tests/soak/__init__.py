"""Differential tests at scale: random games of every kind, solved in every way.

``make soak SECONDS=600``, or ``python -m tests.soak --help``.  The modules:

=============  ====================================================================================
`runner`       the loop, the budget, the summary and the record; failures to files and back
`shrink`       reduces a failing case
`kinds`        the table of kinds of games; add new kinds there
`solvers`      the table of ways to solve one graph; add new ways there
others         a family of games each: how a case is drawn, checked and reduced
=============  ====================================================================================

A case is a dict that JSON can represent.  Its random numbers depend only on the seed of the run,
the name of the kind and the number of the case, so that any case can be drawn again.
"""
