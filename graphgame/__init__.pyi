"""The types of the public names; `__init__.py` imports them when they are used."""

from graphgame import nim as nim
from graphgame.answers.database import Database as Database
from graphgame.big.build import build as build
from graphgame.big.indexed.ranking import (
    Arrangements as Arrangements,
    Combinations as Combinations,
    MixedRadix as MixedRadix,
    get_include as get_include,
)
from graphgame.chance.claims import verify_chance as verify_chance
from graphgame.chance.dice import dice as dice
from graphgame.chance.layers.chance_database import ChanceDatabase as ChanceDatabase
from graphgame.chance.layers.layers import build_chance as build_chance
from graphgame.chance.solution import (
    ChanceLabel as ChanceLabel,
    ChanceSolution as ChanceSolution,
)
from graphgame.chance.solve import solve_chance as solve_chance
from graphgame.cops.game import cops_and_robbers as cops_and_robbers
from graphgame.cops.numbers import cop_number as cop_number, cop_numbers as cop_numbers
from graphgame.cops.solution import CopsSolution as CopsSolution
from graphgame.errors import (
    CallError as CallError,
    ExplorationLimitError as ExplorationLimitError,
    FullDiskError as FullDiskError,
    GraphGameError as GraphGameError,
    LoopyGameError as LoopyGameError,
    NoInverseError as NoInverseError,
    ParseError as ParseError,
    RuleMismatchError as RuleMismatchError,
    SolutionFileError as SolutionFileError,
    TooLargeError as TooLargeError,
    UnknownPositionError as UnknownPositionError,
    VerificationError as VerificationError,
)
from graphgame.graphs.convert import as_game_graph as as_game_graph
from graphgame.graphs.graph import GameGraph as GameGraph
from graphgame.graphs.sum import Sum as Sum
from graphgame.heaps.catalogue import (
    all_but as all_but,
    couples_are_forever as couples_are_forever,
    grundys_game as grundys_game,
    laskers_nim as laskers_nim,
    octal as octal,
    subtraction as subtraction,
    taking as taking,
)
from graphgame.heaps.game import HeapGame as HeapGame
from graphgame.heaps.misere.outcomes import (
    Genus as Genus,
    misere_genera as misere_genera,
    misere_genus as misere_genus,
    misere_outcome as misere_outcome,
    misere_value as misere_value,
    misere_values as misere_values,
)
from graphgame.heaps.misere.quotient import (
    MisereQuotient as MisereQuotient,
    Presentation as Presentation,
    misere_quotient as misere_quotient,
)
from graphgame.heaps.periods import Period as Period
from graphgame.heaps.survey import SparseSpace as SparseSpace
from graphgame.line import Label as Label, Line as Line, Move as Move
from graphgame.outcome import (
    DRAW as DRAW,
    LOSE as LOSE,
    NO_PRESET as NO_PRESET,
    NO_SCORE as NO_SCORE,
    TIE as TIE,
    WIN as WIN,
    Outcome as Outcome,
    Play as Play,
)
from graphgame.owners.attractor import Attractor as Attractor, attractor as attractor
from graphgame.owners.objectives import (
    solve_buchi as solve_buchi,
    solve_cobuchi as solve_cobuchi,
    solve_reachability as solve_reachability,
    solve_safety as solve_safety,
)
from graphgame.owners.partizan import (
    PartizanLabel as PartizanLabel,
    PartizanSolution as PartizanSolution,
    partizan as partizan,
)
from graphgame.owners.solution import OwnerLabel as OwnerLabel, OwnerSolution as OwnerSolution
from graphgame.owners.verify import (
    verify_attractor as verify_attractor,
    verify_owners as verify_owners,
    verify_partizan as verify_partizan,
)
from graphgame.parity.game import (
    ParityGame as ParityGame,
    read_pg as read_pg,
    solve_parity as solve_parity,
    write_pg as write_pg,
)
from graphgame.parity.solution import (
    ParityLabel as ParityLabel,
    ParitySolution as ParitySolution,
)
from graphgame.parity.verify import verify_parity as verify_parity
from graphgame.patterns.find import Pattern as Pattern, find_patterns as find_patterns
from graphgame.patterns.table import table as table
from graphgame.playing.puzzles import Puzzle as Puzzle
from graphgame.progress import Progress as Progress
from graphgame.proving.checked import Proven as Proven, verify_proof as verify_proof
from graphgame.proving.proof import Proof as Proof
from graphgame.proving.start import prove as prove
from graphgame.pursuit.game import (
    PoliceAndThief as PoliceAndThief,
    PursuitSolution as PursuitSolution,
)
from graphgame.pursuit.grid_graph import read_grid as read_grid
from graphgame.rules.checking.check import check_rule as check_rule
from graphgame.rules.checking.trial import RuleReport as RuleReport
from graphgame.rules.exploring.explore import explore as explore, explore_codes as explore_codes
from graphgame.rules.exploring.stepwise import Explorer as Explorer
from graphgame.rules.game import Game as Game
from graphgame.solving.draws.levels import DrawLabel as DrawLabel, DrawLevels as DrawLevels
from graphgame.solving.draws.verify_levels import verify_draw_levels as verify_draw_levels
from graphgame.solving.scores.score_solution import (
    ScoreLabel as ScoreLabel,
    ScoreSolution as ScoreSolution,
)
from graphgame.solving.scores.score_solve import solve_scores as solve_scores
from graphgame.solving.scores.verify_scores import verify_scores as verify_scores
from graphgame.solving.solution import Solution as Solution
from graphgame.solving.solve import solve as solve
from graphgame.solving.verify import verify as verify
from graphgame.synthesis.automaton import (
    Automaton as Automaton,
    read_hoa as read_hoa,
    read_hoas as read_hoas,
    write_hoa as write_hoa,
)
from graphgame.synthesis.circuit_text import read_aiger as read_aiger
from graphgame.synthesis.conditions import (
    solve_generalized_buchi as solve_generalized_buchi,
    solve_gr1 as solve_gr1,
    solve_rabin as solve_rabin,
    solve_streett as solve_streett,
)
from graphgame.synthesis.controller import Controller as Controller, realize as realize
from graphgame.synthesis.memory_solution import MemorySolution as MemorySolution
from graphgame.text.chance_text import (
    read_chance as read_chance,
    write_chance as write_chance,
)
from graphgame.text.graph_text import (
    read_graph as read_graph,
    read_scores as read_scores,
    write_graph as write_graph,
)
from graphgame.values.arithmetic import (
    Nimber as Nimber,
    mex as mex,
    nim_inverse as nim_inverse,
    nim_product as nim_product,
    nim_sum as nim_sum,
)
from graphgame.values.grundy import grundy as grundy, loopy_grundy as loopy_grundy
from graphgame.values.loopy_values import LoopyValues as LoopyValues
from graphgame.values.sums.sum_graph import game_sum as game_sum
from graphgame.values.sums.sum_values import SumValues as SumValues
from graphgame.values.sums.verify_sums import verify_sums as verify_sums
from graphgame.values.values import GrundyValues as GrundyValues
from graphgame.values.verify import verify_grundy as verify_grundy, verify_loopy as verify_loopy

__version__: str
