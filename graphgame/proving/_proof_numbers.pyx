"""Searches for a proof: whether one player can force a win from one position."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from graphgame._kernel.atomic cimport load_word, store_word
from graphgame._kernel.buffer cimport int32_buffer, int64_buffer
from graphgame._kernel.outcome cimport NO_PRESET
from graphgame._kernel.prefetch cimport prefetch
from graphgame._kernel.signals cimport check_signals
from graphgame.proving._asking cimport Asking, is_won
from graphgame.proving._asking import FullError
from graphgame.proving._entries cimport (
    INFINITE, MOST, bucket_at, busy_at, disproof_in, is_disproven, is_marked, is_proven, known,
    look_up, mix, proof_in, store
)
from graphgame.proving._proof_table cimport ProofTable

# Questions are about one player, the attacker: can this player force a win?  A node is a position
# and the question: of a game in which players alternate, 0 where the attacker moves, 1 where the
# other one does; of a game with owners, the attacker.  The attacker needs one option with a proof
# where he moves, and a proof of all options where the other player does.
#
# proof and disproof numbers (Allis): how many open nodes must be proven, or disproven, at least, to
# prove or disprove a node, as if no two of them had anything in common.
#
# There are two orders of search.  Proof-number search goes to where the least is left to do, and
# leaves a node when another one has less to do.  A depth-first search decides an option before it
# looks at the next, and takes no number but "decided" from the table.  Where positions are met in
# many ways the second asks about each of them once; where some lines of play are much shorter than
# others the first finds them.
#
# A position that comes back is no win for the attacker.  A proof has no such position in it: it is
# a tree that ends in wins.  A disproof may have one, and then it holds on this way alone, unless
# the position that comes back is inside of what is disproven.  It is marked, and so is whatever
# rests on it; `lowest` is how far up the way the disproof of a node reaches.


cdef class Search:
    """A search for proofs.

    Parameters
    ----------
    asking : Asking
    table : ProofTable
        Other searches may use it too.
    depth_first : bool
        Whether to decide an option before the next; else by proof numbers.
    learns : bool
        Whether moves that have decided nodes are tried first elsewhere.  A move is known by the
        codes before and after it: these are the rule's own, and no numbers of positions.
    most_bytes : int
        Of memory for the nodes of the way and their options.
    """

    def __init__(
        self, Asking asking not None, ProofTable table not None, bint depth_first, bint learns,
        int64_t most_bytes,
    ):
        self.asking, self.table = asking, table
        self.depth_first, self.learns, self.most_bytes = depth_first, learns, most_bytes
        self.children = int64_buffer(CHILD * FIRST_NODES)
        self.frames = int64_buffer(FIRST_NODES * <int64_t>sizeof(Frame) // 8)
        self.way = int64_buffer(2 * FIRST_NODES)
        self.way_mask = FIRST_NODES - 1
        self.history = int32_buffer(4 * PLACES if learns else 0)
        self._clear_way()
        self.depth = self.nodes = self.top = self.added = 0

    # -- the way -----------------------------------------------------------------------------------

    # way[2 * slot] is a key, way[2 * slot + 1] its depth or -1 if empty.  Nodes leave in the
    # opposite order, so that those that stay are found.

    cdef void _clear_way(self) noexcept nogil:
        cdef int64_t slot
        cdef int64_t *way = <int64_t *>self.way.data
        for slot in range(self.way_mask + 1):
            way[2 * slot + 1] = -1

    cdef int64_t _way_slot(self, int64_t key, int question) noexcept nogil:
        cdef const int64_t *way = <int64_t *>self.way.data
        cdef const Frame *frames = <Frame *>self.frames.data
        cdef int64_t slot = <int64_t>(
            mix(<uint64_t>key * 2 + <uint64_t>question + 1) & <uint64_t>self.way_mask
        )
        cdef int64_t d
        while way[2 * slot + 1] >= 0:
            d = way[2 * slot + 1]
            if way[2 * slot] == key and frames[d].question == question:
                break
            slot = (slot + 1) & self.way_mask
        return slot

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
        slot = self._way_slot(frames[depth].key, frames[depth].question)
        way[2 * slot], way[2 * slot + 1] = frames[depth].key, depth
        return 0

    cdef void _mark_busy(self, const Frame *frame, int change) noexcept nogil:
        """Count a thread that looks at a node, or that no longer does."""
        cdef uint8_t *busy
        busy = busy_at(&self.table.entries, frame.key, frame.question)
        if 0 <= busy[0] + change < 256:
            busy[0] += change

    cdef void _count(self) noexcept nogil:
        """Add the places that were taken to those of the table.

        Where each one was added at once, a second thread would wait for what lies beside the sum.
        """
        self.table.entries.used += self.added
        self.added = 0

    cdef void _leave_way(self, int64_t depth) noexcept nogil:
        cdef Frame *frames = <Frame *>self.frames.data
        cdef int64_t slot = self._way_slot(frames[depth].key, frames[depth].question)
        (<int64_t *>self.way.data)[2 * slot + 1] = -1
        if frames[depth].is_busy:
            self._mark_busy(&frames[depth], -1)

    # -- nodes -------------------------------------------------------------------------------------

    cdef int _finish(
        self, int64_t key, int question, bint won, int64_t work
    ) except -1 nogil:
        """Keep that a node without options, or with a preset, is decided; tell the one before."""
        return self._leave(
            key, question, 0 if won else INFINITE, INFINITE if won else 0, NEVER, 0, work
        )

    cdef int _leave(
        self, int64_t key, int question, int64_t proof, int64_t disproof, int32_t lowest,
        int64_t rank, int64_t work,
    ) except -1 nogil:
        """Store what is known of a node, and tell the last one on the way, which has chosen it."""
        cdef Frame *frame
        cdef Child *child
        rank = min(rank, <int64_t>MOST)
        self.added += store(
            &self.table.entries, key, question, proof, rank if proof == 0 else disproof,
            disproof == 0 and lowest < self.depth, work,
        )
        if self.depth == 0:
            self.proof, self.disproof = proof, disproof
            return 0
        frame = <Frame *>self.frames.data + self.depth - 1
        child = <Child *>self.children.data + frame.chosen
        child.proof, child.disproof = <uint32_t>proof, <uint32_t>disproof
        child.lowest = lowest if lowest < self.depth else NEVER
        child.rank = <int32_t>rank
        frame.work += work
        return 0

    cdef int _reserve(self, int64_t count) except -1:
        """Make room for one more node with so many options."""
        children, frames = CHILD * (self.top + count), (self.depth + 1) * <int64_t>sizeof(Frame)
        # A buffer that grows doubles; the way takes up to 64 bytes for each node.
        if 16 * children + 2 * frames + 64 * self.depth > self.most_bytes:
            raise FullError
        self.children.reserve(children)
        self.frames.reserve(frames // 8 + 1)
        return 0

    cdef int _push(
        self, int64_t code, int64_t key, int question, int64_t most_proof, int64_t most_disproof
    ) except -1 nogil:
        """Enter a node, unless it is decided without its options."""
        cdef int64_t preset = NO_PRESET, count, i, before
        cdef int attacks
        cdef Frame *frame
        cdef Child *child
        cdef const int64_t *codes
        cdef const int64_t *row
        self.nodes += 1
        if self.nodes % SIGNAL_NODES == 0:
            check_signals()
            if not self.table.shared:
                self._count()
                with gil:
                    self.table.grow_if_full()
        # An option with a preset has been decided by it, where the rule is compiled.
        if self.depth == 0 or self.asking.ask is not None:
            count = self.asking.options(code, &preset)
        else:
            count = self.asking.listed(code)
        attacks = self.asking.moves(code, question)
        if preset != NO_PRESET:
            return self._finish(key, question, is_won(preset, attacks), 1)
        if count == 0:
            return self._finish(key, question, attacks == self.asking.misere, 1)
        if CHILD * (self.top + count) > self.children.shape[0] or (
            (self.depth + 1) * <int64_t>sizeof(Frame) > 8 * self.frames.shape[0]
        ):
            with gil:
                self._reserve(count)
        frame = <Frame *>self.frames.data + self.depth
        frame.code, frame.key, frame.question, frame.attacks = code, key, question, attacks
        frame.first, frame.stop = self.top, self.top + count
        frame.most_proof, frame.most_disproof = most_proof, most_disproof
        frame.chosen, frame.work = self.top, 1
        self._enter_way(self.depth)
        # The first option of a node is looked at by all threads in any case.
        frame.is_busy = self.table.shared and self.depth and (frame - 1).work >= SHARED_WORK
        if frame.is_busy:
            self._mark_busy(frame, 1)
        before = (frame - 1).code if self.depth else 0
        self.depth += 1
        codes, row = <int64_t *>self.asking.codes.data, <int64_t *>self.asking.row.data
        for i in range(count):
            prefetch(bucket_at(&self.table.entries, row[i]))
        for i in range(count):
            child = <Child *>self.children.data + self.top + i
            child.code, child.key = codes[i], row[i]
            self._begin_child(child, question if self.asking.owned else 1 - question)
            if child.proof and child.disproof:
                self._rate(child, code, before, attacks)
        self.top += count
        return 0

    cdef int _begin_child(self, Child *child, int question) except -1 nogil:
        """Read what is known of an option."""
        cdef uint64_t other, word = look_up(&self.table.entries, child.key, question, &other)
        cdef int64_t slot, preset
        child.lowest, child.rank, child.score = NEVER, 0, 0
        child.proof = child.disproof = 1
        if is_proven(word):
            child.proof, child.disproof, child.rank = 0, INFINITE, <int32_t>disproof_in(word)
            return 0
        if is_disproven(word):
            child.proof, child.disproof = INFINITE, 0
            child.lowest = ELSEWHERE if is_marked(word) else NEVER
            return 0
        if is_proven(other):
            # The other player can force a win, so this one cannot.
            child.proof, child.disproof = INFINITE, 0
            return 0
        slot = self._way_slot(child.key, question)
        if (<int64_t *>self.way.data)[2 * slot + 1] >= 0:
            child.proof, child.disproof = INFINITE, 0
            child.lowest = <int32_t>(<int64_t *>self.way.data)[2 * slot + 1]
        elif word != 0:
            if not self.depth_first:
                child.proof, child.disproof = <uint32_t>proof_in(word), <uint32_t>disproof_in(word)
        elif self.asking.ask is None:
            preset = self.asking.preset(child.code)
            if preset != NO_PRESET:
                if is_won(preset, self.asking.moves(child.code, question)):
                    child.proof, child.disproof = 0, INFINITE
                else:
                    child.proof, child.disproof = INFINITE, 0
        return 0

    # -- the order of options ----------------------------------------------------------------------

    # history[i] is how often a move has decided a node, and how many moves before it did not.  A
    # move is what it changes of a code, and what it changes together with the move before it: where
    # the code says what is whose, the first is enough, and where it says what the player to move
    # has, the second does.  They are bits, so that "exclusive or" gives what changes.

    cdef int _rate(
        self, Child *child, int64_t parent, int64_t grandparent, int attacks
    ) except -1 nogil:
        """Write the score of an option, and the places of its move."""
        cdef const int32_t *history = <int32_t *>self.history.data
        cdef uint64_t side = attacks
        self.asking.order(child.code, &child.score)
        if not self.learns:
            return 0
        child.places[0] = <uint16_t>(mix(<uint64_t>(child.code ^ parent) * 2 + side) % PLACES)
        child.places[1] = <uint16_t>(mix(<uint64_t>(child.code ^ grandparent) * 2 + side) % PLACES)
        # What the author says comes first.
        child.score = min(max(child.score, -(1 << 30)), 1 << 30) * (<int64_t>1 << 32) - (
            history[child.places[0]] + <int64_t>history[PLACES + child.places[1]]
        )
        return 0

    cdef void _learn(self, const Frame *frame, int64_t best) noexcept nogil:
        """Add to the count of the move that has decided a node; take from those that have not."""
        cdef int32_t *history = <int32_t *>self.history.data
        cdef const Child *children = <Child *>self.children.data
        cdef const Child *child
        cdef int64_t c
        cdef int32_t tried = 0
        cdef int k
        for c in range(frame.first, frame.stop):
            child = &children[c]
            if c != best and (child.disproof if frame.attacks else child.proof) == 0:
                tried += 1
                for k in range(2):
                    if history[k * PLACES + child.places[k]] > -(1 << 29):
                        history[k * PLACES + child.places[k]] -= 1
        for k in range(2):
            if history[k * PLACES + children[best].places[k]] < 1 << 29:
                history[k * PLACES + children[best].places[k]] += tried

    cdef int _step(self) except -1 nogil:
        """Move from the last node of the way: back, or on to one of its options."""
        cdef Frame *frame = <Frame *>self.frames.data + self.depth - 1
        cdef const Child *children = <Child *>self.children.data
        cdef const Child *child
        cdef int64_t c, best = -1, least = INFINITE + 1, second = INFINITE + 1, total = 0
        cdef int64_t number, other, score = 0
        cdef int32_t lowest = NEVER, least_rank = NEVER, most_rank = 0
        cdef int64_t proof, disproof
        cdef uint64_t word
        cdef bint shared = self.depth_first and self.table.shared and frame.work >= SHARED_WORK
        cdef int question = frame.question if self.asking.owned else 1 - frame.question
        # The first node is asked about for its option, too.
        if shared and self.depth > 1:
            word = known(&self.table.entries, frame.key, frame.question)
            if is_proven(word) or is_disproven(word):
                return self._take(frame, word)
        # One option may be enough: threads look at the same one until the first has failed.
        shared = shared and self._has_failed(frame)
        # `number` is what one option is enough for, `other` what all of them are needed for.
        for c in range(frame.first, frame.stop):
            child = &children[c]
            number = child.proof if frame.attacks else child.disproof
            other = child.disproof if frame.attacks else child.proof
            total += other
            if shared and number and other:
                # What another thread looks at comes last.
                number += busy_at(&self.table.entries, child.key, question)[0] != 0
            if number < least or (number == least and child.score < score):
                second = least
                least, score = number, child.score
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
            total, lowest = INFINITE, NEVER if frame.attacks else children[best].lowest
        elif total == 0:
            least = INFINITE
        else:
            total, lowest = min(total, MOST), NEVER
        proof = least if frame.attacks else total
        disproof = total if frame.attacks else least
        if proof == 0 or disproof == 0 or proof >= frame.most_proof or (
            disproof >= frame.most_disproof
        ):
            self.depth -= 1
            self._leave_way(self.depth)
            self.top = frame.first
            self.winner = children[best].key
            if self.learns and least == 0 and frame.work > 1:
                self._learn(frame, best)
            return self._leave(
                frame.key, frame.question, proof, disproof, lowest,
                1 + (least_rank if frame.attacks else most_rank), frame.work,
            )
        return self._choose(frame, best, second, proof, disproof)

    cdef bint _has_failed(self, const Frame *frame) noexcept nogil:
        """Return whether an option is known not to be enough."""
        cdef const Child *children = <Child *>self.children.data
        cdef int64_t c
        for c in range(frame.first, frame.stop):
            if (children[c].disproof if frame.attacks else children[c].proof) == 0:
                return True
        return False

    cdef int _take(self, const Frame *frame, uint64_t word) except -1 nogil:
        """End a node that another thread has decided."""
        cdef bint proven = is_proven(word)
        self.depth -= 1
        self._leave_way(self.depth)
        self.top = frame.first
        return self._leave(
            frame.key, frame.question, 0 if proven else INFINITE, INFINITE if proven else 0,
            ELSEWHERE if is_marked(word) and not proven else NEVER,
            disproof_in(word) if proven else 0, frame.work,
        )

    cdef int _choose(
        self, Frame *frame, int64_t best, int64_t second, int64_t proof, int64_t disproof
    ) except -1 nogil:
        """Enter an option of a node, and say where to leave it."""
        cdef const Child *child = <Child *>self.children.data + best
        cdef int question
        cdef int64_t limit
        frame.chosen, self.winner = best, child.key
        question = frame.question if self.asking.owned else 1 - frame.question
        if self.depth_first:
            return self._push(child.code, child.key, question, INFINITE, INFINITE)
        # The option is left when it is no longer the best by a quarter, which keeps the search from
        # changing its mind all the time (Pawlewicz and Lew, 2007).
        limit = second + second // 4 + 1
        if frame.attacks:
            return self._push(
                child.code, child.key, question, min(frame.most_proof, limit),
                min(<int64_t>INFINITE, frame.most_disproof - disproof + child.disproof),
            )
        return self._push(
            child.code, child.key, question,
            min(<int64_t>INFINITE, frame.most_proof - proof + child.proof),
            min(frame.most_disproof, limit),
        )

    def begin(self, int64_t code, int question) -> None:
        """Ask a question about a code, which stands for its class."""
        with nogil:
            self._begin(code, question)

    cdef int _begin(self, int64_t code, int question) except -1 nogil:
        while self.depth:
            self.depth -= 1
            self._leave_way(self.depth)
        self.top = 0
        self.proof = self.disproof = 1
        return self._push(code, code, question, INFINITE, INFINITE)

    cdef int _ask_anew(self, int64_t code, int question) except -1 nogil:
        """Decide a question about a code."""
        self._begin(code, question)
        while self.depth:
            self._step()
        return 0

    def run(self, int64_t nodes) -> bool:
        """Look at so many nodes at most; return whether the question is decided.

        Where threads share the table, who comes to the end of a turn ends it for all, as nodes take
        some searches longer than others.
        """
        cdef int64_t until = self.nodes + nodes
        try:
            with nogil:
                while self.depth and self.nodes < until and not load_word(&self.table.ended):
                    self._step()
        finally:
            if self.table.shared:
                store_word(&self.table.ended, 1)
            self._count()
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

    @property
    def nbytes(self) -> int:
        """Bytes of what stands on the way."""
        return (
            self.children.nbytes + self.frames.nbytes + self.way.nbytes + self.history.nbytes
        )
