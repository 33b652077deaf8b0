"""Read and write automata in the HOA format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphgame import types
from graphgame.errors import GraphGameError, ParseError, TooLargeError
from graphgame.parity.pg_text import text_name, with_file
from graphgame.reading import texts
from graphgame.reading.incoming import chunks
from graphgame.synthesis import acceptance
from graphgame.synthesis._hoa_scan import HoaScanner
from graphgame.synthesis._hoa_tokens import Aborted, HoaError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# Headers that stand once at the most.
_ONCE = {"HOA", "States", "AP", "controllable-AP", "acc-name", "Acceptance", "tool", "name"}
# The longest text of a label: labels of aliases can be exponentially longer than their aliases.
_MOST_TEXT = 1 << 24


class Header:
    """What the header of an automaton says.

    Attributes
    ----------
    states : int
        -1 where it does not say.
    starts : list of int
    propositions : list of str
    controllable : list of int
    condition : acceptance.Condition
    formula : tuple
        The acceptance condition as formulas, and a reference to one.
    text : str
        The same in words.
    sets : int
        Number of acceptance sets.
    acc_name, name : str
    properties : list of str
    """

    states: int
    sets: int
    condition: acceptance.Condition
    text: str
    acc_name: str
    name: str

    def __init__(self, scanner: HoaScanner) -> None:
        self.scanner = scanner
        self.states = self.sets = -1
        self.starts: list[int] = []
        self.propositions: list[str] = []
        self.controllable: list[int] = []
        self.properties: list[str] = []
        self.condition = acceptance.ALWAYS
        self.formula: tuple[Any, int] | None = None
        self.text = self.acc_name = self.name = ""
        self.tool: list[str] = []
        # Where some things stand, for errors that other headers decide.
        self.places: dict[str, int] = {}
        self._start_places: list[int] = []
        self._controllable_places: list[int] = []
        self._acc_words: list[str | int] = []

    def read(self) -> None:
        """Read the header; the last token is its first one, and ``--BODY--`` afterwards."""
        scanner = self.scanner
        if scanner.kind != "header" or scanner.word != b"HOA":
            raise scanner.error("'HOA: v1', with which an automaton begins")
        while scanner.kind == "header":
            name = scanner.word.decode()
            if name in self.places and name in _ONCE:
                raise scanner.error(f"{name}: once")
            self.places[name] = scanner.start
            read: Callable[[], None] | None = getattr(
                self, "_read_" + name.replace("-", "_").lower(), None
            )
            if read is None or name not in _KNOWN:
                if name[0].isupper():
                    raise scanner.error("a header of HOA v1; what begins with a capital matters")
                read = self._skip
            scanner.advance()
            read()
        if scanner.kind != "--BODY--":
            raise scanner.error("a header or '--BODY--'")
        if "Acceptance" not in self.places:
            raise scanner.error("'Acceptance:' before it", "none")
        self._check()

    def _check(self) -> None:
        """Check what headers say of each other."""
        scanner, n = self.scanner, len(self.propositions)
        if scanner.greatest >= n:
            expected = f"a proposition below {n}, as AP: says"
            raise scanner.error(expected, str(scanner.greatest), scanner.greatest_place)
        for place, v in zip(self._controllable_places, self.controllable, strict=True):
            if v >= n:
                raise scanner.error(f"a proposition below {n}, as AP: says", str(v), place)
        for place, q in zip(self._start_places, self.starts, strict=True):
            if 0 <= self.states <= q:
                expected = f"a state below {self.states}, as States: says"
                raise scanner.error(expected, str(q), place)
        if self._acc_words:
            self._check_name()
        scanner.set_limits(n, self.sets)

    def _check_name(self) -> None:
        place = self.places["acc-name"]
        colours = self.condition.colours
        sets = sum(1 for x in range(0, colours.bit_length(), 2) if colours >> x & 3)
        try:
            named = acceptance.named(self._acc_words, sets)
        except TooLargeError:
            return  # nor can the condition itself be judged
        except GraphGameError as error:
            raise self.scanner.error(str(error)[9:], self.acc_name, place) from None
        if named is not None and not acceptance.are_equal(named, self.condition):
            expected = f"a name of the condition that Acceptance: says, {self.text}"
            raise self.scanner.error(expected, self.acc_name, place)

    # -- headers ----------------------------------------------------------------------------------

    def _integer(self, expected: str) -> int:
        if self.scanner.kind != "int":
            raise self.scanner.error(expected)
        value = self.scanner.value
        self.scanner.advance()
        return value

    def _string(self, expected: str) -> str:
        if self.scanner.kind != "string":
            raise self.scanner.error(expected)
        try:
            value = self.scanner.word.decode()
        except UnicodeDecodeError:
            raise self.scanner.error("text that is UTF-8", self.scanner.word) from None
        self.scanner.advance()
        return value

    def _read_hoa(self) -> None:
        if self.scanner.kind != "word" or self.scanner.word != b"v1":
            raise self.scanner.error("'v1', the version of the format that is known")
        self.scanner.advance()

    def _read_states(self) -> None:
        self.states = self._integer("the number of states")

    def _read_start(self) -> None:
        self._start_places.append(self.scanner.start)
        self.starts.append(self._integer("the number of a state"))
        if self.scanner.kind == "&":
            raise self.scanner.error("one state; alternating automata are no games")

    def _read_ap(self) -> None:
        count = self._integer("the number of propositions")
        seen: set[str] = set()
        while self.scanner.kind == "string":
            place = self.scanner.start
            name = self._string("")
            if name in seen:
                raise self.scanner.error("each proposition once", repr(name), place)
            seen.add(name)
            self.propositions.append(name)
        if len(self.propositions) != count:
            found = f"{len(self.propositions)}"
            raise self.scanner.error(f"{count} names of propositions", found, self.places["AP"])

    def _read_controllable_ap(self) -> None:
        while self.scanner.kind == "int":
            if self.scanner.value in self.controllable:
                raise self.scanner.error("each controllable proposition once")
            self._controllable_places.append(self.scanner.start)
            self.controllable.append(self._integer(""))

    def _read_alias(self) -> None:
        self.scanner.alias()

    def _read_acceptance(self) -> None:
        self.sets = self._integer("the number of acceptance sets")
        self.scanner.set_limits(2**31, self.sets)
        formulas, reference = self.formula = self.scanner.acceptance()
        self.text = bare(label_text(reference, label_texts(formulas, _seen_text), _seen_text))
        try:
            self.condition = acceptance.condition(formulas, reference)
        except TooLargeError as error:
            raise self.scanner.error(str(error)[21:].partition(",")[0], "a longer one") from None

    def _read_acc_name(self) -> None:
        scanner = self.scanner
        if scanner.kind != "word":
            raise scanner.error("the name of an acceptance condition")
        while scanner.kind in ("word", "int"):
            self._acc_words.append(
                scanner.value if scanner.kind == "int" else scanner.word.decode()
            )
            scanner.advance()
        self.acc_name = " ".join(map(str, self._acc_words))

    def _read_tool(self) -> None:
        self.tool.append(self._string("the name of a tool, in quotes"))
        if self.scanner.kind == "string":
            self.tool.append(self._string(""))

    def _read_name(self) -> None:
        self.name = self._string("a name in quotes")

    def _read_properties(self) -> None:
        while self.scanner.kind in ("word", "!"):
            mark, place = "", self.scanner.start
            if self.scanner.kind == "!":
                mark = "!"
                self.scanner.advance()
                if self.scanner.kind != "word":
                    raise self.scanner.error("a property after '!'")
            self.properties.append(mark + self.scanner.word.decode())
            self.places["properties " + self.properties[-1]] = place
            self.scanner.advance()

    def _skip(self) -> None:
        while self.scanner.kind in ("word", "int", "string"):
            self.scanner.advance()


_KNOWN = _ONCE | {"Start", "Alias", "properties"}


def automata(file: types.File, source: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield what each automaton of a text says, for `Automaton`.

    The text is read as a whole; each automaton is read when it is asked for.
    """
    name = text_name(file, source)
    pieces: list[bytes] = []
    with_file(file, name, lambda opened: pieces.extend(chunks(opened, name)))
    scanner = HoaScanner(b"".join(pieces))
    try:
        scanner.advance()
        while True:
            scanner.begin()
            if scanner.kind == "end":
                return
            try:
                found = _automaton(scanner, name)
                scanner.advance()
                if scanner.kind != "end" and (scanner.kind, scanner.word) != ("header", b"HOA"):
                    raise scanner.error("'HOA: v1' or the end of the text")
            except Aborted:
                scanner.advance()
                continue
            yield found
    except HoaError as error:
        raise texts.refusal(error, name) from None
    except Aborted:
        raise ParseError(name, 1, 1, "'HOA: v1'", "'--ABORT--'") from None


def _automaton(scanner: HoaScanner, name: str) -> dict[str, Any]:
    """Read an automaton; the last token is its first, and ``--END--`` afterwards."""
    header = Header(scanner)
    header.read()
    body = scanner.body(header.states)
    n, order = _order(scanner, header, body)
    formulas = scanner.formulas
    formulas.finish()
    ends = np.array(body["ends"], dtype=np.int64)
    ptr = np.zeros(n + 1, dtype=np.int64)
    ptr[1:] = ends
    labels, targets = np.asarray(body["labels"]), np.asarray(body["targets"])
    marks = np.asarray(body["marks"])
    if order is not None:
        degrees = np.diff(ptr)[order]
        starts = ptr[:-1][order]
        np.cumsum(degrees, out=ptr[1:])
        at = np.repeat(starts - ptr[:-1], degrees) + np.arange(len(labels))
        labels, targets, marks = labels[at], targets[at], marks[at]
    _check_kinds(header, body["has"])
    places = {
        word: scanner.where(header.places["properties " + word]) for word in header.properties
    }
    return {
        "header": header, "formulas": formulas, "ptr": ptr, "labels": labels, "targets": targets,
        "marks": marks, "mark_sets": body["mark_sets"], "names": body["names"], "source": name,
        "places": places,
    }  # fmt: skip


def _order(
    scanner: HoaScanner, header: Header, body: dict[str, Any]
) -> tuple[int, types.AnyArray | None]:
    """Return the number of states, and the rows in the order of the states if that is another."""
    ids = np.array(body["ids"], dtype=np.int64)
    n = len(ids)
    order = None if np.array_equal(ids, np.arange(n)) else np.argsort(ids, kind="stable")
    present = ids if order is None else ids[order]
    wanted = header.states if header.states >= 0 else int(present[-1]) + 1 if n else 0
    if n < wanted:
        gaps = np.flatnonzero(present != np.arange(n))
        missing = int(gaps[0]) if len(gaps) else n
        raise scanner.error(
            f"'State:' for each of {wanted} states", f"none for the state {missing}"
        )
    targets = np.asarray(body["targets"])
    beyond = np.flatnonzero(targets >= n)
    if len(beyond):
        e = int(beyond[0])
        place = int(np.asarray(body["edge_places"])[e])
        raise scanner.error(f"a state below {n}, as no other is there", str(targets[e]), place)
    for place, q in zip(header._start_places, header.starts, strict=True):
        if q >= n:
            raise scanner.error(f"a state below {n}, as no other is there", str(q), place)
    return n, order


# Properties, and which kinds of labels and marks none may have.
_REFUTED = {
    "state-labels": {"trans-labels", "implicit-labels"},
    "trans-labels": {"state-labels"},
    "implicit-labels": {"trans-labels", "state-labels"},
    "explicit-labels": {"implicit-labels"},
    "state-acc": {"trans-acc"},
    "univ-branch": {"trans-labels", "state-labels", "implicit-labels"},
}


def _check_kinds(header: Header, has: set[str]) -> None:
    """Refuse properties that the body refutes."""
    for word in header.properties:
        refuting = sorted(_REFUTED.get(word, set()) & has)
        if refuting:
            shown = {"univ-branch": "edges to one state each"}.get(word, refuting[0])
            place = header.places["properties " + word]
            raise header.scanner.error("properties that hold", f"{word}, and {shown}", place)


# -- writing --------------------------------------------------------------------------------------


def quoted(text: str) -> str:
    """Return a string of the format."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _literal_text(k: int) -> str:
    return f"!{k >> 1}" if k & 1 else f"{k >> 1}"


def _seen_text(k: int) -> str:
    return f"{'Fin' if k & 1 else 'Inf'}({'!' if k & 2 else ''}{k >> 2})"


def label_texts(formulas: Any, literal: Callable[[int], str] = _literal_text) -> list[str]:
    """Return the text of each node of some formulas, as an operand of '&'.

    Raises
    ------
    TooLargeError
        If a label is longer than 16 MiB: aliases can make labels exponentially longer.
    """
    kinds, ends = np.asarray(formulas.kinds).tolist(), np.asarray(formulas.ends).tolist()
    operands = np.asarray(formulas.operands).tolist()
    found: list[str] = []
    start = 0
    for kind, end in zip(kinds, ends, strict=True):
        parts = [label_text(k, found, literal) for k in operands[start:end]]
        text = (" | " if kind else "&").join(parts) or ("f" if kind else "t")
        if len(text) > _MOST_TEXT:
            raise TooLargeError(
                f"label: expected at most {_MOST_TEXT} characters without aliases, got {len(text)}"
            )
        found.append(f"({text})" if kind and parts else text)
        start = end
    return found


def label_text(
    reference: int, found: list[str], literal: Callable[[int], str] = _literal_text
) -> str:
    """Return the text of a formula, given those of the nodes."""
    return found[~reference] if reference < 0 else literal(reference)


def bare(text: str) -> str:
    """Return the text of a label without parentheses around all of it."""
    if text.startswith("(") and text.find(")") == len(text) - 1:
        return text[1:-1]
    return text


def set_text(marks: int) -> str:
    """Return a set of marks as an edge bears it; nothing for none."""
    if not marks:
        return ""
    return " {" + " ".join(str(x) for x in range(marks.bit_length()) if marks >> x & 1) + "}"
