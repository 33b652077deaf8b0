"""The game that a controller plays, letter by letter: what its page shows.

Each step of a match are two moves: one player chooses its propositions, then the other one.  Where
the machine is followed, its answers are those of `Controller.simulate`; where somebody else has
moved for it, a winning move of the parity game, if there is one.
"""

from __future__ import annotations

import json
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from graphgame.arrays import distinct
from graphgame.errors import GraphGameError, TooLargeError
from graphgame.graphs.graph import GameGraph
from graphgame.parity.game import ParityGame
from graphgame.parity.solution import ParitySolution
from graphgame.playing.game import Look
from graphgame.playing.look import title_in
from graphgame.playing.page import build_page
from graphgame.playing.table import make_table
from graphgame.synthesis import acceptance
from graphgame.synthesis.verify import Formulas

if TYPE_CHECKING:
    from graphgame import types
    from graphgame.synthesis.automaton import Automaton
    from graphgame.synthesis.controller import Controller

# Propositions of a page, and moves of its match: a person chooses among the letters one by one.
MOST_PROPOSITIONS = 10
MOST_MOVES = 1 << 20
# States of automaton, memory and machine together; and what boards tell apart by characters, which
# are these states with their priorities.  Each character is a piece of the page.
MOST_STATES, MOST_SHOWN = 5_000, 20_000
# Cells of the board: a proposition that holds, one that does not, one that is not chosen yet.
_HOLDS, _FAILS, _OPEN = "1", "0", "."
_PLAYERS = {
    "en": ("Controller", "Environment"),
    "vi": ("Bộ điều khiển", "Môi trường"),
    "fa": ("کنترل‌گر", "محیط"),
    "pt": ("Controlador", "Ambiente"),
    "ru": ("Контроллер", "Среда"),
}
_GOAL = {
    "en": ("Keep the specification for ever.", "Make the controller break the specification."),
    "vi": ("Giữ đặc tả mãi mãi.", "Buộc bộ điều khiển vi phạm đặc tả."),
    "fa": ("مشخصات را برای همیشه نگه دارید.", "کنترل‌گر را به نقض مشخصات وادارید."),
    "pt": ("Mantenha a especificação para sempre.", "Faça o controlador violar a especificação."),
    "ru": ("Соблюдайте спецификацию всегда.", "Заставьте контроллер нарушить спецификацию."),
}
# Who chooses first, by whether it is the controller; then what is true of both.
_ORDER = {
    "en": (
        "In each step the environment chooses which inputs hold, then the controller which outputs "
        "hold.",
        "In each step the controller chooses which outputs hold, then the environment which inputs "
        "hold.",
    ),
    "vi": (
        "Ở mỗi bước, môi trường chọn những đầu vào nào đúng, rồi bộ điều khiển chọn những đầu ra "
        "nào đúng.",
        "Ở mỗi bước, bộ điều khiển chọn những đầu ra nào đúng, rồi môi trường chọn những đầu vào "
        "nào đúng.",
    ),
    "fa": (
        "در هر گام، محیط برمی‌گزیند کدام ورودی‌ها برقرارند و سپس کنترل‌گر کدام خروجی‌ها.",
        "در هر گام، کنترل‌گر برمی‌گزیند کدام خروجی‌ها برقرارند و سپس محیط کدام ورودی‌ها.",
    ),
    "pt": (
        "Em cada passo o ambiente escolhe quais entradas valem, depois o controlador quais saídas.",
        "Em cada passo o controlador escolhe quais saídas valem, depois o ambiente quais entradas.",
    ),
    "ru": (
        "На каждом шаге среда выбирает, какие входы истинны, затем контроллер — какие выходы.",
        "На каждом шаге контроллер выбирает, какие выходы истинны, затем среда — какие входы.",
    ),
}
_MARKS = {
    "en": "A choice with ✗ breaks the specification at once. With values shown, each choice says "
    "whether it can still be kept.",
    "vi": "Lựa chọn có dấu ✗ vi phạm đặc tả ngay. Khi hiện giá trị, mỗi lựa chọn cho biết đặc tả "
    "còn giữ được hay không.",
    "fa": "گزینهٔ ✗ مشخصات را بی‌درنگ نقض می‌کند. با نمایش ارزش‌ها، هر گزینه می‌گوید آیا هنوز می‌توان "
    "مشخصات را نگه داشت.",
    "pt": "Uma escolha com ✗ viola a especificação na hora. Com os valores à vista, cada escolha "
    "mostra se ela ainda pode ser mantida.",
    "ru": "Выбор с ✗ сразу нарушает спецификацию. Если показаны оценки, у каждого выбора видно, "
    "можно ли ещё её соблюсти.",
}
# What stands for the first states on a board, and where the characters for the others begin.
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_FURTHER = 0x4E00


class Step(NamedTuple):
    """Where a match is, as arrays of one entry for each such place.

    Attributes
    ----------
    state, leaf : (k,) int64
        The state of the automaton, and of the memory of its acceptance condition.
    machine : (k,) int64
        The state of the machine; -1 once somebody else has moved for it.
    """

    state: types.AnyArray
    leaf: types.AnyArray
    machine: types.AnyArray


class LetterGame:
    """The game of an automaton with one move for each choice of propositions.

    Parameters
    ----------
    automaton : Automaton
    controller : Controller
        A machine for it.

    Attributes
    ----------
    solution : ParitySolution
        Its strategy is the machine's, as long as that is followed.
    letters : (positions,) int64
        The propositions of the last step at positions where a step begins, those that the first
        player has chosen at the others, as bits; -1 at the start and where the run is rejected.
    begins : (positions,) bool
        Whether a step begins.
    """

    automaton: Automaton
    controller: Controller
    names: list[str]
    memory: acceptance.Memory
    firsts: types.AnyArray
    seconds: types.AnyArray
    first_player: int
    ends: types.AnyArray
    said: types.AnyArray
    next_state: types.AnyArray
    codes: types.AnyArray
    first_code: int
    after: types.AnyArray
    priority_after: types.AnyArray
    place: types.AnyArray
    letters: types.AnyArray
    begins: types.AnyArray
    start: int
    outer: int
    n: int
    has_sink: bool
    solution: ParitySolution[Any]

    def __init__(self, automaton: Automaton, controller: Controller) -> None:
        self.automaton, self.controller = automaton, controller
        count = len(automaton.propositions)
        if count > MOST_PROPOSITIONS:
            raise TooLargeError(
                f"page: expected at most {MOST_PROPOSITIONS} propositions, as a person chooses "
                f"among all letters, got {count}"
            )
        if controller._machine.sees:
            raise GraphGameError(
                "controller: expected one that chooses before it reads, got a circuit whose "
                "outputs depend on the inputs of the same step; read it with semantics='mealy'"
            )
        found = automaton._found
        self.names = [*map(_told_apart, automaton.propositions)]
        self.memory = acceptance.memory(found["header"].condition, found["mark_sets"] or [0])
        leads = controller.leads
        machine_bits, other_bits = controller._says, controller._reads
        self.firsts = _choices(machine_bits if leads else other_bits)
        self.seconds = _choices(other_bits if leads else machine_bits)
        self.first_player = 0 if controller.semantics == "moore" else 1
        self.ends = self._letters()
        self.said, self.next_state = self._machine()
        self._explore()
        self._positions()

    # -- letters ----------------------------------------------------------------------------------

    def _letters(self) -> types.AnyArray:
        """Return the edge of each letter in each state, -1 where there is none."""
        found, n = self.automaton._found, self.automaton.n
        every = np.arange(1 << len(self.automaton.propositions), dtype=np.uint64)
        edge, cubes = Formulas(found["formulas"]).cubes(found["labels"], 1)
        state = np.repeat(np.arange(n), np.diff(found["ptr"]))
        at, letter = np.nonzero((every ^ cubes.value[:, :1]) & cubes.care[:, :1] == 0)
        ends = np.full((n, len(every)), -1, dtype=np.int64)
        ends[state[edge[at]], letter] = edge[at]
        return ends

    def _machine(self) -> tuple[types.AnyArray, types.AnyArray]:
        """Return what the machine says in each state to each letter it reads, and what follows."""
        rows, leads = self.controller._rows(), self.controller.leads
        reads = self.seconds if leads else self.firsts
        cubes, ptr = rows["cubes"], rows["ptr"]
        state = np.repeat(np.arange(len(ptr) - 1), np.diff(ptr))
        row, letter = np.nonzero(
            (reads.astype(np.uint64) ^ cubes.value[:, :1]) & cubes.care[:, :1] == 0
        )
        said = np.zeros((len(ptr) - 1, len(reads)), dtype=np.int64)
        following = np.zeros_like(said)
        said[state[row], letter] = rows["said"][row, 0].astype(np.int64)
        following[state[row], letter] = rows["targets"][row]
        return said, following

    # -- positions --------------------------------------------------------------------------------

    def _places(self, codes: types.AnyArray) -> Step:
        leaves, machines = len(self.memory.priority), len(self.said) + 1
        rest, machine = np.divmod(codes, machines)
        return Step(*np.divmod(rest, leaves), machine - 1)

    def _moves(self, codes: types.AnyArray) -> tuple[types.AnyArray, types.AnyArray]:
        """Return the code after each pair of choices, -1 where the run dies, and the priority."""
        found, place = self.automaton._found, self._places(codes)
        letters = self.firsts[:, np.newaxis] | self.seconds
        edge = self.ends[place.state][:, letters]
        leaf = place.leaf[:, np.newaxis, np.newaxis]
        # Where there is no edge, the last entry, which is not used, stands for it.
        targets, marks = (np.append(found[x], 0) for x in ("targets", "marks"))
        mark = marks[edge]
        is_followed = (place.machine >= 0)[:, np.newaxis, np.newaxis]
        said, following = self.said[place.machine], self.next_state[place.machine]
        if self.controller.leads:
            said, following = said[:, np.newaxis, :], following[:, np.newaxis, :]
            is_followed = is_followed & (self.firsts[:, np.newaxis] == said)
        else:
            said, following = said[:, :, np.newaxis], following[:, :, np.newaxis]
            is_followed = is_followed & (self.seconds == said)
        machine = np.where(is_followed, following, -1)
        leaves, machines = len(self.memory.priority), len(self.said) + 1
        code = targets[edge].astype(np.int64) * leaves + self.memory.following[leaf, mark]
        code = code * machines + machine + 1
        return np.where(edge < 0, -1, code), self.memory.priority[leaf, mark]

    def _explore(self) -> None:
        """Find the codes that can be reached, and the moves from each of them."""
        starts = sorted({*self.automaton.starts})
        machines = len(self.said) + 1
        first = starts[0] * len(self.memory.priority) * machines + 1 if starts else -1
        codes = layer = np.array([first][: len(starts)], dtype=np.int64)
        each = len(self.firsts) * len(self.seconds)
        while len(layer):
            if len(codes) > MOST_STATES:
                raise TooLargeError(
                    f"page: expected at most {MOST_STATES:,} states of automaton, memory and "
                    "machine together, got more"
                )
            if len(codes) * each > MOST_MOVES:
                raise TooLargeError(
                    f"page: expected at most {MOST_MOVES:,} moves of a match, letter by letter, "
                    f"got more from {len(codes):,} places with {each:,} letters each"
                )
            after, _ = self._moves(layer)
            layer = np.setdiff1d(distinct(after[after >= 0]), codes, assume_unique=True)
            codes = distinct(np.append(codes, layer))
        self.codes, self.first_code = codes, first
        self.after, self.priority_after = self._moves(codes)

    def _positions(self) -> None:
        """Enumerate beginnings of steps, then choices of the first player, then the rejection."""
        k, f, s = len(self.codes), len(self.firsts), len(self.seconds)
        n_letters = 1 << len(self.automaton.propositions)
        levels = int(self.priority_after.max(initial=0)) + 1
        place = np.searchsorted(self.codes, self.after)
        letters = np.broadcast_to(self.firsts[:, np.newaxis] | self.seconds, self.after.shape)
        key = (place * (n_letters + 1) + letters) * levels + self.priority_after
        alive = self.after >= 0
        begin = np.searchsorted(self.codes, self.first_code) if k else 0
        start_key = (begin * (n_letters + 1) + n_letters) * levels
        keys = distinct(np.append(key[alive], [start_key] if k else []).astype(np.int64))
        outer = len(keys)
        rest, priority = np.divmod(keys, levels)
        self.place, letter = np.divmod(rest, n_letters + 1)
        has_sink = bool(not alive.all() or not k)
        n = outer + k * f + has_sink
        ptr = np.concatenate(
            [np.arange(outer) * f, outer * f + np.arange(k * f + 1) * s]
            + [np.array([outer * f + k * f * s])] * has_sink
        )
        middle = outer + self.place[:, np.newaxis] * f + np.arange(f)
        ends = np.where(alive, np.searchsorted(keys, key), n - 1)
        idx = np.concatenate([middle.ravel(), ends.ravel()]).astype(np.int32)
        owner = np.full(n, 1 - self.first_player, dtype=np.int8)
        owner[:outer] = self.first_player
        ranks = np.zeros(n, dtype=np.int64)
        ranks[:outer] = priority
        if has_sink:
            owner[-1], ranks[-1] = 0, 1
        self.letters = np.full(n, -1, dtype=np.int64)
        self.letters[:outer] = np.where(letter == n_letters, -1, letter)
        self.letters[outer : outer + k * f] = np.tile(self.firsts, k)
        self.begins = np.arange(n) < outer
        self.start = int(np.searchsorted(keys, start_key)) if k else n - 1
        self.outer, self.n, self.has_sink = outer, n, has_sink
        self._solve(ptr, idx, owner, ranks)

    def _solve(
        self, ptr: types.AnyArray, idx: types.AnyArray, owner: types.AnyArray, ranks: types.AnyArray
    ) -> None:
        graph: GameGraph[Any] = GameGraph.from_csr(ptr, idx, copy=False, labels=self._names(ranks))
        game = graph._with(owner=owner, start=graph.position(self.start))
        solved = ParityGame._from_checked(game, ranks).solve()
        strategy = np.asarray(solved.strategy).copy()
        places, f = self._places(self.codes), len(self.firsts)
        if self.controller.leads:
            machine = places.machine[self.place]
            at = np.flatnonzero(machine >= 0)
            said = self.said[machine[at], 0]
            strategy[at] = idx[ptr[at] + np.searchsorted(self.firsts, said)]
        else:
            machine = np.repeat(places.machine, f)
            at = np.flatnonzero(machine >= 0)
            said = self.said[machine[at], at % f]
            at += self.outer
            strategy[at] = idx[ptr[at] + np.searchsorted(self.seconds, said)]
        self.solution = ParitySolution(game, ranks, solved.winners, strategy.astype(np.int32))

    # -- words ------------------------------------------------------------------------------------

    def _names(self, ranks: types.AnyArray) -> list[str]:
        """Return the names of all positions: the state, what is remembered, the letter."""
        states = [*map(self._state, range(len(self.codes)))]
        found = [
            states[k] + (f" [{rank}]: {self.worded(letter)}" if letter >= 0 else "")
            for k, letter, rank in zip(
                self.place.tolist(), self.letters.tolist(), ranks.tolist(), strict=False
            )
        ]
        chosen = [f"{self.worded(x)} …" for x in self.firsts.tolist()]
        found += [f"{name}: {choice}" for name in states for choice in chosen]
        return found + ["✗"] * self.has_sink

    def _state_name(self, q: int) -> str:
        name = self.automaton._found["names"].get(q)
        shown = "" if name is None else " ".join(name.decode("utf-8", "replace").split())
        return shown if shown.isprintable() and shown else str(q)

    def _state(self, k: int) -> str:
        """Return a place in words: the automaton, the memory if there is one, the machine."""
        q, leaf, machine = map(int, self._places(self.codes[k]))
        name, memory = self._state_name(q), f" /{leaf}" if len(self.memory.priority) > 1 else ""
        shown = str(q) if name == str(q) else f"{q} {name}"
        return f"{shown}{memory} · {machine if machine >= 0 else '–'}"

    def worded(self, letter: int) -> str:
        """Return which propositions hold, in words."""
        return ", ".join(x for v, x in enumerate(self.names) if letter >> v & 1) or "–"

    def move(self, position: str, option: str) -> str:
        """Return the name of a move: what its player chooses."""
        find = self.solution.game._find
        before, after = find(position), find(option)
        if after == self.n - 1 and self.has_sink:
            return f"✗ {self._rejected(before)}"
        mask = int((self.firsts if self.begins[before] else self.seconds).max())
        return self.worded(int(self.letters[after]) & mask)

    def _rejected(self, before: int) -> str:
        """Return the choices that leave the run without an edge."""
        k, f = divmod(before - self.outer, len(self.firsts))
        if k < 0 or k >= len(self.codes):
            return ""
        dead = self.seconds[self.after[k, f] < 0].tolist()
        return " | ".join([*map(self.worded, dead[:3]), *["…"] * (len(dead) > 3)])

    # -- the page --------------------------------------------------------------------------------

    @property
    def order(self) -> list[int]:
        """The propositions as the board shows them: those that are read, then those said."""
        return [*self.controller._reads, *self.controller._says]

    @cached_property
    def _shown(self) -> tuple[types.AnyArray, types.AnyArray]:
        """Return what boards tell apart, and which of it each position has.

        It is a place and, where a step has just been made, its priority plus one.
        """
        k, f = len(self.codes), len(self.firsts)
        outer = np.stack([self.place, self.solution.priority[: self.outer] + 1], axis=1)
        inner = np.stack([np.repeat(np.arange(k), f), np.zeros(k * f, dtype=np.int64)], axis=1)
        rejected = np.full((int(self.has_sink), 2), -1)
        every = np.concatenate([outer, inner, rejected])
        found, number = np.unique(every, axis=0, return_inverse=True)
        if len(found) > MOST_SHOWN:
            raise TooLargeError(
                f"page: expected at most {MOST_SHOWN:,} states with priorities, got {len(found):,}"
            )
        return found, number.ravel()

    def pieces(self) -> dict[str, dict[str, Any]]:
        """Return what the characters of boards show: lamps, and the state."""
        pieces: dict[str, dict[str, Any]] = {
            _HOLDS: {"shape": "place", "colour": "#e69f00", "name": "1"},
            _FAILS: {"shape": "place", "colour": "#57606a", "name": "0"},
        }
        for number, (k, rank) in enumerate(self._shown[0].tolist()):
            text = name = "✗"
            if k >= 0:
                text = self._state_name(int(self._places(self.codes[k]).state))
                name = self._state(k) + (f" [{rank - 1}]" if rank else "")
            pieces[_character(number)] = {"text": text, "name": name, "marker": True}
        return pieces

    def board(self, position: str) -> str:
        """Return the state, and one character for each proposition."""
        v = self.solution.game._find(position)
        letter, is_first = int(self.letters[v]), not self.begins[v]
        state = _character(int(self._shown[1][v]))
        if letter < 0:
            return state + _OPEN * len(self.order)
        chosen = int(self.firsts.max()) if is_first else -1
        return state + "".join(
            (_FAILS, _HOLDS)[letter >> p & 1] if chosen >> p & 1 else _OPEN for p in self.order
        )

    def page(self, *, rules: Any, players: Any, goal: Any, **look: Any) -> str:
        """Return the page, on which the machine plays its side."""
        if not self.names:
            raise GraphGameError("page: expected a proposition to choose, got an automaton of none")
        leads = self.first_player == 0
        said = {language: f"{_ORDER[language][leads]} {_MARKS[language]}" for language in _MARKS}
        if look["title"] is None:
            who = 0 if self.controller.realizable else 1
            look["title"] = {language: names[who] for language, names in _PLAYERS.items()}
        shown = Look(
            board=self.board,
            pieces=self.pieces(),
            move=self.move,
            style=self.drawing(),
            rules=said if rules is None else rules,
            players=_PLAYERS if players is None else players,
            goal=_GOAL if goal is None else goal,
            **look,
        )
        data = make_table(self.solution._solved_game(), shown).data
        # The page lets the machine play for this side.
        data["side"] = 0 if self.controller.realizable else None
        languages = data["languages"]
        return build_page(data, title=title_in(data["title"], languages), languages=languages)

    def drawing(self) -> str:
        """Return the board as SVG: a lamp for each proposition, those that are read on the left."""
        reads, says = self.controller._reads, self.controller._says
        rows = max(len(reads), len(says), 1)
        width, height = 320, 44 * rows + 100
        state = "state"
        while state in self.names:
            state += "*"
        shapes = [
            f'<rect width="{width}" height="{height}" rx="8" fill="#fbfcf9"/>'
            f'<rect data-place="{state}" x="12" y="12" width="296" height="68" rx="6" '
            'fill="#eceff1"/>'
        ]
        if reads and says:
            shapes.append(f'<path d="M160 94v{height - 106}" stroke="#b4bac0"/>')
        for x, column in ((28, reads), (188, says)):
            for row, v in enumerate(column):
                y = 114 + 44 * row
                name = self.names[v]
                text = name if len(name) <= 14 else f"{name[:13]}…"
                shapes.append(
                    f'<circle data-place="{escape(name)}" cx="{x}" cy="{y}" r="13" fill="#fbfcf9" '
                    f'stroke="#57606a" stroke-width="2"/><text x="{x + 24}" y="{y + 5}" '
                    f'font-size="15" fill="#1b1f24">{escape(text)}</text>'
                )
        return f'<svg viewBox="0 0 {width} {height}">{"".join(shapes)}</svg>'


def _choices(propositions: list[int]) -> types.AnyArray:
    """Return the choices among some propositions as bits of letters, ascending."""
    found = np.zeros(1, dtype=np.int64)
    for v in sorted(propositions):
        found = np.concatenate([found, found | 1 << v])
    return found


def _character(k: int) -> str:
    """Return what stands for a state on a board."""
    return _LETTERS[k] if k < len(_LETTERS) else chr(_FURTHER + k - len(_LETTERS))


def _told_apart(name: str) -> str:
    """Return the name of a proposition as moves show it, in quotes where others look like it."""
    is_plain = name.isprintable() and not {*name} & {*',"–…|✗'}
    return name if is_plain and name else json.dumps(name, ensure_ascii=not name.isprintable())
