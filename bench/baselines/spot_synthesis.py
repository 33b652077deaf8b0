"""Solve automata with Spot: CPU seconds of its steps, verdicts and sizes, as JSON on a line.

    python bench/baselines/spot_synthesis.py FOLDER

Needs Spot's Python module, which the package spottl holds.  A word that the automaton does not
accept because its run dies is lost for the system, as in graphgame.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any


def main() -> None:
    """Solve every automaton of a folder."""
    import spot

    rows: dict[str, dict[str, Any]] = {}
    for path in sorted(Path(sys.argv[1]).iterdir()):
        began = time.process_time()
        automaton = spot.automaton(str(path))
        read = time.process_time()
        game = spot.split_2step(automaton, spot.get_synthesis_outputs(automaton), True)
        split = time.process_time()
        realizable = bool(spot.solve_game(game))
        solved = time.process_time()
        row = {
            "realizable": realizable,
            "vertices": game.num_states(),
            "read": read - began,
            "split": split - read,
            "solve": solved - split,
        }
        if realizable:
            machine = spot.solved_game_to_separated_mealy(game)
            circuit = spot.mealy_machine_to_aig(machine, "ite")
            row |= {"latches": circuit.num_latches(), "gates": circuit.num_gates()}
        row["machine"] = time.process_time() - solved
        rows[path.name] = row
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
