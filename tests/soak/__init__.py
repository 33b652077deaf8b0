"""Differential tests at scale: random games of every kind, solved in every way there is.

``make soak SECONDS=600``, or ``python -m tests.soak --help``.  What there is:

=============  ====================================================================================
`runner`       the loop, the budget, the summary and the record; failures to files and back
`shrink`       smaller and smaller cases that still fail
`kinds`        the table of kinds of games; a new kind gets a line there
`solvers`      the table of ways to solve one graph; a new way gets a line there
others         a family of games each: how one is drawn, checked and made smaller
=============  ====================================================================================

A case is a dict that JSON can hold.  Its random numbers come from the seed of the run, the name of
the kind and the number of the case alone, so that any case can be drawn again.
"""
