"""The table of kinds: how cases are drawn, checked and reduced, and their share of the time."""

from __future__ import annotations

from tests.soak import (
    automata,
    boards,
    chance,
    compiled,
    conditions,
    exploring,
    falling,
    files,
    graphs,
    heaps,
    indexed,
    own,
    owners,
    parity,
    partitions,
    piles,
    proofs,
    scores,
    shown,
    symmetry,
    tiers,
    turns,
    values,
)
from tests.soak.case import Kind, all_of

_EVERY_WAY = all_of([graphs.check_ways, graphs.check_renamed])
_OF_HEAPS = all_of([heaps.check_reference, heaps.check_graphs, heaps.check_file])
_OF_CHASES = all_of([boards.check_chase_reference, boards.check_chase])

KINDS: dict[str, Kind] = {
    "tiny": Kind(
        graphs.draw_tiny, all_of([_EVERY_WAY, graphs.check_reference]), graphs.smaller, 2.0
    ),
    "medium": Kind(graphs.draw_medium, _EVERY_WAY, graphs.smaller, 2.0),
    "large": Kind(graphs.draw_large, _EVERY_WAY, graphs.smaller, 3.0),
    "turns": Kind(turns.draw_tiny, turns.check_reference, turns.smaller),
    "turns-medium": Kind(turns.draw_medium, turns.check_players, turns.smaller),
    "owners": Kind(
        owners.draw_tiny, all_of([owners.check_reference, owners.check_laws]), owners.smaller
    ),
    "owners-medium": Kind(owners.draw_medium, owners.check_laws, owners.smaller),
    "parity": Kind(
        parity.draw_tiny, all_of([parity.check_reference, parity.check_laws]), parity.smaller
    ),
    "parity-medium": Kind(parity.draw_medium, parity.check_laws, parity.smaller),
    "conditions": Kind(
        conditions.draw_tiny,
        all_of([conditions.check_reference, conditions.check_laws]),
        conditions.smaller,
    ),
    "conditions-medium": Kind(
        conditions.draw_medium, conditions.check_laws, conditions.smaller, 0.5
    ),
    "automata": Kind(automata.draw_tiny, automata.check, automata.smaller),
    "rule": Kind(graphs.draw_rule, graphs.check_rule, graphs.smaller_rule),
    "proof": Kind(turns.draw_tiny, proofs.check_reference, turns.smaller),
    "proof-medium": Kind(proofs.draw_medium, proofs.check_solved, turns.smaller),
    "proof-scores": Kind(scores.draw_tiny, proofs.check_scores, scores.smaller),
    "symmetry": Kind(graphs.draw_rule, symmetry.check_symmetry, graphs.smaller_rule, 0.5),
    "codes": Kind(exploring.draw_codes, exploring.check_codes, exploring.smaller, 0.5),
    "compiled": Kind(
        compiled.draw_small,
        all_of([compiled.check_threads, compiled.check_reference]),
        compiled.smaller,
    ),
    "compiled-medium": Kind(compiled.draw_medium, compiled.check_threads, compiled.smaller),
    "tiers": Kind(graphs.draw_rule, tiers.check_tiers, graphs.smaller_rule, 0.5),
    "partitions": Kind(graphs.draw_rule, partitions.check_partitions, graphs.smaller_rule, 0.5),
    "indexed": Kind(graphs.draw_rule, indexed.check_indexed, graphs.smaller_rule, 0.5),
    "scores": Kind(
        scores.draw_tiny,
        all_of([scores.check_reference, scores.check_solution, scores.check_rule]),
        scores.smaller,
    ),
    "scores-medium": Kind(
        scores.draw_medium, all_of([scores.check_solution, scores.check_rule]), scores.smaller
    ),
    "chance": Kind(
        chance.draw_tiny, all_of([chance.check_reference, chance.check_laws]), chance.smaller
    ),
    "chance-medium": Kind(chance.draw_medium, chance.check_laws, chance.smaller),
    "values": Kind(
        values.draw_tiny, all_of([values.check_values, values.check_reference]), graphs.smaller
    ),
    "values-medium": Kind(values.draw_medium, values.check_values, graphs.smaller),
    "values-large": Kind(values.draw_large, values.check_values, graphs.smaller, 0.5),
    "sum": Kind(values.draw_sum, values.check_sum, values.smaller_sum, 2.0),
    "falling": Kind(falling.draw_tiny, falling.check_sums, falling.smaller, 0.5),
    "heap": Kind(heaps.draw_tiny, _OF_HEAPS, heaps.smaller),
    "heap-table": Kind(heaps.draw_medium, heaps.check_tables, heaps.smaller),
    "heap-code": Kind(own.draw_code, own.check_code, own.smaller_code, 0.5),
    "heap-rule": Kind(own.draw_rule, own.check_rule, own.smaller_rule, 0.5),
    "nim": Kind(piles.draw_tiny, piles.check_reference, piles.smaller, 0.5),
    "nim-huge": Kind(piles.draw_huge, piles.check_laws, piles.smaller, 0.5),
    "nimbers": Kind(piles.draw_nimbers, piles.check_nimbers, piles.smaller_nimbers, 0.5),
    "board": Kind(
        boards.draw_tiny, all_of([boards.check_reference, boards.check_graph]), boards.smaller
    ),
    "board-medium": Kind(boards.draw_medium, boards.check_graph, boards.smaller),
    "board-large": Kind(boards.draw_large, boards.check_large, boards.smaller, 0.5),
    "cops": Kind(boards.draw_chase, _OF_CHASES, boards.smaller_chase),
    "cops-medium": Kind(boards.draw_chase_medium, boards.check_chase, boards.smaller_chase),
    "page": Kind(shown.draw_page, shown.check_page, shown.smaller_page, 0.5),
    "file": Kind(files.draw_file, files.check_file, files.smaller_file, 0.5),
    "picture": Kind(shown.draw_picture, shown.check_picture, shown.smaller_picture, 0.5),
}
