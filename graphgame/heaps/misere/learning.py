"""The search for a misère quotient, heap by heap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from graphgame.errors import GraphGameError
from graphgame.heaps.misere.generators import GeneratorGame, added
from graphgame.heaps.misere.outcomes import Heaps
from graphgame.types import BoolArray, Int64Array

# For each element its product with each generator.
Steps: TypeAlias = list[dict[int, int]]
# Of a position: its element, its answers, and heaps that make it.
Entry: TypeAlias = tuple[int, int, Heaps]

# How often a heap may come to stand for another sum before it stays a generator, so that the
# search ends.
_MOST_CHANGES = 2


class QuotientSearch:
    """The quotient of the heaps so far, learned from outcomes as L* learns an automaton.

    Generators are heaps that no sum of smaller ones stands for; the outcomes of their game are
    searched.  Whether it is the right game is asked of the rule, by `Closure`: a sum where the
    answers of the quotient contradict each other shows a heap for which nothing may stand.

    Attributes
    ----------
    table, lost : arrays
        The products of elements, and which are lost.
    elements : list of int
        The element of each heap.
    words : list of tuple of int
        For each element a sum of generators.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.table: Int64Array = np.zeros((1, 1), dtype=np.int64)
        self.lost: BoolArray = np.zeros(1, dtype=bool)
        self.elements: list[int] = []
        self.words: list[Heaps] = [()]
        self.closure: Closure = Closure(self.table, self.lost, self.words)
        self._game: GeneratorGame = GeneratorGame()
        # The element of each word of an element together with a generator.
        self._kind: dict[Heaps, int] = {(): 0}
        # Since the last heap was added: generators that stay, and how often others changed.
        self._kept: set[int] = set()
        self._changes: Counter[int] = Counter()

    def add(self, left: Iterable[Heaps]) -> None:
        """Extend the quotient by a heap, of which moves leave these heaps."""
        game = self._game
        heap = len(game.left)
        game.left.append(sorted(set(left)))
        if not game.left[heap]:
            game.stands.append(())
            self.elements.append(0)
            return
        values = sorted({self._product(parts) for parts in game.left[heap]})
        found = self.closure.absorbed(heap, values)
        if found is not None:
            game.stands.append(self.words[found])
            self.elements.append(found)
            return
        game.begin(self.table, self.lost, self.elements, values)
        self._kept, self._changes = {heap}, Counter()
        while not self._learned(heap):
            pass
        # Words of elements are the shortest contexts that tell as much.
        words = [self.words[self._product(context)] for context in game.contexts]
        game.contexts = list(dict.fromkeys(words))

    def _product(self, heaps: Iterable[int]) -> int:
        x = 0
        for heap in heaps:
            x = int(self.table[x, self.elements[heap]])
        return x

    # -- learning -------------------------------------------------------------------------------

    def _learned(self, heap: int) -> bool:
        """Find the elements anew; if they contradict the rule, learn from that and return False."""
        steps = self._closed(heap)
        if not self._is_monoid(steps) or self._restand(steps):
            return False
        self._states(steps)
        self.elements = [self._follow(steps, 0, stand) for stand in self._game.stands]
        self.closure = Closure(self.table, self.lost, self.words)
        for other, left in enumerate(self._game.left):
            if left:
                values = sorted({self._product(parts) for parts in left})
                wrong = self.closure.extend(other, self.elements[other], values)
                if wrong is not None:
                    self._learn_from(wrong)
                    return False
        return True

    def _closed(self, heap: int) -> Steps:
        """Find sums that differ; return the number of each together with each generator.

        Sums are met by length, and in order.  A sum with a part that equals another sum is taken
        for that sum and the rest, without asking: only elements and relations are asked for.
        """
        chosen: list[Heaps] = [()]
        kind: dict[Heaps, int] = {(): 0}
        self.words, self._kind = chosen, kind
        index = {self._game.rows(chosen)[0]: 0}
        generators, layer = self._game.generators, [0]
        while layer:
            longer = sorted({added(chosen[x], (g,)) for x in layer for g in generators})
            factors = {word: self._factor(word) for word in longer}
            asked = [word for word in longer if factors[word] is None]
            rows = dict(zip(asked, self._game.rows(asked), strict=True))
            layer = []
            for word in longer:
                factor = factors[word]
                if factor is not None:
                    part, g = factor
                    kind[word] = kind[added(chosen[kind[part]], (g,))]
                    continue
                x = kind[word] = index.setdefault(rows[word], len(chosen))
                if x == len(chosen):
                    chosen.append(word)
                    layer.append(x)
            if len(chosen) > self.most:
                raise GraphGameError(
                    f"heap {heap}: expected at most {self.most} elements, found more: ask for "
                    "fewer heaps, or for more elements with most="
                )
        return [{g: kind[added(x, (g,))] for g in generators} for x in chosen]

    def _factor(self, word: Heaps) -> tuple[Heaps, int] | None:
        """Return a part of a sum that another sum equals, and the heap that is left."""
        for i, heap in enumerate(word):
            part = (*word[:i], *word[i + 1 :])
            if self.words[self._kind[part]] != part:
                return part, heap
        return None

    @staticmethod
    def _follow(steps: Steps, x: int, word: Heaps) -> int:
        for g in word:
            x = steps[x][g]
        return x

    def _states(self, steps: Steps) -> None:
        chosen = self.words
        at = np.array([[*found.values()] for found in steps])
        column = {g: at[:, j] for j, g in enumerate(self._game.generators)}
        self.table = np.empty((len(chosen),) * 2, dtype=np.int64)
        for j, word in enumerate(chosen):
            self.table[:, j] = np.arange(len(chosen))
            for g in word:
                self.table[:, j] = column[g][self.table[:, j]]
        lost = self._game.outcomes(chosen, [()])
        self.lost = np.frombuffer(lost, dtype=np.int8).astype(bool)

    def _is_monoid(self, steps: Steps) -> bool:
        """Return whether generators commute from every element; if not, add a context."""
        at = np.array([[*found.values()] for found in steps])
        twice = at[at]  # twice[x, i, j]: the element of x and generators i and j
        for x, i, j in np.argwhere(twice != twice.transpose(0, 2, 1))[:1].tolist():
            g, h = self._game.generators[i], self._game.generators[j]
            found = any(
                self._refined((*self.words[x], *pair), context)
                for context in [*self._game.contexts]
                for pair in ((g, h), (h, g))
            )
            assert found
            return False
        return True

    # -- contexts -------------------------------------------------------------------------------

    def _refined(self, path: Heaps, after: Heaps = ()) -> bool:
        """Add a context if the elements say another outcome of a sum than the search.

        The sum is rewritten, step by step, into the word of its element: a step that changes the
        outcome takes two sums for the same that are not.
        """
        true = self._game.is_lost(added(path, after))
        for word, end, rest in self._rewritten(path):
            context = added(rest, after)
            if self._game.is_lost(added(end, context)) != true:
                self._separate(word, end, context)
                return True
        return False

    def _rewritten(self, path: Heaps) -> Iterator[tuple[Heaps, Heaps, Heaps]]:
        """Yield the steps by which a path of generators becomes the word of its element.

        A step is a sum that was asked for, the word that was found to equal it, and the rest.
        """
        x = 0
        for i, g in enumerate(path):
            word = added(self.words[x], (g,))
            x = self._kind[word]
            yield from self._derived(word, path[i + 1 :])

    def _derived(self, word: Heaps, rest: Heaps) -> Iterator[tuple[Heaps, Heaps, Heaps]]:
        """Yield the steps by which a sum becomes the word of its element.

        The whole sum is `word` and `aside`, heaps that are put back when `word` is rewritten.
        """
        aside: list[int] = []
        while True:
            end = self.words[self._kind[word]]
            if word == end:
                if not aside:
                    return
                word = added(word, (aside.pop(),))
            elif (factor := self._factor(word)) is not None:
                word, heap = factor
                aside.append(heap)
            else:
                yield word, end, (*rest, *aside)
                word = end

    def _separate(self, x: Heaps, y: Heaps, context: Heaps) -> None:
        """Add a context in which two sums differ: a word of an element, or a light one.

        A heavy context is a part of thousands of sums that are searched: of 0.07 to heap 30, two
        of 10 and 11 heaps took nine of ten of all sums.
        """
        found = self._game.differences(x, y, self.words)
        self._game.contexts.append(found[0] if found else self._lightened(x, y, context))

    def _lightened(self, x: Heaps, y: Heaps, context: Heaps) -> Heaps:
        """Return a part of a context, or a lighter one, in which the two sums differ too."""
        while True:
            for lighter in self._lighter(context):
                if self._game.differences(x, y, [lighter]):
                    context = lighter
                    break
            else:
                return context

    def _lighter(self, context: Heaps) -> Iterator[Heaps]:
        """Yield contexts without one heap, and those with a word in the place of two."""
        for i in range(len(context)):
            yield (*context[:i], *context[i + 1 :])
        for i in range(len(context)):
            for j in range(i):
                pair = context[j], context[i]
                if (word := self._reduced(pair)) != pair:
                    yield added((*context[:j], *context[j + 1 : i], *context[i + 1 :]), word)

    def _reduced(self, word: Heaps) -> Heaps:
        found: Heaps = ()
        for g in word:
            found = self.words[self._kind[added(found, (g,))]]
        return found

    # -- what stands for heaps ------------------------------------------------------------------

    def _restand(self, steps: Steps) -> bool:
        """Compare heaps with what stands for them, in all contexts; return whether that changed.

        A heap that differs stands for the sum of smaller generators with the same outcomes, or
        becomes a generator.  A generator that equals such a sum is none any more: with fewer
        generators there are fewer sums to search.
        """
        game, chosen, changed = self._game, self.words, False
        for heap, left in enumerate(game.left[:-1]):
            now = game.stands[heap]
            if not left or heap in self._kept:
                continue
            if now == (heap,):
                x = steps[0].get(heap, -1)
            else:
                game.load_heap(heap)
                mine, known = game.rows([(heap,), now])
                if mine == known:
                    if self._differs_beside_itself(heap, now):
                        return True
                    continue
                rows = game.rows(chosen)
                x = rows.index(mine) if mine in rows else -1
            word = self._below(steps, heap).get(x)
            if word is not None and not game.was_equal(heap, word):
                word = None
            if now == (heap,) and word is None:
                continue
            changed = True
            self._changes[heap] += 1
            if word is None or self._changes[heap] > _MOST_CHANGES:
                self._keep(heap, self._changes[heap] > _MOST_CHANGES)
            else:
                chosen = game.replace(heap, word, chosen)
                game.load()
        return changed

    def _differs_beside_itself(self, heap: int, now: Heaps) -> bool:
        """Make a heap a generator if it differs from its sum, both beside one more such heap."""
        contexts = [added(context, (heap,)) for context in self._game.contexts]
        found = self._game.differences((heap,), now, contexts)
        if found:
            self._game.contexts.append(found[0])
            self._keep(heap)
        return bool(found)

    def _keep(self, heap: int, stays: bool = True) -> None:
        """Make a heap a generator; if it stays, until the next heap is added."""
        if stays:
            self._kept.add(heap)
        self._game.stands[heap] = (heap,)
        self._game.load()

    def _below(self, steps: Steps, heap: int) -> dict[int, Heaps]:
        """Return sums of generators below a heap for the elements that have one."""
        found: dict[int, Heaps] = {0: ()}
        waiting = [0]
        for x in waiting:
            for g, y in steps[x].items():
                if g < heap and y not in found and self._game.stands[g] == (g,):
                    found[y] = added(found[x], (g,))
                    waiting.append(y)
        return found

    def _learn_from(self, heaps: Heaps) -> None:
        """Find what is wrong from a sum whose outcome is not what those of its options say."""
        game = self._game
        options = [
            (*heaps[:i], *heaps[i + 1 :], *parts)
            for i, heap in enumerate(heaps)
            for parts in game.left[heap]
        ]
        if any(self._refined(game.stand(sum_)) for sum_ in (heaps, *options)):
            return
        # The elements are right in the game of the generators, which is not the game of the heaps:
        # put generators in the place of heaps one by one, until the contradiction ends.
        for i, heap in enumerate(heaps):
            if game.stands[heap] != (heap,):
                replaced = (*game.stand(heaps[: i + 1]), *heaps[i + 1 :])
                if self._is_right(replaced):
                    context = game.stand((*heaps[:i], *heaps[i + 1 :]))
                    if context in game.contexts:
                        self._keep(heap)
                    else:
                        game.load_heap(heap)
                        self._separate((heap,), game.stands[heap], context)
                    return
        raise AssertionError("a contradiction without a heap that stands for others")

    def _is_right(self, heaps: Heaps) -> bool:
        """Return whether the outcome of a sum is what those of its options say."""
        options = {
            self._product((*heaps[:i], *heaps[i + 1 :], *parts))
            for i, heap in enumerate(heaps)
            for parts in self._game.left[heap]
        }
        lost = bool(self.lost[self._product(heaps)])
        return lost == bool(options and not self.lost[sorted(options)].any())


# -- what a quotient says, compared with the rule for all sums at once -----------------------------


class Closure:
    """The least sets of answers of the sums of some heaps, see `verify_quotient`.

    The answers of a position are the elements z such that an option of it together with z is lost,
    as the bits of an integer.
    """

    def __init__(self, table: Int64Array, lost: BoolArray, words: Sequence[Heaps]) -> None:
        self._q: list[list[int]] = table.tolist()
        self._table, self._lost_array, self._words = table, lost, words
        self._lost: list[bool] = lost.tolist()
        self._lost_with = [_bits(lost[row]) for row in table]
        self._kinds: dict[tuple[int, int], int] = {}
        self._least: list[list[tuple[int, Heaps]]] = [[] for _ in self._q]
        self._divided: dict[tuple[int, int], int] = {}

    def absorbed(self, heap: int, values: Sequence[int]) -> int | None:
        """Return the element that a new heap has, and take it in; None if there is none."""
        answers = self.answers(values)
        known = [x for x, bits in self._kinds if bits == answers]
        candidates: list[int] = [*known, *range(len(self._q))]
        for x in candidates:
            if not answers & self._lost_with[x] and self._extended(heap, x, answers) is None:
                return x
        return None

    def extend(self, heap: int, x: int, values: Sequence[int]) -> Heaps | None:
        """Add a heap with its element, or return a sum whose outcome is wrong."""
        answers = self.answers(values)
        wrong = answers & self._lost_with[x]
        if wrong:
            z = (wrong & -wrong).bit_length() - 1
            return (*self._words[z], heap)
        return self._extended(heap, x, answers)

    def answers(self, values: Sequence[int]) -> int:
        """Return the elements with which one of these values is lost."""
        return _bits(self._lost_array[self._table[list(values)]].any(axis=0))

    def _over(self, answers: int, elements: Sequence[int]) -> list[int]:
        """Return for each of some elements y the z such that y z is among the answers."""
        k = len(self._q)
        packed = np.frombuffer(answers.to_bytes((k + 7) // 8, "little"), dtype=np.uint8)
        flags = np.unpackbits(packed, count=k, bitorder="little")
        rows = np.packbits(flags[self._table[elements]], axis=1, bitorder="little")
        return [int.from_bytes(row.tobytes(), "little") for row in rows]

    def _extended(self, heap: int, x: int, answers: int) -> Heaps | None:
        if (x, answers) in self._kinds:
            return None
        kinds = self._kinds | {(x, answers): heap}
        others, found = [z for z, _ in kinds], [*kinds.values()]
        least = [[*entries] for entries in self._least]
        added: dict[int, list[int]] = {}
        waiting: list[Entry] = [(x, answers, (heap,))]
        mine = self._over(answers, range(len(least)))
        waiting += [
            (self._q[y][x], self._over(more, [x])[0] | mine[y], (*heaps, heap))
            for y, entries in enumerate(least)
            for more, heaps in entries
        ]
        while waiting:
            y, more, heaps = waiting.pop()
            if any(less & more == less for less, _ in least[y]):
                continue
            if not self._lost[y] and not more & 1:
                return heaps
            least[y] = [e for e in least[y] if e[0] & more != more]
            least[y].append((more, heaps))
            if y not in added:
                added[y] = [self._divide(bits, y) for _, bits in kinds]
            for z, left, right, other in zip(
                others, self._over(more, others), added[y], found, strict=True
            ):
                waiting.append((self._q[y][z], left | right, (*heaps, other)))
        self._kinds, self._least = kinds, least
        return None

    def _divide(self, answers: int, y: int) -> int:
        found = self._divided.get((answers, y))
        if found is None:
            found = self._divided[answers, y] = self._over(answers, [y])[0]
        return found


def _bits(flags: Any) -> int:
    return int.from_bytes(np.packbits(flags, bitorder="little").tobytes(), "little")
