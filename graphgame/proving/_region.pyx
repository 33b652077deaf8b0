"""The nodes that an answer of a search rests on."""

from libc.stdint cimport int32_t, int64_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport Buffer, int64_buffer
from graphgame._kernel.outcome cimport NO_PRESET
from graphgame._kernel.signals cimport check_signals
from graphgame.graphs._index cimport CodeIndex
from graphgame.proving._proof_numbers cimport FIRST_ROOM, INFINITE, SIGNAL_NODES, Entry, Search


cdef class Region:
    """What is needed of a decided question: nodes, with an option each where one is enough.

    Of a proof, one option of each node at which the attacker moves, and all options of the others;
    of a disproof the other way round.  A disproof is one by itself: play never leaves the region,
    and no end in it is a win of the attacker.

    """

    cdef Search search
    cdef bint is_proof
    # By question: the codes of the nodes; the code of the option of each node, and 1 where one
    # option is enough, and there is one.
    cdef tuple sides, moves, chooses
    # Further options of nodes whose option leads back: question, place, code.
    cdef list more
    cdef int64_t done[2]

    def __init__(self, Search search not None, bint is_proof):
        self.search, self.is_proof = search, is_proof
        self.sides = CodeIndex(), CodeIndex()
        self.moves = int64_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.chooses = int64_buffer(FIRST_ROOM), int64_buffer(FIRST_ROOM)
        self.more = []
        self.done[0] = self.done[1] = 0

    cdef int _add(self, int64_t code, int question) except -1:
        cdef CodeIndex side = <CodeIndex>self.sides[question]
        cdef int32_t number
        if side.count == side.capacity:
            side.reserve(1)
        (<Buffer>self.moves[question]).reserve(side.count + 1)
        (<Buffer>self.chooses[question]).reserve(side.count + 1)
        side.add_codes(&code, &number, 1)
        return 0

    cdef int64_t _choose(self, int64_t code, int question, int64_t count) except? -1:
        """Return the place of the option of a node that is enough, -1 if the table has none.

        Of a proof that of the least rank, so that play goes on towards an end.
        """
        cdef const int64_t *row = <int64_t *>self.search.row.data
        cdef const Entry *entry
        cdef int64_t i, found = -1, least = INFINITE + 1, rank
        for i in range(count):
            entry = self.search._find(row[i], question)
            if not self.is_proof:
                if (<CodeIndex>self.sides[question])._find(row[i]) >= 0:
                    return i
                if entry is not NULL and entry.word >> 28 & INFINITE == 0 and entry.word & INFINITE:
                    rank = entry.word >> 57 & 1
                    if rank < least:
                        found, least = i, rank
            elif entry is not NULL and entry.word & INFINITE == 0:
                rank = entry.word >> 28 & INFINITE
                if rank < least:
                    found, least = i, rank
        return found

    cdef bint _expand(self, int64_t code, int question, int64_t place) except? False:
        """Add what a node needs; return False where the question has been decided wrongly."""
        cdef Search search = self.search
        cdef int64_t preset, count = search._options(code, &preset), i, option
        cdef int attacks = search._moves(code, question)
        cdef int next_question = question if search.owned else 1 - question
        (<int64_t *>(<Buffer>self.chooses[question]).data)[place] = 0
        if preset != NO_PRESET:
            return search._is_won(preset, attacks) == self.is_proof
        if count == 0:
            return (attacks == search.misere) == self.is_proof
        if attacks != self.is_proof:
            for i in range(count):
                self._add((<int64_t *>search.row.data)[i], next_question)
            return True
        i = self._choose(code, next_question, count)
        if i >= 0:
            option = (<int64_t *>search.row.data)[i]
        else:
            search._ask_anew(code, question)
            if (search.proof == 0) != self.is_proof:
                return False
            option = search.winner
        (<int64_t *>(<Buffer>self.moves[question]).data)[place] = option
        (<int64_t *>(<Buffer>self.chooses[question]).data)[place] = 1
        self._add(option, next_question)
        return True

    def collect(self, int64_t code, int question) -> bool:
        """Fill the region from a node on; return False where what was believed is wrong."""
        cdef int64_t node, steps = 0
        cdef int side
        self._add(code, question)
        while True:
            for side in range(2):
                if self.done[side] < (<CodeIndex>self.sides[side]).count:
                    break
            else:
                return True
            node = (<CodeIndex>self.sides[side]).code(self.done[side])
            if not self._expand(node, side, self.done[side]):
                return False
            self.done[side] += 1
            steps += 1
            if steps % SIGNAL_NODES == 0:
                with nogil:
                    check_signals()

    def widen(self, int question, int64_t place) -> None:
        """Add all options of a node of a proof that can be proven."""
        cdef Search search = self.search
        cdef int64_t preset, code = (<CodeIndex>self.sides[question]).code(place)
        cdef int64_t count = search._options(code, &preset), i
        cdef int next_question = question if search.owned else 1 - question
        options = [(<int64_t *>search.row.data)[i] for i in range(count)]
        for option in options:
            search._ask_anew(option, next_question)
            if search.proof == 0:
                self.more.append((question, place, option))
                self._add(option, next_question)

    def nodes(self, int question) -> tuple[Buffer, Buffer, Buffer]:
        """Return the codes of one question's nodes, their options, and 1 where these count."""
        cdef int64_t count = (<CodeIndex>self.sides[question]).count
        cdef Buffer codes = int64_buffer(count), moves = int64_buffer(count)
        cdef Buffer chooses = int64_buffer(count)
        (<CodeIndex>self.sides[question]).copy_codes(0, count, <int64_t *>codes.data)
        memcpy(moves.data, (<Buffer>self.moves[question]).data, 8 * count)
        memcpy(chooses.data, (<Buffer>self.chooses[question]).data, 8 * count)
        return codes, moves, chooses

    def further(self) -> list[tuple[int, int, int]]:
        """Return what `widen` has added: the question and the place of a node, and an option."""
        return self.more
