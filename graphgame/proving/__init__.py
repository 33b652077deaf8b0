"""One start: who wins from it, found by a search that looks at what it needs, with a proof.

May import: the top, `graphs`, `rules`, `solving`, `playing`.

Files::

    start.py            `prove`, and the search for the answers to its questions
    proof.py            `Proof`: the outcome, strategies, the check, files
    bounds.py           between which scores the start lies, and the next question
    scored.py           scores of a rule, as presets of a question
    known.py            what a proof says of one position, for those who play it
    checked.py          `verify_proof`: a proof in a file, checked block by block
    positions.py        what a search asks of a rule of any kind, and how positions are numbered
    parts.py            a proof as arrays: collected from the table, and checked against the rule
    verify.py           the certificate: NumPy alone
    files.py            what files of proofs hold
    waiting.py          what files of searches hold that are to go on later
    _proof_numbers.pyx  the search: depth first, and by proof numbers
    _proof_table.pyx    what searches remember, in a table of fixed size
    _entries.pxd        an entry of the table, and where it lies
    _asking.pyx         what the search asks of a rule
    _region.pyx         the nodes that an answer of the search rests on
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame proof": "proof.Proof",
}
