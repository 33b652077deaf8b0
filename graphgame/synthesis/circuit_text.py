"""`read_aiger`: controllers of others, as circuits in the AIGER format, ascii and binary."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from graphgame import types
from graphgame.errors import GraphGameError, ParseError, TooLargeError, advised, shown_path
from graphgame.parity.pg_text import text_name, with_file
from graphgame.reading.incoming import chunks
from graphgame.reading.texts import quoted
from graphgame.synthesis._formulas import Formulas
from graphgame.synthesis._letters import Letters
from graphgame.synthesis._machine import Machine
from graphgame.synthesis.automaton import Automaton
from graphgame.synthesis.controller import Controller

if TYPE_CHECKING:
    from typing import NoReturn


class Circuit(NamedTuple):
    """A circuit as its text says it.

    Attributes
    ----------
    inputs, outputs : list of int
        Variables of inputs, and literals of outputs.
    latches : list of (int, int)
        Variables, and literals of next values.
    start : int
        First values of the latches, by their bits.
    gates : list of (int, int, int)
        Variables and two literals each, operands before what needs them.
    names : dict of str to str
        By "i0", "o0", …
    """

    inputs: list[int]
    outputs: list[int]
    latches: list[tuple[int, int]]
    start: int
    gates: list[tuple[int, int, int]]
    names: dict[str, str]


class _Reader:
    def __init__(self, text: bytes, source: str) -> None:
        self.text, self.source = text, source
        self.place = 0
        self.line = 0

    def refuse(self, expected: str, found: str) -> NoReturn:
        raise ParseError(self.source, max(self.line, 1), 1, expected, found)

    def next_line(self, expected: str) -> bytes:
        """Return the next line, which must be there."""
        self.line += 1
        if self.place >= len(self.text):
            self.refuse(expected, "the end of the text")
        end = self.text.find(b"\n", self.place)
        end = len(self.text) if end < 0 else end
        line = self.text[self.place : end]
        self.place = end + 1
        return line

    def numbers(self, expected: str, count: int, most: int, more: int = 0) -> list[int]:
        """Return the numbers of the next line, at least `count`, none above `most`."""
        line = self.next_line(expected)
        words = line.split()
        is_right = all(word.isdigit() and len(word) < 12 for word in words)
        if not is_right or not count <= len(words) <= count + more:
            self.refuse(expected, quoted(line))
        found = [*map(int, words)]
        for value in found:
            if value > most:
                self.refuse(f"literals up to {most}, as the header says", str(value))
        return found

    def delta(self) -> int:
        """Return the next number of the binary part."""
        value = shift = 0
        byte = 128
        while byte >= 128:
            if self.place >= len(self.text) or shift > 28:
                self.refuse("differences of literals, in groups of 7 bits", "none")
            byte = self.text[self.place]
            self.place += 1
            value |= (byte & 127) << shift
            shift += 7
        return value


def read(text: bytes, source: str) -> Circuit:
    """Read a circuit.

    Raises
    ------
    ParseError
        If the text breaks the format, or has what controllers have not: bad states, constraints,
        latches without a first value.
    """
    reader = _Reader(text, source)
    header = reader.next_line("'aag M I L O A' or 'aig M I L O A'")
    kind, *words = header.split() or [b""]
    if kind not in (b"aag", b"aig") or len(words) < 5 or not all(x.isdigit() for x in words):
        reader.refuse("'aag M I L O A' or 'aig M I L O A'", quoted(header))
    most, *counts = map(int, words[:5])
    if any(map(int, words[5:])):
        reader.refuse("a circuit of inputs, latches, outputs and gates alone", quoted(header))
    if sum(counts[:2]) + counts[3] > most or sum(counts) > len(text):
        reader.refuse("counts of a text as long as this one", quoted(header))
    n_inputs, n_latches, n_outputs, n_gates = counts
    is_binary = kind == b"aig"
    top = 2 * most + 1
    if is_binary:
        inputs = [*range(1, n_inputs + 1)]
    else:
        inputs = [
            _variable(reader, reader.numbers("the literal of an input", 1, top)[0])
            for _ in range(n_inputs)
        ]
    latches, start = [], 0
    for k in range(n_latches):
        wanted = "a latch and its next value"
        if is_binary:
            row = [2 * (n_inputs + k + 1), *reader.numbers(wanted, 1, top, 1)]
        else:
            row = reader.numbers(wanted, 2, top, 1)
        if len(row) > 2 and row[2] > 1:
            reader.refuse("a first value, 0 or 1, of each latch", str(row[2]))
        start |= (len(row) > 2 and row[2] == 1) << k
        latches.append((_variable(reader, row[0]), row[1]))
    outputs = [reader.numbers("the literal of an output", 1, top)[0] for _ in range(n_outputs)]
    gates = []
    for k in range(n_gates):
        if is_binary:
            literal = 2 * (n_inputs + n_latches + k + 1)
            left = literal - reader.delta()
            right = left - reader.delta()
            if not 0 <= right <= left < literal:
                reader.refuse("operands of a gate below it", f"{left} and {right}")
            gates.append((literal >> 1, left, right))
        else:
            literal, left, right = reader.numbers("a gate and its two operands", 3, top)
            gates.append((_variable(reader, literal), left, right))
    names = _names(reader)
    circuit = Circuit(inputs, outputs, latches, start, gates, names)
    return circuit._replace(gates=_ordered(reader, circuit))


def _variable(reader: _Reader, literal: int) -> int:
    if literal < 2 or literal & 1:
        reader.refuse("an even literal, from 2 on, for what is defined", str(literal))
    return literal >> 1


def _names(reader: _Reader) -> dict[str, str]:
    """Return the names of inputs and outputs, which stand before the comment."""
    names: dict[str, str] = {}
    while reader.place < len(reader.text):
        line = reader.next_line("")
        if line == b"c":
            break
        key, _, name = line.partition(b" ")
        if key[:1] not in (b"i", b"o", b"l") or not key[1:].isdigit() or not name:
            reader.refuse("a symbol, 'i0 name', or 'c' and a comment", quoted(line))
        try:
            names[key.decode()] = name.decode()
        except UnicodeDecodeError:
            reader.refuse("text that is UTF-8", quoted(name))
    return names


def _ordered(reader: _Reader, circuit: Circuit) -> list[tuple[int, int, int]]:
    """Return the gates with operands before what needs them; refuse cycles and unknown literals."""
    known = {0, *circuit.inputs, *(latch for latch, _ in circuit.latches)}
    count = 1 + len(circuit.inputs) + len(circuit.latches)
    gates = {gate: (gate, left, right) for gate, left, right in circuit.gates}
    if len(known) < count or len(gates) < len(circuit.gates) or known & gates.keys():
        reader.refuse("each variable once among inputs, latches and gates", "one of them twice")
    found: list[tuple[int, int, int]] = []
    entered: set[int] = set()
    waiting = [literal >> 1 for _, literal in circuit.latches]
    waiting += [literal >> 1 for literal in circuit.outputs]
    waiting += gates
    while waiting:
        v = waiting[-1]
        if v in known:
            waiting.pop()
            continue
        if v not in gates:
            reader.refuse("literals of inputs, latches and gates", str(2 * v))
        operands = [x >> 1 for x in gates[v][1:] if x >> 1 not in known]
        if not operands:
            found.append(gates[v])
            known.add(v)
        elif v in entered:
            reader.refuse("gates without a cycle", f"a cycle through {2 * v}")
        entered.add(v)
        waiting += operands
    return found


@advised
def read_aiger(
    file: types.File,
    automaton: Automaton,
    semantics: Literal["mealy", "moore"] = "mealy",
    *,
    source: str | None = None,
) -> Controller:
    r"""Read a controller that any tool made, as a circuit in the AIGER format: to verify it.

    Parameters
    ----------
    file : path or binary file
        Ascii or binary.  Symbols name the inputs, which are some of the automaton's, and the
        outputs, which are all of them, in any order.
    automaton : Automaton
        What the controller is for.
    semantics : {"mealy", "moore"}
        As in `realize`.
    source : str, optional
        The name of the text in error messages; by default the path.

    Returns
    -------
    Controller
        Its `realizable` is what the circuit claims; `Controller.verify` says whether it is so.

    Raises
    ------
    ParseError
        If the text breaks the format.
    GraphGameError
        If the names are not those of the automaton.
    TooLargeError
        If the circuit has more than 10^5 states in use.
    OSError
        If the file cannot be read.

    See Also
    --------
    Controller.verify, Controller.write_aiger

    Notes
    -----
    O(states gates) operations on decision diagrams over the inputs.

    Examples
    --------
    >>> import io
    >>> import graphgame as gg
    >>> text = b'''HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t
    ... --BODY-- State: 0 [0&1 | !0&!1] 0 --END--'''
    >>> automaton = gg.read_hoa(io.BytesIO(text))
    >>> circuit = b"aag 1 1 0 1 0\n2\n%d\ni0 r\no0 g\n"
    >>> gg.read_aiger(io.BytesIO(circuit % 2), automaton).verify(automaton)
    True
    >>> gg.read_aiger(io.BytesIO(circuit % 3), automaton).verify(automaton)
    Traceback (most recent call last):
    graphgame.errors.VerificationError: position (0, 0): expected an edge for each letter, ...
    """
    if not isinstance(automaton, Automaton):
        raise GraphGameError(f"automaton: expected an Automaton, got {type(automaton).__name__}")
    if semantics not in ("mealy", "moore"):
        raise GraphGameError(f"semantics: expected 'mealy' or 'moore', got {semantics!r}")
    name = text_name(file, source)
    pieces: list[bytes] = []
    with_file(file, name, lambda opened: pieces.extend(chunks(opened, name)))
    return _controller(automaton, b"".join(pieces), semantics, name)


def _controller(automaton: Automaton, text: bytes, semantics: str, name: str) -> Controller:
    """Return the controller that the text of a circuit says."""
    circuit = read(text, name)
    inputs = _named(circuit, "i", automaton.inputs, name)
    outputs = _named(circuit, "o", automaton.outputs, name)
    missing = [x for x in automaton.outputs if x not in outputs]
    if missing:
        raise GraphGameError(
            f"{shown_path(name)}: expected the output {missing[0]!r}, which the automaton has, got "
            "a circuit without it"
        )
    leads = semantics == "moore"
    empty = np.zeros(0, dtype=np.int32)
    letters = Letters(
        Formulas(),
        np.arange(len(automaton.propositions), dtype=np.int32),
        len(automaton.outputs if leads else automaton.inputs),
        np.zeros(1, dtype=np.int64),
        empty,
        empty,
    )
    machine = Machine(letters, 1, np.zeros(1, dtype=np.int64))
    try:
        machine.run(
            circuit.gates,
            circuit.latches,
            [inputs.get(x, 0) for x in automaton.inputs],
            [outputs[x] for x in automaton.outputs],
            circuit.start,
            leads,
        )
    except OverflowError:
        raise TooLargeError(
            f"{shown_path(name)}: expected at most 100,000 states in use, got more"
        ) from None
    machine.merge()
    made = _controller, (text, semantics, name)
    return Controller(automaton, machine, semantics, made, realizable=True)


def _named(circuit: Circuit, kind: str, names: list[str], source: str) -> dict[str, int]:
    """Return the variables of inputs, or the literals of outputs, by their names."""
    found: dict[str, int] = {}
    for k, literal in enumerate(circuit.inputs if kind == "i" else circuit.outputs):
        name = circuit.names.get(f"{kind}{k}")
        if name is None or name not in names or name in found:
            shown = "none" if name is None else repr(name)
            raise GraphGameError(
                f"{shown_path(source)}: {kind}{k}: expected the name of one of {names}, each once, "
                f"got {shown}"
            )
        found[name] = literal
    return found
