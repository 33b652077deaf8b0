"""What a search asks of a rule: options, presets, and who moves."""

from libc.stdint cimport int64_t, uintptr_t

from graphgame._kernel.buffer cimport int64_buffer
from graphgame._kernel.outcome cimport LOSE, NO_PRESET, TIE
from graphgame.rules.compiled._stage cimport FAILED, MOST_AGAIN, functions_at, refuse

cdef enum:
    FIRST_ROOM = 1 << 12
    # Options beyond the room of a rule: one that takes no notice of its room does no harm there.
    SPARE = 1 << 10


class FullError(Exception):
    """There is no memory left for what the search must remember."""


cdef class Asking:
    """A rule, as a search asks it; each thread has one of its own.

    Parameters
    ----------
    rule, rule_data, outcome, outcome_data, canonical, canonical_data : int
        Addresses of compiled functions of a code, and what they take last; 0 for none.
    owner, owner_data, order, order_data : int
        The same, of who moves; 0 where players alternate; and of which option to try first.
    room : int
        The most options of a position.
    ask : callable or None
        Where the rule is not compiled: from a code to the preset or `NO_PRESET`, who moves (any
        number where players alternate), and the options as a list of codes.
    owned : bool
        Whether the rule says who moves.
    misere : bool
        Whether who cannot move wins.
    """

    def __init__(
        self, uintptr_t rule, uintptr_t rule_data, uintptr_t outcome, uintptr_t outcome_data,
        uintptr_t canonical, uintptr_t canonical_data, uintptr_t owner, uintptr_t owner_data,
        uintptr_t order, uintptr_t order_data, int64_t room,
        ask: Callable[[int], tuple[int, int, list[int]]] | None, bint owned, bint misere,
    ):
        self.functions = functions_at(
            rule, rule_data, outcome, outcome_data, room, canonical, canonical_data, 0, 0, False, 0
        )
        self.owners = functions_at(rule, 0, owner, owner_data, 0, 0, 0, 0, 0, False, 0)
        self.orders = functions_at(rule, 0, order, order_data, 0, 0, 0, 0, 0, False, 0)
        self.ask, self.owned, self.misere = ask, owned, misere
        self.has_classes = ask is None and canonical != 0
        self.row = int64_buffer(FIRST_ROOM + SPARE)
        self.codes = int64_buffer(FIRST_ROOM + SPARE) if self.has_classes else self.row

    cdef int64_t options(self, int64_t code, int64_t *preset) except -1 nogil:
        """Write the options of a code to `codes` and `row`; return how many there are."""
        if self.ask is not None:
            with gil:
                return self._ask(code, preset)
        preset[0] = self.preset(code)
        return self.listed(code) if preset[0] == NO_PRESET else 0

    cdef int64_t listed(self, int64_t code) except -1 nogil:
        """Write the options of a code without a preset, of a compiled rule; return their number."""
        cdef int64_t room, found, i
        cdef int64_t *codes
        cdef int64_t *row
        cdef int again = 0
        while True:
            room = self.codes.shape[0] - SPARE
            codes = <int64_t *>self.codes.data
            found = self.functions.rule(code, codes, room, self.functions.rule_data)
            if 0 <= found <= room:
                break
            if found < 0 or again == MOST_AGAIN:
                refuse("number of options", code, found)
            if found > self.functions.room:
                refuse("room", code, found)
            again += 1
            with gil:
                self.codes.reserve(found + SPARE)
        if self.has_classes:
            if found > self.row.shape[0]:
                with gil:
                    self.row.reserve(found)
            codes, row = <int64_t *>self.codes.data, <int64_t *>self.row.data
            for i in range(found):
                row[i] = self.functions.canonical(codes[i], self.functions.canonical_data)
        return found

    cdef int64_t _ask(self, int64_t code, int64_t *preset) except -1:
        cdef int64_t i = 0
        outcome, self.asked_owner, options = self.ask(code)
        preset[0] = outcome
        self.row.reserve(len(options) + SPARE)
        for option in options:
            (<int64_t *>self.row.data)[i] = option
            i += 1
        return i

    cdef int64_t preset(self, int64_t code) except -2 nogil:
        """Return the preset outcome of a code; `NO_PRESET` where it is to be asked for itself."""
        cdef int64_t preset
        if self.functions.outcome is NULL:
            return NO_PRESET
        preset = self.functions.outcome(code, self.functions.outcome_data)
        if not LOSE <= preset <= TIE:
            refuse("preset", code, preset)
        return preset

    cdef int moves(self, int64_t code, int question) except -1 nogil:
        """Return whether the attacker moves at a code."""
        cdef int64_t owner
        if not self.owned:
            return question == 0
        if self.ask is not None:
            return self.asked_owner == question
        owner = self.owners.outcome(code, self.owners.outcome_data)
        if owner != 0 and owner != 1:
            refuse("owner", code, owner)
        return owner == question

    cdef int order(self, int64_t code, int64_t *value) except -1 nogil:
        """Write what the author says of a code: options where it is least are tried first."""
        value[0] = 0
        if self.orders.outcome is not NULL:
            value[0] = self.orders.outcome(code, self.orders.outcome_data)
            if value[0] == FAILED:
                refuse("order", code, value[0])
        return 0
