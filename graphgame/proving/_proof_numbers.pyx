"""Proof-number search: whether one player can force a win from one position."""

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t, uintptr_t
from libc.string cimport memcpy, memset

from graphgame._kernel.buffer cimport int64_buffer, uint64_buffer
from graphgame._kernel.outcome cimport LOSE, NO_PRESET, TIE, WIN
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport check_signals
from graphgame.proving._entries cimport below, mix, work_class
from graphgame.rules.compiled._stage cimport MOST_AGAIN, functions_at, refuse

# Questions are about one player, the attacker: can this player force a win?  A node is a position
# and the question: of a game in which players alternate, 0 where the attacker moves, 1 where the
# other one does; of a game with owners, the attacker.  The attacker needs one option with a proof
# where he moves, and a proof of all options where the other player does.
#
# proof and disproof numbers (Allis): how many open nodes must be proven, or disproven, at least, to
# prove or disprove a node, as if no two of them had anything in common.
#
# A position that comes back is no win for the attacker.  A proof has no such position in it: it is
# a tree that ends in wins.  A disproof may have one, and then it holds on this way alone, unless
# the position that comes back is inside of what is disproven.  It is marked, and so is whatever
# rests on it; `lowest` is how far up the way the disproof of a node reaches.


cdef class Search:
    """A search for proofs, with a table of fixed size.

    Parameters
    ----------
    rule, rule_data, outcome, outcome_data, canonical, canonical_data : int
        Addresses of compiled functions of a code, and what they take last; 0 for none.
    owner, owner_data : int
        The same, of who moves; 0 where players alternate.
    room : int
        The most options of a position.
    ask : callable or None
        Where the rule is not compiled: from a code to the preset or `NO_PRESET`, who moves (any
        number where players alternate), and the options as a list of codes.
    owned : bool
        Whether the rule says who moves.
    misere : bool
        Whether who cannot move wins.
    entries : int
        Of the table: 16 bytes each.
    """

    def __init__(
        self, uintptr_t rule, uintptr_t rule_data, uintptr_t outcome, uintptr_t outcome_data,
        uintptr_t canonical, uintptr_t canonical_data, uintptr_t owner, uintptr_t owner_data,
        int64_t room, ask: Callable[[int], tuple[int, int, list[int]]] | None, bint owned,
        bint misere, int64_t entries,
    ):
        self.functions = functions_at(
            rule, rule_data, outcome, outcome_data, room, canonical, canonical_data, 0, 0, False, 0
        )
        self.owners = functions_at(rule, 0, owner, owner_data, 0, 0, 0, 0, 0, False, 0)
        self.owned = owned
        self.ask, self.misere = ask, misere
        self.buckets = max(entries // BUCKET, 1)
        self.growths = 0
        while self.buckets > FIRST_BUCKETS:
            self.buckets //= 4
            self.growths += 1
        self.used = 0
        self.table = uint64_buffer(2 * BUCKET * self.buckets)
        memset(self.table.data, 0, 16 * BUCKET * self.buckets)
        self.children = int64_buffer(CHILD * FIRST_ROOM)
        self.frames = int64_buffer(FIRST_ROOM * <int64_t>sizeof(Frame) // 8)
        self.row = int64_buffer(FIRST_ROOM + SPARE)
        self.way = int64_buffer(2 * FIRST_ROOM)
        self.way_mask = FIRST_ROOM - 1
        self._clear_way()
        self.depth = self.nodes = self.top = 0

    # -- the table ---------------------------------------------------------------------------------

    cdef inline Entry *_bucket(self, int64_t code) noexcept nogil:
        # Both questions of a code lie in one bucket, so that one line of the cache has all of it.
        return <Entry *>self.table.data + BUCKET * <int64_t>(below(mix(<uint64_t>code),
                                                                   <uint64_t>self.buckets))

    cdef Entry *_find(self, int64_t code, int question) noexcept nogil:
        cdef Entry *entry = self._bucket(code)
        cdef int k
        for k in range(BUCKET):
            if entry[k].key == <uint64_t>code and entry[k].word != 0 and (
                <int>(entry[k].word >> 56 & 1) == question
            ):
                return &entry[k]
        return NULL

    cdef void _store(
        self, int64_t code, int question, int64_t proof, int64_t disproof, bint marked,
        int64_t work,
    ) noexcept nogil:
        cdef Entry *entry = self._find(code, question)
        if entry is NULL:
            entry = self._place(code)
            self.used += entry.word == 0
        entry.key = <uint64_t>code
        entry.word = (
            <uint64_t>proof | <uint64_t>disproof << 28 | <uint64_t>question << 56
            | <uint64_t>marked << 57 | work_class(work) << 58
        )

    cdef Entry *_place(self, int64_t code) noexcept nogil:
        """Return where a new entry goes: an empty place, or that of the least work."""
        cdef Entry *bucket = self._bucket(code)
        cdef Entry *least = bucket
        cdef int k
        for k in range(BUCKET):
            if bucket[k].word == 0:
                return &bucket[k]
            if bucket[k].word >> 58 < least.word >> 58:
                least = &bucket[k]
        return least

    cdef int _grow(self) except -1:
        """Make room for four times as many entries.

        All entries of bucket b come to lie in buckets 4 b to 4 b + 3, so that buckets are moved
        from the last one on, in place.
        """
        cdef Entry moved[BUCKET]
        cdef Entry *table
        cdef int64_t b, old = self.buckets
        cdef int k
        self.table.resize(2 * BUCKET * 4 * old)
        table = <Entry *>self.table.data
        memset(table + BUCKET * old, 0, 3 * BUCKET * old * sizeof(Entry))
        self.buckets = 4 * old
        for b in range(old - 1, -1, -1):
            memcpy(moved, table + BUCKET * b, sizeof(moved))
            memset(table + BUCKET * b, 0, sizeof(moved))
            for k in range(BUCKET):
                if moved[k].word != 0:
                    self._place(<int64_t>moved[k].key)[0] = moved[k]
        return 0

    # -- the way -----------------------------------------------------------------------------------

    # way[2 * slot] is a code times 2 and the question, way[2 * slot + 1] its depth or -1 if empty.
    # Nodes leave in the opposite order, so that those that stay are found.

    cdef void _clear_way(self) noexcept nogil:
        cdef int64_t slot
        cdef int64_t *way = <int64_t *>self.way.data
        for slot in range(self.way_mask + 1):
            way[2 * slot + 1] = -1

    cdef int64_t _way_slot(self, int64_t code, int question) noexcept nogil:
        cdef const int64_t *way = <int64_t *>self.way.data
        cdef const Frame *frames = <Frame *>self.frames.data
        cdef int64_t slot = <int64_t>(
            mix(<uint64_t>code * 2 + <uint64_t>question + 1) & <uint64_t>self.way_mask
        )
        cdef int64_t d
        while way[2 * slot + 1] >= 0:
            d = way[2 * slot + 1]
            if way[2 * slot] == code and frames[d].question == question:
                break
            slot = (slot + 1) & self.way_mask
        return slot

    cdef int64_t _on_way(self, int64_t code, int question) noexcept nogil:
        """Return the depth at which a node stands on the way, -1 if it does not."""
        return (<int64_t *>self.way.data)[2 * self._way_slot(code, question) + 1]

    cdef int _enter_way(self, int64_t depth) except -1 nogil:
        cdef int64_t slot, d
        cdef int64_t *way
        cdef Frame *frames = <Frame *>self.frames.data
        if 2 * (depth + 1) > self.way_mask:
            with gil:
                self.way = int64_buffer(4 * (self.way_mask + 1))
            self.way_mask = 2 * self.way_mask + 1
            self._clear_way()
            for d in range(depth):
                self._enter_way(d)
        way = <int64_t *>self.way.data
        slot = self._way_slot(frames[depth].code, frames[depth].question)
        way[2 * slot], way[2 * slot + 1] = frames[depth].code, depth
        return 0

    cdef void _leave_way(self, int64_t depth) noexcept nogil:
        cdef Frame *frames = <Frame *>self.frames.data
        cdef int64_t slot = self._way_slot(frames[depth].code, frames[depth].question)
        (<int64_t *>self.way.data)[2 * slot + 1] = -1

    # -- nodes -------------------------------------------------------------------------------------

    cdef int64_t _options(self, int64_t code, int64_t *preset) except -1 nogil:
        """Write the options of a code to `row`; return how many there are."""
        cdef int64_t room, found, i
        cdef int64_t *row
        cdef int again = 0
        preset[0] = NO_PRESET
        if self.ask is not None:
            with gil:
                return self._ask(code, preset)
        preset[0] = self._preset(code)
        if preset[0] != NO_PRESET:
            return 0
        while True:
            room = self.row.shape[0] - SPARE
            row = <int64_t *>self.row.data
            found = self.functions.rule(code, row, room, self.functions.rule_data)
            if 0 <= found <= room:
                break
            if found < 0 or again == MOST_AGAIN:
                refuse("number of options", code, found)
            if found > self.functions.room:
                refuse("room", code, found)
            again += 1
            with gil:
                self.row.reserve(found + SPARE)
        if self.functions.canonical is not NULL:
            for i in range(found):
                row[i] = self.functions.canonical(row[i], self.functions.canonical_data)
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

    cdef int64_t _preset(self, int64_t code) except -2 nogil:
        cdef int64_t preset
        if self.functions.outcome is NULL:
            return NO_PRESET
        preset = self.functions.outcome(code, self.functions.outcome_data)
        if not LOSE <= preset <= TIE:
            refuse("preset", code, preset)
        return preset

    cdef int _moves(self, int64_t code, int question) except -1 nogil:
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

    cdef inline bint _is_won(self, int64_t outcome, bint attacks) noexcept nogil:
        """Return whether the outcome of who moves is a win of the attacker."""
        return outcome == WIN if attacks else outcome == LOSE

    cdef int _finish(self, int64_t code, int question, bint won, int64_t work) except -1 nogil:
        """Keep that a node without options, or with a preset, is decided; tell the one before."""
        return self._leave(
            code, question, 0 if won else INFINITE, INFINITE if won else 0, NEVER, 0, work
        )

    cdef int _leave(
        self, int64_t code, int question, int64_t proof, int64_t disproof, int32_t lowest,
        int64_t rank, int64_t work,
    ) except -1 nogil:
        """Store what is known of a node, and tell the last one on the way, which has chosen it."""
        cdef Frame *frame
        cdef Child *child
        rank = min(rank, <int64_t>MOST)
        self._store(
            code, question, proof, rank if proof == 0 else disproof,
            disproof == 0 and lowest < self.depth, work,
        )
        if self.depth == 0:
            self.proof, self.disproof = proof, disproof
            self.marked = disproof == 0 and lowest < 0
            return 0
        frame = <Frame *>self.frames.data + self.depth - 1
        child = <Child *>self.children.data + frame.chosen
        child.proof, child.disproof = <uint32_t>proof, <uint32_t>disproof
        child.lowest = lowest if lowest < self.depth else NEVER
        child.rank = <int32_t>rank
        frame.work += work
        return 0

    cdef int _push(
        self, int64_t code, int question, int64_t most_proof, int64_t most_disproof
    ) except -1 nogil:
        """Enter a node, unless it is decided without its options."""
        cdef int64_t preset, count, i
        cdef int attacks
        cdef Frame *frame
        cdef const int64_t *row
        self.nodes += 1
        if self.nodes % SIGNAL_NODES == 0:
            check_signals()
            if self.growths and 2 * self.used > BUCKET * self.buckets:
                with gil:
                    self._grow()
                    self.growths -= 1
        count = self._options(code, &preset)
        attacks = self._moves(code, question)
        if preset != NO_PRESET:
            return self._finish(code, question, self._is_won(preset, attacks), 1)
        if count == 0:
            return self._finish(code, question, attacks == self.misere, 1)
        if CHILD * (self.top + count) > self.children.shape[0] or (
            (self.depth + 1) * <int64_t>sizeof(Frame) > 8 * self.frames.shape[0]
        ):
            with gil:
                self.children.reserve(CHILD * (self.top + count))
                self.frames.reserve((self.depth + 1) * sizeof(Frame) // 8 + 1)
        frame = <Frame *>self.frames.data + self.depth
        frame.code, frame.question, frame.attacks = code, question, attacks
        frame.first, frame.stop = self.top, self.top + count
        frame.most_proof, frame.most_disproof = most_proof, most_disproof
        frame.chosen, frame.work = self.top, 1
        self._enter_way(self.depth)
        self.depth += 1
        row = <int64_t *>self.row.data
        for i in range(count):
            prefetch(self._bucket(row[i]))
        for i in range(count):
            self._begin_child(
                <Child *>self.children.data + self.top + i, row[i],
                question if self.owned else 1 - question,
            )
        self.top += count
        return 0

    cdef int _begin_child(self, Child *child, int64_t code, int question) except -1 nogil:
        """Read what is known of an option."""
        cdef const Entry *entry = self._find(code, question)
        cdef const Entry *other
        cdef int64_t depth, preset
        child.code, child.lowest, child.rank = code, NEVER, 0
        child.proof = child.disproof = 1
        if entry is not NULL:
            child.proof = <uint32_t>(entry.word & INFINITE)
            child.disproof = <uint32_t>(entry.word >> 28 & INFINITE)
            if child.proof == 0:
                child.rank, child.disproof = <int32_t>child.disproof, INFINITE
            if entry.word >> 57 & 1:
                child.lowest = ELSEWHERE
            if child.proof == 0 or child.disproof == 0:
                return 0
        else:
            other = self._find(code, 1 - question)
            if other is not NULL and other.word & INFINITE == 0:
                # The other player can force a win, so this one cannot.
                child.proof, child.disproof = INFINITE, 0
                return 0
        depth = self._on_way(code, question)
        if depth >= 0:
            child.proof, child.disproof = INFINITE, 0
            child.lowest = <int32_t>depth
        elif entry is NULL and self.functions.outcome is not NULL and self.ask is None:
            preset = self._preset(code)
            if preset != NO_PRESET:
                if self._is_won(preset, self._moves(code, question)):
                    child.proof, child.disproof = 0, INFINITE
                else:
                    child.proof, child.disproof = INFINITE, 0
        return 0

    cdef int _step(self) except -1 nogil:
        """Move from the last node of the way: back, or on to one of its options."""
        cdef Frame *frame = <Frame *>self.frames.data + self.depth - 1
        cdef const Child *children = <Child *>self.children.data
        cdef const Child *child
        cdef int64_t c, best = -1, least = INFINITE + 1, second = INFINITE + 1, total = 0
        cdef int64_t number, other, limit
        cdef int32_t lowest = NEVER, least_rank = NEVER, most_rank = 0
        cdef int64_t proof, disproof
        # `number` is what one option is enough for, `other` what all of them are needed for.
        for c in range(frame.first, frame.stop):
            child = &children[c]
            number = child.proof if frame.attacks else child.disproof
            other = child.disproof if frame.attacks else child.proof
            total += other
            if number < least:
                second = least
                least = number
                best = c
            elif number < second:
                second = number
            if frame.attacks and child.disproof == 0:
                lowest = min(lowest, child.lowest)
            if child.proof == 0:
                most_rank = max(most_rank, child.rank)
                if frame.attacks and child.rank < least_rank:
                    least_rank, best = child.rank, c
        if least == 0:
            total = INFINITE
            lowest = NEVER if frame.attacks else children[best].lowest
        elif total == 0:
            least = INFINITE
        else:
            total = min(total, MOST)
            lowest = NEVER
        proof = least if frame.attacks else total
        disproof = total if frame.attacks else least
        if proof == 0 or disproof == 0 or proof >= frame.most_proof or (
            disproof >= frame.most_disproof
        ):
            self.depth -= 1
            self._leave_way(self.depth)
            self.top = frame.first
            self.winner = children[best].code
            return self._leave(
                frame.code, frame.question, proof, disproof, lowest,
                1 + (least_rank if frame.attacks else most_rank), frame.work,
            )
        frame.chosen = best
        child = &children[best]
        self.winner = child.code
        # The option is left when it is no longer the best by a quarter, which keeps the search from
        # changing its mind all the time (Pawlewicz and Lew, 2007).
        limit = second + second // 4 + 1
        if frame.attacks:
            return self._push(
                child.code, frame.question if self.owned else 1, min(frame.most_proof, limit),
                min(<int64_t>INFINITE, frame.most_disproof - disproof + child.disproof),
            )
        return self._push(
            child.code, frame.question if self.owned else 0,
            min(<int64_t>INFINITE, frame.most_proof - proof + child.proof),
            min(frame.most_disproof, limit),
        )

    def begin(self, int64_t code, int question) -> None:
        """Ask a question about a code."""
        with nogil:
            self._begin(code, question)

    cdef int _begin(self, int64_t code, int question) except -1 nogil:
        while self.depth:
            self.depth -= 1
            self._leave_way(self.depth)
        self.top = 0
        self.proof = self.disproof = 1
        return self._push(code, question, INFINITE, INFINITE)

    cdef int _ask_anew(self, int64_t code, int question) except -1 nogil:
        """Decide a question about a code."""
        self._begin(code, question)
        while self.depth:
            self._step()
        return 0

    def run(self, int64_t nodes) -> bool:
        """Look at so many nodes at most; return whether the question is decided."""
        cdef int64_t until = self.nodes + nodes
        with nogil:
            while self.depth and self.nodes < until:
                self._step()
        return self.depth == 0

    def root(self) -> tuple[int, int]:
        """Return how many nodes must be proven, or disproven, at least, to decide the question.

        It is what was known of the first position when one of its options was last left.
        """
        cdef const Frame *frame = <Frame *>self.frames.data
        cdef const Child *children = <Child *>self.children.data
        cdef int64_t c, least = INFINITE, total = 0, number, other
        if self.depth == 0:
            return self.proof, self.disproof
        for c in range(frame.first, frame.stop):
            number = children[c].proof if frame.attacks else children[c].disproof
            other = children[c].disproof if frame.attacks else children[c].proof
            least, total = min(least, number), min(total + other, <int64_t>MOST)
        return (least, total) if frame.attacks else (total, least)

    def known(self, int64_t code, int question) -> tuple[int, int, bool] | None:
        """Return the proof and the disproof number of a node, and whether it is marked."""
        cdef const Entry *entry = self._find(code, question)
        if entry is NULL:
            return None
        proof, disproof = entry.word & INFINITE, entry.word >> 28 & INFINITE
        return proof, disproof if proof else INFINITE, bool(entry.word >> 57 & 1)

    def forget_marked(self) -> None:
        """Drop the entries of disproofs that are marked."""
        cdef int64_t i
        cdef Entry *entry = <Entry *>self.table.data
        for i in range(BUCKET * self.buckets):
            if entry[i].word >> 57 & 1:
                entry[i].word = 0
                self.used -= 1

    @property
    def load(self) -> float:
        """Which part of the largest table is used."""
        return self.used / (BUCKET * self.buckets * 4.0 ** self.growths)

    @property
    def nbytes(self) -> int:
        """Bytes of the table, and of what stands on the way."""
        return (
            self.table.nbytes + self.children.nbytes + self.frames.nbytes + self.row.nbytes
            + self.way.nbytes
        )
