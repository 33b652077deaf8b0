"""Games of conditions on several sets: generalized Büchi, GR(1), Rabin and Streett games.

One mechanism solves all of them.  The Zielonka tree of a condition gives the least deterministic
parity automaton that recognizes it; the game and that automaton side by side are a parity game.
docs/decisions/045-conditions.md says what was weighed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgame import types
from graphgame.arrays import read_only
from graphgame.errors import TooLargeError, advised
from graphgame.graphs.graph import GameGraph
from graphgame.memory import check_game
from graphgame.outcome import MOST_POSITIONS
from graphgame.owners.games import owned_game, player_number, position_pairs, position_sets
from graphgame.parity.game import ParityGame
from graphgame.synthesis import acceptance
from graphgame.synthesis.memory_solution import Aim, MemorySolution


@advised
def solve_generalized_buchi(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    sets: types.Anything,
    player: int = 0,
    *,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> MemorySolution[types.Anything]:
    """Solve a generalized Büchi game: a player wants to visit each of several sets for ever.

    Each set is visited again and again.  Who cannot move loses.

    Parameters
    ----------
    graph, owner, start, limit, progress
        As in `attractor`.
    sets : list of list, set, array or iterator of hashable, or of flags
        Each set as the targets in `attractor`, but never one position by itself.  Without a set the
        player wins every play that never ends.
    player : {0, 1}
        Whose objective it is; the other player wants to prevent it.

    Returns
    -------
    MemorySolution
        Its memory has a state for each set, at most.

    Raises
    ------
    GraphGameError
        As `attractor`; or if a set is one position.
    TooLargeError
        If the game does not fit in memory, or there are more than 1,024 sets.

    See Also
    --------
    solve_buchi : One set.
    solve_gr1 : Only if each of other sets is visited again and again.

    Notes
    -----
    A Büchi game of k n positions for k sets, and its time and memory; the solution keeps 8 bytes
    for each of them.

    References
    ----------
    W. Zielonka (1998); A. Casares, T. Colcombet and N. Fijalkow, "Optimal Transformations of Games
    and Automata Using Muller Conditions", ICALP 2021.

    Examples
    --------
    >>> edges, owner = [(0, 1), (0, 2), (1, 0), (2, 0)], [0, 1, 1]
    >>> s = solve_generalized_buchi(edges, owner, [[1], [2]])
    >>> s.winners, s.play(0)
    (array([0, 0, 0], dtype=int8), (0, 2, 0, 1, 0))
    """
    game = owned_game(graph, owner, start, limit, progress)
    found = position_sets(game, sets, "sets")
    return _solved(game, Aim.GENERALIZED_BUCHI, player_number(player), found, "sets")


@advised
def solve_gr1(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    assumptions: types.Anything,
    guarantees: types.Anything,
    player: int = 0,
    *,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> MemorySolution[types.Anything]:
    """Solve a GR(1) game: if each assumption is visited for ever, then each guarantee is, too.

    "Generalized reactivity of rank 1": the player wins a play on which some assumption is visited
    only finitely often, or each guarantee again and again.  Who cannot move loses.

    Parameters
    ----------
    graph, owner, player, start, limit, progress
        As in `solve_generalized_buchi`.
    assumptions, guarantees : list of list, set, array or iterator of hashable, or of flags
        As the sets of `solve_generalized_buchi`, which this is without an assumption.

    Returns
    -------
    MemorySolution
        Its memory has a state for each pair of an assumption and a guarantee, at most.

    Raises
    ------
    GraphGameError
        As `solve_generalized_buchi`.
    TooLargeError
        If the game does not fit in memory, or there are more than 1,024 such pairs.

    See Also
    --------
    solve_generalized_buchi
    solve_streett : Several implications, each between two sets.

    Notes
    -----
    A parity game of a g n positions and three priorities, for a assumptions and g guarantees.  The
    automaton counts both in turn, as the algorithm that is known for GR(1) games does.

    References
    ----------
    R. Bloem, B. Jobstmann, N. Piterman, A. Pnueli and Y. Sa'ar, "Synthesis of Reactive(1) designs",
    Journal of Computer and System Sciences 78, 2012, for the objective.

    Examples
    --------
    >>> edges, owner = [(0, 1), (0, 2), (1, 1), (1, 0), (2, 0)], [0, 1, 1]
    >>> solve_gr1(edges, owner, [], [[1], [2]]).winners  # the other player stays at 1
    array([1, 1, 1], dtype=int8)
    >>> solve_gr1(edges, owner, [[0]], [[1], [2]]).winners
    array([0, 0, 0], dtype=int8)
    """
    game = owned_game(graph, owner, start, limit, progress)
    assumed = position_sets(game, assumptions, "assumptions")
    wanted = position_sets(game, guarantees, "guarantees")
    what = "assumptions, guarantees"
    return _solved(game, Aim.GR1, player_number(player), assumed + wanted, what, len(assumed))


@advised
def solve_rabin(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    pairs: types.Anything,
    player: int = 0,
    *,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> MemorySolution[types.Anything]:
    """Solve a Rabin game: of some pair, one set is visited finitely often, the other for ever.

    Who cannot move loses.

    Parameters
    ----------
    graph, owner, player, start, limit, progress
        As in `solve_generalized_buchi`.
    pairs : list of (avoided, visited)
        Each a list or tuple of two sets, as in `solve_generalized_buchi`.  For some pair the player
        wants to visit the first set only finitely often, and the second again and again: the order
        of the HOA format.

    Returns
    -------
    MemorySolution
        Its memory has k! states for k pairs, at most.

    Raises
    ------
    GraphGameError
        As `solve_generalized_buchi`; or if there is no pair where one is expected.
    TooLargeError
        If the game does not fit in memory, or there are more than 6 pairs.

    See Also
    --------
    solve_streett : The same game, as the other player sees it, with the sets of each pair swapped.

    Notes
    -----
    A parity game of k! n positions and 2 k + 1 priorities for k pairs, and ranks that prove its
    solution.  A player with a Rabin objective needs no memory: the moves of `player` are the same
    in each of its states.  The other player may need k! states.

    References
    ----------
    E. A. Emerson and C. S. Jutla, "The complexity of tree automata and logics of programs", SIAM
    Journal on Computing 29, 1999, for games without memory; W. Zielonka (1998).

    Examples
    --------
    >>> edges, owner = [(0, 1), (0, 2), (1, 0), (2, 0)], [1, 0, 0]
    >>> s = solve_rabin(edges, owner, [([1], [2]), ([2], [1])])
    >>> s.winners, s.play(0)  # the other player visits both
    (array([1, 1, 1], dtype=int8), (0, 2, 0, 1, 0))
    >>> solve_rabin(edges, owner, [([1], [2]), ([], [1])]).winners
    array([0, 0, 0], dtype=int8)
    """
    game = owned_game(graph, owner, start, limit, progress)
    found = position_pairs(game, pairs, "pairs")
    return _solved(game, Aim.RABIN, player_number(player), found, "pairs")


@advised
def solve_streett(
    graph: object,
    owner: types.Owners | types.OwnerRule | None,
    pairs: types.Anything,
    player: int = 0,
    *,
    start: object = None,
    limit: int | None = None,
    progress: types.ProgressLike = False,
) -> MemorySolution[types.Anything]:
    """Solve a Streett game: who visits the first set of a pair for ever visits the second, too.

    Requests are answered: for every pair, if requests come again and again, so do answers.  Who
    cannot move loses.

    Parameters
    ----------
    graph, owner, player, start, limit, progress
        As in `solve_generalized_buchi`.
    pairs : list of (requests, answers)
        Each a list or tuple of two sets, as in `solve_generalized_buchi`.  For every pair the
        player wants to visit the first set only finitely often, or the second again and again: the
        order of the HOA format.

    Returns
    -------
    MemorySolution
        Its memory has k! states for k pairs, at most.

    Raises
    ------
    GraphGameError
        As `solve_generalized_buchi`; or if there is no pair where one is expected.
    TooLargeError
        If the game does not fit in memory, or there are more than 6 pairs.

    See Also
    --------
    solve_rabin : The same game, as the other player sees it, with the sets of each pair swapped.
    solve_gr1

    Notes
    -----
    A parity game of k! n positions and 2 k + 1 priorities for k pairs, and ranks that prove its
    solution.  The moves of the other player are the same in each state of the memory.

    Examples
    --------
    >>> edges, owner = [(0, 1), (0, 2), (1, 0), (2, 0)], [0, 1, 1]
    >>> s = solve_streett(edges, owner, [([1], [2]), ([2], [1])])
    >>> s.winners, s.play(0)
    (array([0, 0, 0], dtype=int8), (0, 1, 0, 2, 0))
    """
    game = owned_game(graph, owner, start, limit, progress)
    found = position_pairs(game, pairs, "pairs")
    return _solved(game, Aim.STREETT, player_number(player), found, "pairs")


# -- the parity game ------------------------------------------------------------------------------


def _condition(aim: Aim, count: int, n_assumptions: int) -> acceptance.Condition:
    """Return the condition on the sets of an objective."""
    if aim is Aim.GR1:
        seen = [acceptance.visited(2 * x) for x in range(count)]
        spoilt = [x.negated() for x in seen[:n_assumptions]]
        return acceptance.any_holds([*spoilt, acceptance.all_hold(seen[n_assumptions:])])
    name = {
        Aim.GENERALIZED_BUCHI: "generalized-Buchi",
        Aim.RABIN: "Rabin",
        Aim.STREETT: "Streett",
    }[aim]
    found = acceptance.named([name, count // 2 if aim.has_pairs else count])
    assert found is not None, "a name of the HOA format"
    return found


def _solved(
    game: GameGraph[Any],
    aim: Aim,
    player: int,
    found: list[types.BoolArray],
    what: str,
    n_assumptions: int = 0,
) -> MemorySolution[Any]:
    """Solve a game of a condition on some sets."""
    sets = np.array(found, dtype=np.bool_).reshape(len(found), game.n)
    kinds, mark_sets = _kinds(sets)
    try:
        whole = _condition(aim, len(sets), n_assumptions)
        memory = acceptance.memory(whole if player == 0 else whole.negated(), mark_sets)
    except TooLargeError:
        raise _too_many(aim, len(sets), n_assumptions, what) from None
    memory = _reached(memory)
    product = _product(game, kinds, memory.priority, memory.following)
    solution = product.solve()
    shape = len(memory.priority), game.n
    strategy = np.asarray(solution.strategy).reshape(shape)
    moves = np.where(strategy < 0, -1, strategy % max(game.n, 1)).astype(np.int32)
    # Who wins does not depend on where the memory begins.
    winners = solution.winners.reshape(shape)[0].copy()
    update = np.take(memory.following.astype(np.int32), kinds, axis=1)
    if shape[0] > 1 and any(memory.is_single):
        _forget(moves, winners, memory, *solution._ranks())
        if (moves == moves[0]).all():
            moves, update = moves[:1].copy(), np.zeros((1, game.n), dtype=np.int32)
    return MemorySolution(game, aim, player, n_assumptions, sets, winners, moves, update)


def _too_many(aim: Aim, count: int, n_assumptions: int, what: str) -> TooLargeError:
    """Return the error for an objective that may need more states of a memory than are made."""
    most = acceptance.MOST_LEAVES
    if aim.has_pairs:
        return TooLargeError(
            f"{what}: expected at most 6 pairs, as k of them may need a memory of k! states, which "
            f"may be {most}, got {count // 2}"
        )
    if aim is Aim.GR1 and n_assumptions:
        return TooLargeError(
            f"{what}: expected at most {most} pairs of an assumption and a guarantee, each a state "
            f"of the memory, got {n_assumptions} assumptions and {count - n_assumptions} guarantees"
        )
    return TooLargeError(
        f"{what}: expected at most {most} sets, each a state of the memory, got {count}"
    )


def _kinds(sets: types.BoolArray) -> tuple[types.AnyArray, list[int]]:
    """Return a number for each position by the sets that it is in, and these sets, as bits."""
    packed = np.packbits(sets, axis=0, bitorder="little")
    number = np.zeros(sets.shape[1], dtype=np.int64)
    for row in packed:  # eight sets at a time
        _, number = np.unique(number << 8 | row, return_inverse=True)
    _, first = np.unique(number, return_index=True)
    return number, [int.from_bytes(packed[:, v].tobytes(), "little") for v in first.tolist()]


def _reached(memory: acceptance.Memory) -> acceptance.Memory:
    """Return the memory of the states alone that are reached from the first one."""
    following, states = memory.following, [0]
    for state in states:  # which grows
        states += sorted({*following[state].tolist()}.difference(states))
    place = np.full(len(following), -1)
    place[states] = np.arange(len(states))
    return memory._replace(
        priority=memory.priority[states],
        following=place[following[states]],
        turns=memory.turns[states],
    )


def _forget(
    moves: types.Int32Array,
    winners: types.Int8Array,
    memory: acceptance.Memory,
    ranks: types.AnyArray,
    levels: types.AnyArray,
) -> None:
    """Make the moves of players who need no memory the same in all of its states.

    A position takes the moves of one of its states: of the least, in an order in which no move
    leads upwards, but where the player sees a priority that is wanted, and each one that is not
    leads downwards.  docs/decisions/045-conditions.md has the proof.
    """
    states, n = moves.shape
    for player in range(2):
        at = np.flatnonzero(winners == player)
        if not memory.is_single[player] or not len(at):
            continue
        rank = ranks.reshape(states, n)[:, at]
        is_least = np.ones(rank.shape, dtype=np.bool_)
        for number in range(memory.turns.shape[1] - 1, -1, -1):
            if number % 2 == player:
                continue
            below = np.cumsum(levels >= number)[rank]
            for key in (below, memory.turns[:, number, np.newaxis]):
                least = np.where(is_least, key, np.iinfo(np.int64).max).min(axis=0)
                is_least &= key == least
        moves[:, at] = moves[is_least.argmax(axis=0), at]


def _product(
    game: GameGraph[Any],
    kinds: types.AnyArray,
    priority: types.AnyArray,
    following: types.AnyArray,
) -> ParityGame[Any]:
    """Return the parity game: the positions with the first state of the memory, then the next.

    The state after a move depends on the position that is left, as its priority does.
    """
    n, m, states = game.n, game.m, len(priority)
    if n * states > MOST_POSITIONS:
        raise TooLargeError(
            f"graph: expected at most {MOST_POSITIONS} positions with states of the memory, got "
            f"{n} with {states} states each"
        )
    check_game(game, 90 * states, 12 * states)
    ptr, idx = game.option_ptr, game.option_idx
    kind = np.repeat(kinds, np.diff(ptr))
    targets = np.empty((states, m), dtype=np.int32)
    for state in range(states):
        np.add((following[state] * n).astype(np.int32)[kind], idx, out=targets[state])
    ends = (ptr[1:] + m * np.arange(states)[:, np.newaxis]).ravel()
    rows = np.concatenate([np.zeros(1, dtype=np.int64), ends]), targets.ravel()
    graph: GameGraph[Any] = GameGraph.from_csr(*rows, copy=False)
    owner = np.tile(read_only(game._owner), states)  # type: ignore[arg-type]
    return ParityGame._from_checked(graph._with(owner=owner), priority[:, kinds].ravel())
