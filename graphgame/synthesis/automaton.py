"""`Automaton`, `read_hoa`, `read_hoas` and `write_hoa`: what a controller is to do."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Literal

from graphgame import types
from graphgame.errors import GraphGameError, ParseError, advised
from graphgame.parity.game import ParityGame
from graphgame.parity.pg_text import text_name, write_blocks
from graphgame.synthesis import hoa_text


class Automaton:
    """An automaton on infinite words, whose letters are sets of propositions.

    Some propositions are inputs, which the environment chooses, and the others outputs, which a
    controller chooses.  A word is accepted if the run of the automaton is: the run follows the
    edges whose labels have the letters, and its acceptance condition says which sets of marks it
    has to visit for ever.  A run that meets a letter without an edge is rejected.

    `read_hoa` makes one.

    Attributes
    ----------
    propositions : list of str
    starts : list of int
        States in which a run may begin: none means that no word is accepted.
    acceptance : str
        The acceptance condition, in ``Inf(x)``, ``Fin(x)``, ``&`` and ``|``.
    acceptance_sets : int
        How many sets of marks there are.
    name, acc_name : str
        As the text says; empty where it does not.
    properties : list of str
        What the text claims of the automaton; it is checked, and nothing relies on it.

    See Also
    --------
    read_hoa, realize

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "request" "grant" controllable-AP: 1
    ... Acceptance: 1 Inf(0)
    ... --BODY-- State: 0 [0&1 | !0&!1] 0 {0} [0&!1 | !0&1] 0 --END--'''
    >>> automaton = gg.read_hoa(io.BytesIO(text))
    >>> automaton
    Automaton(n=1, m=2, 1 input, 1 output, Inf(0))
    >>> automaton.inputs, automaton.outputs, automaton.game().solve().winner(0)
    (['request'], ['grant'], 0)
    """

    def __init__(self, found: dict[str, Any]) -> None:
        header = found["header"]
        self._found = found
        self.propositions: list[str] = header.propositions
        self.starts: list[int] = header.starts
        self.acceptance: str = header.text
        self.acceptance_sets: int = header.sets
        self.acc_name: str = header.acc_name
        self.name: str = header.name
        self.properties: list[str] = header.properties
        self._controllable: list[int] = header.controllable
        header.scanner = None  # which holds the text

    @property
    def n(self) -> int:
        """Number of states."""
        return len(self._found["ptr"]) - 1

    @property
    def m(self) -> int:
        """Number of edges."""
        return len(self._found["labels"])

    @property
    def inputs(self) -> list[str]:
        """The propositions that the environment chooses, in the order of the text."""
        controllable = {*self._controllable}
        return [x for v, x in enumerate(self.propositions) if v not in controllable]

    @property
    def outputs(self) -> list[str]:
        """The propositions that a controller chooses, in the order of the text."""
        controllable = {*self._controllable}
        return [x for v, x in enumerate(self.propositions) if v in controllable]

    def __repr__(self) -> str:
        i, o = len(self.inputs), len(self.outputs)
        shown = self.acc_name or self.acceptance
        return (
            f"Automaton(n={self.n}, m={self.m}, {i} input{'s' * (i != 1)}, "
            f"{o} output{'s' * (o != 1)}, {shown})"
        )

    def game(self, semantics: Literal["mealy", "moore"] = "mealy") -> ParityGame[int]:
        """Return the parity game of the environment, player 1, and the controller, player 0.

        Parameters
        ----------
        semantics : {"mealy", "moore"}
            "mealy": in each step the environment chooses the inputs first, and the controller then
            the outputs.  "moore": the controller chooses first.

        Returns
        -------
        ParityGame
            Its first positions are the states of the automaton; where the acceptance condition
            needs memory, each of them with each state of the memory.  Then come choices of the
            player who chooses second, and priorities of edges.

        Raises
        ------
        GraphGameError
            If the automaton is nondeterministic, or is not what its text claims.
        TooLargeError
            If the acceptance condition has too many cases.

        See Also
        --------
        realize

        Notes
        -----
        Letters are split by decision diagrams into the classes that the labels of a state tell
        apart.  A condition that is no parity condition is made one by its Zielonka tree.

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1
        ... Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> automaton = gg.read_hoa(io.BytesIO(text))
        >>> automaton.game().solve().winner(0), automaton.game("moore").solve().winner(0)
        (0, 1)
        """
        from graphgame.synthesis.arena import Arena

        return Arena(self, semantics).game()

    def __reduce__(self) -> types.Anything:
        text = io.BytesIO()
        write_hoa(self, text)
        return _again, (text.getvalue(), self._found["source"], self._found["places"])

    def _refuted(self, word: str, seen: str) -> GraphGameError:
        """Return the error for a property that the text claims and that does not hold."""
        line, column = self._found["places"][word]
        source: str = self._found["source"]
        return ParseError(source, line, column, "properties that hold", f"{word}, and {seen}")

    def _letter(self, letter: list[int]) -> str:
        """Return a letter in words, given literals of its propositions."""
        shown = [f"{'!' * (k & 1)}{self.propositions[k >> 1]}" for k in letter]
        return " & ".join(shown) or "any letter"


def _again(text: bytes, source: str, places: dict[str, tuple[int, int]]) -> Automaton:
    """Return a copy of an automaton, whose text stood at these places of a file."""
    automaton = read_hoa(io.BytesIO(text), source=source)
    automaton._found["places"] = places
    return automaton


@advised
def read_hoa(file: types.File, *, source: str | None = None) -> Automaton:
    """Read an automaton in the HOA format, the first one of a text.

    All of version 1 is read: aliases, implicit labels, labels and marks of states and of edges, and
    ``controllable-AP``, which names the outputs; without it all propositions are inputs.

    Parameters
    ----------
    file : path or binary file
    source : str, optional
        The name of the text in error messages; by default the path.

    Returns
    -------
    Automaton

    Raises
    ------
    ParseError
        If the text breaks the format, is of an alternating automaton, or names an acceptance
        condition that is not the one that it says: file, line, column, what was expected and what
        was found.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_hoas : Read all automata of a text.
    write_hoa, realize

    Notes
    -----
    O(length) time.  Memory grows with the text, not with what a header announces.  An automaton
    that ends with ``--ABORT--`` is left out.

    Source: T. Babiak and others, "The Hanoi Omega-Automata Format" (2015).

    Examples
    --------
    >>> import io
    >>> text = b'HOA: v1 Start: 0 AP: 1 "a" Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--'
    >>> read_hoa(io.BytesIO(text))
    Automaton(n=1, m=1, 1 input, 0 outputs, t)
    """
    for found in hoa_text.automata(file, source):
        return Automaton(found)
    name = text_name(file, source)
    raise ParseError(name, 1, 1, "an automaton, 'HOA: v1'", "a text without any")


@advised
def read_hoas(file: types.File, *, source: str | None = None) -> Iterator[Automaton]:
    """Read all automata of a text in the HOA format, one after another.

    Parameters
    ----------
    file, source
        As in `read_hoa`.

    Returns
    -------
    iterator of Automaton
        Each is read when it is asked for.

    Raises
    ------
    ParseError
        As `read_hoa`, when the automaton is asked for.
    OSError
        If the file cannot be read.

    See Also
    --------
    read_hoa

    Examples
    --------
    >>> import io
    >>> text = b'HOA: v1 Start: 0 AP: 1 "a" Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--'
    >>> len([*read_hoas(io.BytesIO(2 * text))])
    2
    """
    return map(Automaton, hoa_text.automata(file, source))


@advised
def write_hoa(automaton: Automaton, file: types.File) -> None:
    r"""Write an automaton in the HOA format: labels and marks on edges, without aliases.

    Parameters
    ----------
    automaton : Automaton
    file : path or binary file
        A path is replaced in one step: a failure leaves the old file whole.

    Raises
    ------
    GraphGameError
        If it is not an Automaton.
    TooLargeError
        If a label without aliases is longer than 16 MiB.
    OSError
        If the file cannot be written.

    See Also
    --------
    read_hoa, Controller.write_hoa

    Examples
    --------
    >>> import io
    >>> text = io.BytesIO(b'HOA: v1 AP: 1 "a" Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--')
    >>> again = io.BytesIO()
    >>> write_hoa(read_hoa(text), again)
    >>> print(again.getvalue().decode())
    HOA: v1
    States: 1
    AP: 1 "a"
    controllable-AP:
    Acceptance: 0 t
    --BODY--
    State: 0
    [0] 0
    --END--
    <BLANKLINE>
    """
    if not isinstance(automaton, Automaton):
        raise GraphGameError(f"automaton: expected an Automaton, got {type(automaton).__name__}")
    write_blocks(file, map(str.encode, _blocks(automaton)))


def _blocks(automaton: Automaton) -> Iterator[str]:
    found = automaton._found
    lines = ["HOA: v1", f"States: {automaton.n}", *(f"Start: {q}" for q in automaton.starts)]
    if automaton.name:
        lines.append(f"name: {hoa_text.quoted(automaton.name)}")
    names = "".join(f" {hoa_text.quoted(x)}" for x in automaton.propositions)
    lines.append(f"AP: {len(automaton.propositions)}{names}")
    lines.append("controllable-AP:" + "".join(f" {v}" for v in automaton._controllable))
    if automaton.acc_name:
        lines.append(f"acc-name: {automaton.acc_name}")
    lines += [f"Acceptance: {automaton.acceptance_sets} {automaton.acceptance}", "--BODY--", ""]
    yield "\n".join(lines)
    texts = hoa_text.label_texts(found["formulas"])
    labels = [f"[{hoa_text.bare(hoa_text.label_text(k, texts))}]" for k in found["labels"].tolist()]
    targets, marks = found["targets"].tolist(), found["marks"].tolist()
    shown = [hoa_text.set_text(x) for x in found["mark_sets"]]
    ptr = found["ptr"].tolist()
    for q in range(automaton.n):
        name = found["names"].get(q)
        title = f" {hoa_text.quoted(name.decode(errors='replace'))}" if name is not None else ""
        rows = [f"{labels[e]} {targets[e]}{shown[marks[e]]}\n" for e in range(ptr[q], ptr[q + 1])]
        yield f"State: {q}{title}\n{''.join(rows)}"
    yield "--END--\n"
