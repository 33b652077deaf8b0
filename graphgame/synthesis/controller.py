"""`Controller` and `realize`: machines that do what an automaton asks for, or prevent it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from graphgame import types
from graphgame.errors import GraphGameError, TooLargeError, advised
from graphgame.parity.pg_text import write_blocks
from graphgame.playing.played import Shown
from graphgame.progress import Report
from graphgame.synthesis import aiger_text, code_text, hoa_text
from graphgame.synthesis._machine import Machine
from graphgame.synthesis._strong import strong_components
from graphgame.synthesis.arena import Arena
from graphgame.synthesis.automaton import Automaton
from graphgame.synthesis.verify import ClosedLoop, Cubes, literal_cubes, n_words
from graphgame.synthesis.verify_memory import cycle_with
from graphgame.text.graph_text import file_name

if TYPE_CHECKING:
    from collections.abc import Iterator


# What progress= shows.
_SOLVING = "solving a game of {total:,} positions"
_READING = "read off {done:,} of {known:,} states found"
_MERGING = "merged into {done:,} states"


class _Edges(NamedTuple):
    """What the edges of a machine say.

    Attributes
    ----------
    ptr : array
        Where the edges of each state begin.
    said, targets : array
        What the machine says on each edge, by its index, and the next state.
    cube_ends, literals : array
        Where the cubes of each edge end; the literals of all cubes, each of which ends with -1.
    """

    ptr: types.AnyArray
    said: types.AnyArray
    targets: types.AnyArray
    cube_ends: types.AnyArray
    literals: types.AnyArray


class Controller(Shown):
    """A machine for whoever wins: a controller, or an environment that no controller can satisfy.

    `realize` makes one.  In each step the machine reads what the other player chooses and says what
    it chooses itself; who chooses first says it before.

    Attributes
    ----------
    realizable : bool
        Whether a controller exists; then this is one.  Else this is the environment.
    semantics : {"mealy", "moore"}
        Whether the environment chooses first, or the controller.
    propositions : list of str
        As in the automaton.
    unmerged : int
        How many states the machine had before those that do the same were merged.

    See Also
    --------
    realize, Automaton

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "request" "grant" controllable-AP: 1
    ... Acceptance: 1 Inf(0)
    ... --BODY-- State: 0 [0&1 | !0&!1] 0 {0} [0&!1 | !0&1] 0 --END--'''
    >>> automaton = gg.read_hoa(io.BytesIO(text))
    >>> controller = gg.realize(automaton)
    >>> controller, controller.verify(automaton)
    (Controller(realizable, n=1, reads request, says grant), True)
    >>> controller.simulate([["request"], []])
    [['grant'], []]
    """

    def __init__(
        self,
        automaton: Automaton,
        machine: Machine,
        semantics: str,
        made: tuple[Callable[..., Controller], tuple[Any, ...]],
        *,
        realizable: bool,
    ) -> None:
        self._made, self._automaton = made, automaton
        self.realizable: bool = realizable
        self.semantics: str = semantics
        self.propositions: list[str] = [*automaton.propositions]
        self.unmerged: int = machine.read
        self._controllable = [*automaton._controllable]
        self._machine = machine
        controllable = {*self._controllable}
        count = len(self.propositions)
        # Propositions that the machine says and reads, each in the order of the text.
        self._says = [v for v in range(count) if (v in controllable) == realizable]
        self._reads = [v for v in range(count) if (v in controllable) != realizable]
        self.leads: bool = realizable == (semantics == "moore")

    def __reduce__(self) -> types.Anything:
        # Copies are made again: the diagrams of the machine are larger than what they came from.
        make, given = self._made
        return make, (self._automaton, *given)

    # Listing the edges can take much longer than making the machine: they are listed when needed.

    @cached_property
    def _edges(self) -> _Edges:
        try:
            counts, numbers, ends, literals = self._machine.edges()
        except OverflowError:
            raise TooLargeError(
                "controller: expected edges whose labels have at most 2^25 literals, got more; "
                "write_aiger writes machines of any size"
            ) from None
        ptr = np.zeros(len(counts) + 1, dtype=np.int64)
        np.cumsum(counts, out=ptr[1:])
        pairs = np.array(self._machine.terminals, dtype=np.int64).reshape(-1, 2)[numbers]
        # Literals of levels become literals of propositions.
        text: types.AnyArray = np.asarray(literals).astype(np.int64)
        order = self._says + self._reads if self.leads else self._reads + self._says
        if order:
            levels = np.array(order, dtype=np.int64)
            text = np.where(text < 0, -1, 2 * levels[text >> 1] + (text & 1))
        return _Edges(ptr, pairs[:, 0], pairs[:, 1], np.array(ends, dtype=np.int64), text)

    # -- what it is -------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """Number of states; the first one is 0."""
        return self._machine.n

    @property
    def m(self) -> int:
        """Number of edges: pairs of a state and of what the machine does there."""
        return len(self._edges.targets)

    @property
    def reads(self) -> list[str]:
        """The propositions that the other player chooses."""
        return [self.propositions[v] for v in self._reads]

    @property
    def says(self) -> list[str]:
        """The propositions that the machine chooses."""
        return [self.propositions[v] for v in self._says]

    def __repr__(self) -> str:
        verdict = "realizable" if self.realizable else "unrealizable"
        reads, says = (", ".join(x[:4]) + ", …" * (len(x) > 4) for x in (self.reads, self.says))
        return (
            f"Controller({verdict}, n={self.n}, reads {reads or 'nothing'}, "
            f"says {says or 'nothing'})"
        )

    # -- the proof --------------------------------------------------------------------------------

    def verify(self, automaton: Automaton) -> bool:
        """Check that each run of this machine and any other player is accepted, or rejected.

        Parameters
        ----------
        automaton : Automaton
            The one that it was made for, or another one with the same propositions.

        Returns
        -------
        bool
            True.

        Raises
        ------
        VerificationError
            If it is not: a state of the automaton and one of the machine.
        GraphGameError
            If the automaton has other propositions.

        See Also
        --------
        realize

        Notes
        -----
        The checker shares nothing with what made the machine: no game, no solver, no decision
        diagram.  It follows the machine and the automaton side by side, with sets of letters as
        cubes, and shows that no cycle is left on which the acceptance condition is wrong.

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 1 "a" controllable-AP: 0 Acceptance: 1 %s(0)
        ... --BODY-- State: 0 [0] 0 {0} [!0] 0 --END--'''
        >>> often, seldom = (gg.read_hoa(io.BytesIO(text % x)) for x in (b"Inf", b"Fin"))
        >>> gg.realize(often).verify(often)
        True
        >>> gg.realize(often).verify(seldom)
        Traceback (most recent call last):
        graphgame.errors.VerificationError: position (0, 0): expected no cycle of runs that are ...
        """
        same = self.propositions == automaton.propositions
        if not same or {*self._controllable} != {*automaton._controllable}:
            raise GraphGameError(
                f"automaton: expected the propositions of the controller, {self.reads} and "
                f"{self.says}, got another automaton's"
            )
        if len({*automaton.starts}) > 1:
            raise GraphGameError(
                f"automaton: expected one start, got the states {automaton.starts}"
            )
        found = automaton._found
        given = {
            **found,
            "acceptance": found["header"].formula,
            "start": automaton.starts[0] if automaton.starts else -1,
        }
        loop = ClosedLoop(given, len(self.propositions), self._rows(), wins=self.realizable)
        loop.check(partial(cycle_with, components=strong_components))
        return True

    def _cube_rows(self) -> tuple[Cubes, types.AnyArray]:
        """Return the letters of the other player as cubes, and the edge of each."""
        words = n_words(len(self.propositions))
        is_end = self._edges.literals < 0
        row: types.AnyArray = np.cumsum(is_end) - is_end
        count = int(is_end.sum())
        cubes, _ = literal_cubes(row[~is_end], self._edges.literals[~is_end], count, words)
        edge = np.searchsorted(self._edges.cube_ends, np.flatnonzero(is_end), side="right")
        return cubes, edge

    def _rows(self) -> dict[str, Any]:
        """Return the machine as the checker takes it."""
        cubes, edge = self._cube_rows()
        words = n_words(len(self.propositions))
        letters = self._machine.emissions
        bits = np.frombuffer(b"".join(letters), dtype=np.uint8).reshape(len(letters), -1)
        at, which = np.nonzero(bits)
        says = np.array(self._says, dtype=np.int64)
        said, _ = literal_cubes(at, 2 * says[which], len(letters), words)
        all_bits, _ = literal_cubes(np.zeros_like(says), 2 * says, 1, words)
        return {
            "ptr": np.searchsorted(edge, self._edges.ptr),
            "cubes": cubes,
            "said": said.value[self._edges.said[edge]],
            "says": all_bits.care[0],
            "targets": self._edges.targets[edge],
            "leads": self.leads,
        }

    # -- use --------------------------------------------------------------------------------------

    def simulate(self, letters: Iterable[Iterable[str] | Mapping[str, bool]]) -> list[list[str]]:
        """Return what the machine says to a sequence of letters, from its first state on.

        Parameters
        ----------
        letters : iterable of iterable of str, or of mapping of str to bool
            In each step, the propositions of the other player that hold.

        Returns
        -------
        list of list of str
            In each step, the propositions of the machine that hold.  A machine that leads says so
            before it reads the letter.

        Raises
        ------
        GraphGameError
            If the machine does not read a proposition.

        See Also
        --------
        to_dot

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> gg.realize(gg.read_hoa(io.BytesIO(text))).simulate([{"r": True}, {"r": False}, ["r"]])
        [['g'], [], ['g']]
        """
        rows = self._rows()
        cubes, ptr = rows["cubes"], rows["ptr"]
        number = {self.propositions[v]: v for v in self._reads}
        found, state = [], 0
        for letter in letters:
            if isinstance(letter, Mapping):
                letter = [x for x, holds in letter.items() if holds]
            value = np.zeros(cubes.care.shape[1], dtype=np.uint64)
            for name in letter:
                if name not in number:
                    raise GraphGameError(
                        f"letters: expected some of {', '.join(number) or 'nothing'}, got {name!r}"
                    )
                value[number[name] // 64] |= np.uint64(1 << number[name] % 64)
            part = slice(ptr[state], ptr[state + 1])
            wrong = ((cubes.value[part] ^ value) & cubes.care[part]).any(axis=1)
            row = int(ptr[state]) + int(wrong.argmin())
            said = rows["said"][row]
            found.append(
                [self.propositions[v] for v in self._says if int(said[v // 64]) >> v % 64 & 1]
            )
            state = int(rows["targets"][row])
        return found

    def write_hoa(self, file: types.File) -> None:
        r"""Write the machine in the HOA format: an edge for each state and what it does there.

        Parameters
        ----------
        file : path or binary file
            A path is replaced in one step.

        Raises
        ------
        OSError
            If the file cannot be written.

        See Also
        --------
        write_aiger, to_dot

        Notes
        -----
        The label of an edge has the letters of both players.  The acceptance condition is ``t``.

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> machine = io.BytesIO()
        >>> gg.realize(gg.read_hoa(io.BytesIO(text))).write_hoa(machine)
        >>> print(machine.getvalue().decode())
        HOA: v1
        name: "controller"
        States: 1
        Start: 0
        AP: 2 "r" "g"
        controllable-AP: 1
        acc-name: all
        Acceptance: 0 t
        properties: trans-labels explicit-labels deterministic
        --BODY--
        State: 0
        [!0&!1] 0
        [0&1] 0
        --END--
        <BLANKLINE>
        """
        write_blocks(file, map(str.encode, self._hoa_blocks()))

    def write_aiger(self, file: types.File, *, binary: bool | None = None) -> None:
        r"""Write the machine as a circuit in the AIGER format.

        Parameters
        ----------
        file : path or binary file
            A path is replaced in one step.
        binary : bool, optional
            Whether to write the binary format; by default if the name ends with ``.aig``.

        Raises
        ------
        GraphGameError
            If a proposition has no name, or a line break in it.
        OSError
            If the file cannot be written.

        See Also
        --------
        write_hoa

        Notes
        -----
        Inputs are the propositions that the machine reads, outputs those that it says, all named.
        Latches hold the number of the state in binary and begin at 0.

        Source: A. Biere, "The AIGER And-Inverter Graph (AIG) Format" (2007).

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> circuit = io.BytesIO()
        >>> gg.realize(gg.read_hoa(io.BytesIO(text))).write_aiger(circuit)
        >>> circuit.getvalue()
        b'aag 1 1 0 1 0\n2\n2\ni0 r\no0 g\nc\ngraphgame\n'
        """
        if binary is None:
            binary = file_name(file).endswith(".aig")
        blocks = aiger_text.blocks(
            self._machine, self.reads, self.says, leads=self.leads, binary=binary
        )
        write_blocks(file, blocks)

    def gates(self) -> tuple[int, int]:
        """Return how many latches and and-gates the circuit of `write_aiger` has.

        See Also
        --------
        write_aiger

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'HOA: v1 Start: 0 AP: 1 "a" Acceptance: 0 t --BODY-- State: 0 [0] 0 --END--'
        >>> gg.realize(gg.read_hoa(io.BytesIO(text))).gates()
        (0, 0)
        """
        sides, following, _ = aiger_text.circuit(self._machine, len(self._reads), leads=self.leads)
        return len(following), len(sides) // 2

    def to_python(self) -> str:
        """Return the machine as a class in Python, with a method that takes a step.

        See Also
        --------
        to_c, write_aiger

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> exec(gg.realize(gg.read_hoa(io.BytesIO(text))).to_python())
        >>> Machine().step(["r"])
        ['g']
        """
        return code_text.python(self._machine, self.reads, self.says, leads=self.leads)

    def to_c(self) -> str:
        """Return the machine as a header in C: a struct, and a function that takes a step.

        See Also
        --------
        to_python, write_aiger

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> program = gg.realize(gg.read_hoa(io.BytesIO(text))).to_c()
        >>> "    out[0] = i0;" in program.splitlines()
        True
        """
        return code_text.c(self._machine, self.reads, self.says, leads=self.leads)

    def to_dot(self) -> str:
        r"""Return the machine as Graphviz text: states, and edges with what is read and said.

        See Also
        --------
        write_hoa

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> print(gg.realize(gg.read_hoa(io.BytesIO(text))).to_dot())
        digraph {
          rankdir=LR
          start [shape=point]
          start -> 0
          0 -> 0 [label="!r / !g"]
          0 -> 0 [label="r / g"]
        }
        """

        def worded(cube: str) -> str:
            parts = [(x.startswith("!"), int(x.lstrip("!"))) for x in cube.split("&") if x]
            return " ".join("!" * negated + self.propositions[v] for negated, v in parts)

        lines = ["digraph {", "  rankdir=LR", "  start [shape=point]", "  start -> 0"]
        labels, said = self._labels(), self._said_texts()
        source = np.repeat(np.arange(self.n), np.diff(self._edges.ptr)).tolist()
        for e, target in enumerate(self._edges.targets.tolist()):
            read = " | ".join(worded(x) or "any" for x in labels[e])
            text = f"{read} / {worded(said[e]) or 'nothing'}"
            # Graphviz reads entities of HTML in every label.
            escaped = text.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
            lines.append(f'  {source[e]} -> {target} [label="{escaped}"]')
        return "\n".join([*lines, "}"])

    def to_svg(self) -> str:
        """Draw the machine as SVG: states, and edges with what is read and said.

        Returns
        -------
        str
            A whole SVG document, which can also stand in HTML.

        Raises
        ------
        GraphGameError
            If Graphviz, whose program `dot` draws it, is not installed or fails.
        TooLargeError
            If there are more than 300 states, or more than 700 edges.

        See Also
        --------
        to_dot : The text that is drawn; it takes no Graphviz.

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> controller = gg.realize(gg.read_hoa(io.BytesIO(text)))
        >>> with open("machine.svg", "w") as file:  # doctest: +SKIP
        ...     file.write(controller.to_svg())
        """
        from graphgame.drawing.graphviz import drawn_by_dot
        from graphgame.drawing.surroundings import MOST_ARROWS, MOST_POSITIONS

        if self.n > MOST_POSITIONS or self.m > MOST_ARROWS:
            raise TooLargeError(
                f"machine: expected at most {MOST_POSITIONS} states and {MOST_ARROWS} edges to "
                f"draw, got {self.n} and {self.m}; to_dot writes machines of any size"
            )
        return drawn_by_dot(self.to_dot(), "machine", "use to_dot, which takes no Graphviz")

    @advised
    def to_html(
        self,
        *,
        title: types.Said | None = None,
        languages: Sequence[str] | None = None,
        rules: types.Said | None = None,
        players: types.SaidPlayers | None = None,
        goal: types.SaidGoal | None = None,
    ) -> str:
        """Return a page on which a person plays against the machine, letter by letter.

        The person chooses which propositions of the other player hold; the machine answers.  With
        values shown, each answer says whether the specification can still be kept, and so why the
        machine does not choose another one.

        Parameters
        ----------
        title, languages, rules, players, goal
            As of `Solution.to_html`.  The title is that of the automaton, if it has a name.

        Raises
        ------
        TooLargeError
            If there are more than 10 propositions, 5,000 states or 2^20 moves.
        GraphGameError
            If a parameter is not as described.

        See Also
        --------
        write_html, show, simulate

        Notes
        -----
        Each letter is a move: 2^k moves a state, k the number of propositions.

        Examples
        --------
        >>> import io
        >>> import graphgame as gg
        >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
        ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
        >>> gg.realize(gg.read_hoa(io.BytesIO(text))).to_html(title="An echo")[:15]
        '<!doctype html>'
        """
        from graphgame.synthesis.letter_game import LetterGame

        look = {"rules": rules, "players": players, "goal": goal, "languages": languages}
        title = self._automaton.name or None if title is None else title
        return LetterGame(self._automaton, self).page(title=title, **look)

    def _hoa_blocks(self) -> Iterator[str]:
        names = "".join(f" {hoa_text.quoted(x)}" for x in self.propositions)
        title = "controller" if self.realizable else "environment"
        lines = [
            "HOA: v1",
            f'name: "{title}"',
            f"States: {self.n}",
            "Start: 0",
            f"AP: {len(self.propositions)}{names}",
            "controllable-AP:" + "".join(f" {v}" for v in self._controllable),
            "acc-name: all",
            "Acceptance: 0 t",
            "properties: trans-labels explicit-labels deterministic",
            "--BODY--",
            "",
        ]
        yield "\n".join(lines)
        labels, said = self._labels(), self._said_texts()
        targets, ptr = self._edges.targets.tolist(), self._edges.ptr.tolist()
        for s in range(self.n):
            rows = []
            for e in range(ptr[s], ptr[s + 1]):
                cubes = labels[e]
                text = " | ".join("&".join(filter(None, [x, said[e]])) or "t" for x in cubes)
                rows.append(f"[{text}] {targets[e]}\n")
            yield f"State: {s}\n{''.join(rows)}"
        yield "--END--\n"

    def _labels(self) -> list[list[str]]:
        """Return the cubes of each edge as texts; "" for the one of all letters."""
        found, start = [], 0
        literals = self._edges.literals.tolist()
        for end in self._edges.cube_ends.tolist():
            cubes: list[str] = []
            parts: list[str] = []
            for k in literals[start:end]:
                if k < 0:
                    cubes.append("&".join(parts))
                    parts = []
                else:
                    parts.append(f"!{k >> 1}" if k & 1 else f"{k >> 1}")
            found.append(cubes)
            start = end
        return found

    def _said_texts(self) -> list[str]:
        """Return what the machine says on each edge, as a cube."""
        texts = [
            "&".join(f"{'' if bit else '!'}{v}" for v, bit in zip(self._says, letter, strict=True))
            for letter in self._machine.emissions
        ]
        return [texts[k] for k in self._edges.said.tolist()]


@advised
def realize(
    automaton: Automaton,
    semantics: Literal["mealy", "moore"] = "mealy",
    *,
    progress: types.ProgressLike = False,
) -> Controller:
    """Make a controller that does what an automaton asks for, or show that there is none.

    Parameters
    ----------
    automaton : Automaton
    semantics : {"mealy", "moore"}
        "mealy": in each step the environment chooses the inputs first, and the controller then the
        outputs.  "moore": the controller chooses first.
    progress : bool or callable
        Whether to show on standard error how many states are done, see `Progress`.

    Returns
    -------
    Controller
        Its `realizable` says which.  Where no controller exists, it is a machine for the
        environment, with which no word is accepted.

    Raises
    ------
    GraphGameError
        If it is not an Automaton, is nondeterministic, or is not what its text claims.
    TooLargeError
        If the acceptance condition has too many cases.

    See Also
    --------
    read_hoa, Automaton.game, Controller.verify

    Notes
    -----
    Reading and splitting letters takes most of the time; the game is solved by
    `ParityGame.solve`.

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
    ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
    >>> automaton = gg.read_hoa(io.BytesIO(text))
    >>> gg.realize(automaton), gg.realize(automaton, "moore")
    (Controller(realizable, n=1, reads r, says g), Controller(unrealizable, n=2, reads g, says r))
    """
    if not isinstance(automaton, Automaton):
        raise GraphGameError(f"automaton: expected an Automaton, got {type(automaton).__name__}")
    with Report(progress) as report:
        arena = Arena(automaton, semantics, report)
        game = arena.game()
        if report is not None:
            report.step("solving", game.n, game.n, "positions", _SOLVING)
        solution = game.solve()
        realizable = int(solution.winners[arena.start]) == 0
        leads = realizable == arena.is_moore
        machine = _read_off(
            arena, np.asarray(solution.strategy).astype(np.int64), report, leads=leads
        )
        machine.merge()
        if report is not None:
            report.step("merging", machine.n, machine.n, "states", _MERGING)
    made = realize, (semantics,)
    return Controller(automaton, machine, semantics, made, realizable=realizable)


def _read_off(
    arena: Arena, strategy: types.Int64Array, report: Report | None, *, leads: bool
) -> Machine:
    """Return the machine of a strategy, of who chooses first or second."""

    def told(done: int, known: int) -> None:
        if report is not None:
            report.step("reading off", done, None, "states", _READING, known=known)

    machine = Machine(arena.letters, arena.leaves, arena.end_next.ravel())
    start = -1 if arena.start == arena.sink else arena.start
    n_states = arena.automaton.n * arena.leaves
    tell = None if report is None else told
    if leads:
        machine.lead(start, strategy[:n_states].copy(), arena.set_vertex.ravel(), tell)
        return machine
    vertex = arena.set_vertex
    is_set = (vertex >= n_states) & (vertex < arena.first_pair)
    choice = np.where(is_set, strategy[np.where(is_set, vertex, 0)], vertex)
    machine.answer(start, choice.ravel(), arena.end_vertex.ravel(), tell)
    return machine
