"""The robot in a corridor: both games against the definitions, and the wish of the robot in play.

Pinned here: winners are those of fixpoints on sets; play of the winner visits the goal for ever,
stays out of the forbidden cell, and never runs out of charge.
"""

from __future__ import annotations

from tests.gallery.test_gallery import example
from tests.reference import owners as reference


def test_the_robot_patrols_for_ever() -> None:
    robot = example("robot")
    safety, patrol = robot.solve()
    for s, visitor, for_ever in ((safety, robot.DOORMAN, False), (patrol, robot.ROBOT, True)):
        graph = s.graph()
        options = [graph.index(graph.options(p)).tolist() for p in s]
        owner = [robot.owner(p) for p in s]
        targets = {v for v, flag in enumerate(s.targets.tolist()) if flag}
        if for_ever:
            expected = reference.buchi_winners(options, owner, targets, visitor)
        else:
            stuck = {v for v, row in enumerate(options) if not row and owner[v] != visitor}
            expected = reference.winners_by_ranks(options, owner, targets | stuck, visitor)
        assert s.winners.tolist() == expected
        assert s.verify()
    for position in patrol:
        line = patrol.play(position)
        assert line.closes_at is not None
        assert any(p[0] == robot.GOAL for p in line[line.closes_at :])
        assert all(p[0] != robot.FORBIDDEN for p in line)


def test_the_page_has_both_wishes_in_one_game() -> None:
    """The robot wins where it is safe and patrols what is safe for ever."""
    robot = example("robot")
    safety, patrol = robot.solve()
    whole = robot.whole()
    for position in whole:
        if position in safety:
            wins = safety.winner(position) == robot.ROBOT and patrol.winner(position) == robot.ROBOT
            assert (whole.winner(position) == robot.ROBOT) == wins
    assert {whole.winner(p) for p in whole} == {0, 1}
    assert whole.verify()
