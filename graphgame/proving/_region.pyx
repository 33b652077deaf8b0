"""The nodes that an answer of a search rests on."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from graphgame._kernel.buffer cimport Buffer, int8_buffer, int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport NO_PRESET
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport check_signals
from graphgame.graphs._index cimport CodeIndex
from graphgame.proving._asking cimport is_won
from graphgame.proving._entries cimport (
    INFINITE, Entries, bucket_at, disproof_in, is_disproven, is_marked, is_proven, known, work_in
)
from graphgame.proving._proof_numbers cimport SIGNAL_NODES, Search

cdef enum:
    # Bytes of a node at most: its code and its slots, twice while these grow; move, rank, who
    # moves; and what it takes to put all in order.
    NODE = 52
    # Nodes that there is room for at first.
    FIRST_ROOM = 1 << 12
    # In place of the rank of a node: its options are being looked at; nothing is known of it.
    OPEN = -1
    UNSEEN = -2
    # In place of a move: there is none; and no way leads to the node.
    NONE = -1
    UNREACHED = -2

cdef struct Visit:
    # A node on the way whose options are being looked at: options[next:stop] are left.
    int64_t place, first, next, stop
    int32_t question, rank


cdef class Region:
    """What is needed of a decided question: nodes, with an option each where one is enough.

    Of a proof, one option of each node at which the attacker moves, and all options of the others;
    of a disproof the other way round.  A disproof is one by itself: play never leaves the region,
    and no end in it is a win of the attacker.  Of a proof the region is a proof unless it is
    circular; then it gets further options.

    Nodes are visited depth first, so that the ranks of a proof are known when they are left: in how
    many plies the attacker wins, at most.  A node takes at most 52 bytes.

    Parameters
    ----------
    search : Search
        It has answered the question.
    is_proof : bool
        Whether the attacker can force a win.
    room : int
        The most bytes to take.

    Attributes
    ----------
    is_full : bool
        Whether there was no room for more.
    is_circular : bool
        Whether a node leads to itself.
    """

    cdef Search search
    cdef bint is_proof
    cdef int64_t room, depth, top
    # By question: the codes of the nodes, and of each the number of the option that is enough, the
    # rank, and whether the attacker moves.  Options belong to the other question where players
    # alternate.
    cdef tuple sides, moves, ranks, attacks
    # The way, and the options of its nodes.
    cdef Buffer visits, options
    # Further options of nodes whose option leads back: question, place, number.
    cdef list more
    # Whether moves are given.
    cdef bint follows
    cdef readonly bint is_full, is_circular

    def __init__(self, Search search not None, bint is_proof, int64_t room):
        self.search, self.is_proof, self.room = search, is_proof, room
        self.sides = CodeIndex(), CodeIndex()
        self.moves = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.ranks = int32_buffer(FIRST_ROOM), int32_buffer(FIRST_ROOM)
        self.attacks = int8_buffer(FIRST_ROOM), int8_buffer(FIRST_ROOM)
        self.visits = int64_buffer(FIRST_ROOM * <int64_t>sizeof(Visit) // 8)
        self.options = int64_buffer(FIRST_ROOM)
        self.more = []
        self.depth = self.top = 0
        self.follows = self.is_full = self.is_circular = False

    cdef inline int32_t *_ranks(self, int question):
        return <int32_t *>(<Buffer>self.ranks[question]).data

    cdef inline int32_t *_moves(self, int question):
        return <int32_t *>(<Buffer>self.moves[question]).data

    cdef inline int _next(self, int question) noexcept:
        return question if self.search.asking.owned else 1 - question

    cdef inline int64_t _count(self, int question):
        return (<CodeIndex>self.sides[question]).count

    cdef int _restore(self) except -1:
        """Make the slots again that `arrays` has freed."""
        cdef int side
        for side in range(2):
            (<CodeIndex>self.sides[side]).reserve(0)
        return 0

    cdef int64_t _choose(self, int64_t code, int question, int64_t count) except? -1:
        """Return the place of the option of a node that is enough, -1 if the table has none.

        Of a proof that of the least rank, so that play goes on towards an end.
        """
        cdef const int64_t *row = <int64_t *>self.search.asking.row.data
        cdef const Entries *entries = &self.search.table.entries
        cdef CodeIndex side = <CodeIndex>self.sides[question]
        cdef uint64_t word
        cdef int64_t i, found = -1, least = <int64_t>INFINITE << 7, rank
        for i in range(count):
            prefetch(bucket_at(entries, row[i]))
            side._prefetch_place(row[i])
        if not self.is_proof:  # what is in the region already is enough
            for i in range(count):
                if side._find(row[i]) >= 0:
                    return i
        for i in range(count):
            word = known(entries, row[i], question)
            if not self.is_proof:
                if not is_disproven(word):
                    continue
                rank = is_marked(word)
            elif is_proven(word):
                rank = disproof_in(word)
            else:
                continue
            # What took less work makes, as a rule, the smaller proof.
            rank = rank << 6 | work_in(word)
            if rank < least:
                found, least = i, rank
        return found

    cdef bint _add(self, int64_t code, int question) except? False:
        """Make a new node; return False where there is no room for it."""
        cdef CodeIndex side = <CodeIndex>self.sides[question]
        cdef int64_t place = side.count
        if self._taken() + NODE > self.room:
            self.is_full = True
            return False
        if place == side.capacity:
            side.reserve(1)
        side._add_one(code)
        (<Buffer>self.moves[question]).reserve(place + 1)
        (<Buffer>self.ranks[question]).reserve(place + 1)
        (<Buffer>self.attacks[question]).reserve(place + 1)
        self._moves(question)[place] = NONE
        self._ranks(question)[place] = UNSEEN
        return True

    cdef bint _visit(self, int64_t code, int question) except? False:
        """Look at an option of the last node of the way; return False if the answer is wrong."""
        cdef CodeIndex side = <CodeIndex>self.sides[question]
        cdef int64_t place = side._find(code)
        cdef int32_t rank
        cdef Visit *last
        if place < 0:
            place = side.count
            if not self._add(code, question):
                return False
        if self.depth and not self.follows:
            last = <Visit *>self.visits.data + self.depth - 1
            if (<int8_t *>(<Buffer>self.attacks[last.question]).data)[last.place] == self.is_proof:
                self._moves(last.question)[last.place] = <int32_t>place
        rank = self._ranks(question)[place]
        if rank == UNSEEN:
            return self._expand(code, question, place)
        if rank == OPEN:
            self.is_circular = True
        else:
            self._rise(rank)
        return True

    cdef void _rise(self, int32_t rank) noexcept:
        """Keep in the last node of the way the rank of one of its options."""
        cdef Visit *last
        if self.depth:
            last = <Visit *>self.visits.data + self.depth - 1
            last.rank = max(last.rank, rank + 1)

    cdef bint _expand(self, int64_t code, int question, int64_t place) except? False:
        """Find out what a node needs; return False if the question has been decided wrongly."""
        cdef Search search = self.search
        cdef int64_t preset, count = search.asking.options(code, &preset), chosen, only
        cdef int attacks = search.asking.moves(code, question)
        cdef bint won
        (<int8_t *>(<Buffer>self.attacks[question]).data)[place] = attacks
        if preset != NO_PRESET or count == 0:
            won = attacks == search.asking.misere
            if preset != NO_PRESET:
                won = is_won(preset, attacks)
            self._ranks(question)[place] = 0
            self._rise(0)
            return won == self.is_proof
        if attacks != self.is_proof:
            return self._enter(question, place, <int64_t *>search.asking.row.data, count)
        if self.follows:
            only = (<CodeIndex>self.sides[self._next(question)]).code(self._moves(question)[place])
            return self._enter(question, place, &only, 1)
        chosen = self._choose(code, self._next(question), count)
        if chosen >= 0:
            return self._enter(question, place, <int64_t *>search.asking.row.data + chosen, 1)
        if self._ask(code, question) != self.is_proof:
            return False
        only = search.winner
        return self._enter(question, place, &only, 1)

    cdef bint _ask(self, int64_t code, int question) except? False:
        """Ask about a node; return whether it is proven.

        While a proof is collected, a disproof that rests on another way may be wrong.  It counts
        only if all that it needs can be collected, too.
        """
        cdef Search search = self.search
        cdef Region against
        search._ask_anew(code, question)
        while self.is_proof and is_marked(known(&search.table.entries, code, question)):
            against = Region(search, False, self.room - self._taken())
            if against.collect(code, question) or against.is_full:
                self.is_full = against.is_full
                return False
            search.table.forget_marked()
            search._ask_anew(code, question)
        return search.proof == 0

    cdef int64_t _taken(self):
        """Return how many bytes are taken."""
        nodes = self._count(0) + self._count(1)
        return NODE * nodes + 8 * (self.visits.shape[0] + self.options.shape[0])

    cdef bint _enter(
        self, int question, int64_t place, const int64_t *row, int64_t count
    ) except? False:
        """Add a node and the options that it needs to the way."""
        cdef CodeIndex side = <CodeIndex>self.sides[self._next(question)]
        cdef Visit *last
        cdef int64_t i
        for i in range(count):  # they are looked up one after the other
            side._prefetch_place(row[i])
        self.options.reserve(self.top + count)
        self.visits.reserve((self.depth + 1) * <int64_t>sizeof(Visit) // 8)
        memcpy(<int64_t *>self.options.data + self.top, row, 8 * count)
        last = <Visit *>self.visits.data + self.depth
        last.question, last.place, last.rank = question, place, 0
        last.first = last.next = self.top
        last.stop = self.top = self.top + count
        self.depth += 1
        self._ranks(question)[place] = OPEN
        return True

    def collect(self, int64_t code, int question) -> bool:
        """Fill the region from a node on.

        Returns
        -------
        bool
            False where what was believed is wrong, or there is no room.
        """
        cdef Visit *last
        cdef int64_t steps = 0
        self._restore()
        self.depth = self.top = 0
        if not self._visit(code, question):
            return False
        while self.depth:
            last = <Visit *>self.visits.data + self.depth - 1
            if last.next < last.stop:
                last.next += 1
                code = (<int64_t *>self.options.data)[last.next - 1]
                if not self._visit(code, self._next(last.question)):
                    return False
            else:
                self.depth -= 1
                self.top = last.first
                self._ranks(last.question)[last.place] = last.rank
                self._rise(last.rank)
            steps += 1
            if steps % SIGNAL_NODES == 0:
                with nogil:
                    check_signals()
        return True

    def widen(self, const int64_t[::1] nodes not None) -> bool:
        """Add all options that can be proven of nodes of a proof; return False without room."""
        cdef Search search = self.search
        cdef int64_t preset, code, count, i, place, node, first = self._count(0)
        cdef int question
        for i in range(nodes.shape[0]):
            node = nodes[i]
            question = node >= first
            place = node - first if question else node
            code = (<CodeIndex>self.sides[question]).code(place)
            count = search.asking.options(code, &preset)
            for option in [(<int64_t *>search.asking.row.data)[k] for k in range(count)]:
                if self._ask(option, self._next(question)):
                    if not self.collect(option, self._next(question)):
                        return False
                    number = (<CodeIndex>self.sides[self._next(question)])._find(option)
                    self.more.append((question, place, number))
                if self.is_full:
                    return False
        return True

    def follow(self, int64_t code, int question, const int32_t[::1] nodes not None) -> bool:
        """Choose the options of nodes again, without circles; forget what is not reached then.

        Parameters
        ----------
        code : int
            The start.
        question : {0, 1}
        nodes : (n,) int32
            The option of each node, as a node; -1 where there is none.
        """
        cdef int64_t i, first = self._count(0), place, target
        cdef int side
        for side in range(2):
            target = self._base(self._next(side))
            for place in range(self._count(side)):
                i = nodes[place + first * side]
                self._moves(side)[place] = <int32_t>(i - target) if i >= 0 else NONE
                self._ranks(side)[place] = UNSEEN
        self.follows, self.is_circular = True, False
        found = self.collect(code, question)
        assert found and not self.is_circular
        for side in range(2):
            for place in range(self._count(side)):
                if self._ranks(side)[place] == UNSEEN:
                    self._moves(side)[place] = UNREACHED
        return True

    # -- as arrays ---------------------------------------------------------------------------------

    # Nodes are numbered: first those of question 0, then those of question 1.

    cdef inline int64_t _base(self, int question):
        return self._count(0) if question else 0

    def number(self, int64_t code, int question) -> int:
        """Return the number of a node."""
        self._restore()
        return self._base(question) + (<CodeIndex>self.sides[question])._find(code)

    def find(
        self, const int64_t[::1] options not None, const int64_t[::1] sources not None
    ) -> Buffer:
        """Return the numbers of options of nodes, all of which are in the region."""
        cdef Buffer found = int64_buffer(options.shape[0])
        cdef int64_t i
        cdef int question
        for i in range(options.shape[0]):
            question = self._next(sources[i] >= self._count(0))
            (<int64_t *>found.data)[i] = self.number(options[i], question)
        return found

    def further(self) -> list[tuple[int, int]]:
        """Return what `widen` has added: a node, and an option, as numbers."""
        return [
            (self._base(question) + place, self._base(self._next(question)) + option)
            for question, place, option in self.more
        ]

    def arrays(self) -> tuple[Buffer, Buffer, Buffer, Buffer]:
        """Return of all nodes the codes, the options as nodes, the ranks, and who moves.

        An option is -1 where there is none, and -2 where the node is not reached; the last array
        is 1 where the attacker moves.  The slots that find codes are freed until one is looked up.
        """
        cdef int64_t count, n = self._count(0) + self._count(1), i, first, target
        cdef Buffer codes = int64_buffer(n), moves = int32_buffer(n), ranks = int32_buffer(n)
        cdef Buffer attacks = int8_buffer(n)
        cdef int32_t *row
        cdef int side
        for side in range(2):
            first, count = self._base(side), self._count(side)
            target = self._base(self._next(side))
            (<CodeIndex>self.sides[side]).release()
            (<CodeIndex>self.sides[side]).copy_codes(0, count, <int64_t *>codes.data + first)
            memcpy(<int32_t *>ranks.data + first, self._ranks(side), 4 * count)
            memcpy(<int8_t *>attacks.data + first, (<Buffer>self.attacks[side]).data, count)
            row = self._moves(side)
            for i in range(count):
                (<int32_t *>moves.data)[first + i] = row[i] + target if row[i] >= 0 else row[i]
        return codes, moves, ranks, attacks
