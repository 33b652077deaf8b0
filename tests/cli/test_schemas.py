"""JSON of every command against its schema in docs/schemas, for combinations of its options.

Pinned here: each command has a schema of draft 2020-12, in which no object has members that are not
named; everything that the commands print with --json is valid; what differs from it is not; what
several commands print is defined once, in common.json.
"""

from __future__ import annotations

import copy
import io
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from graphgame.cli import main
from graphgame.cli.parser import _COMMANDS
from tests.answers.folders import Game, write

jsonschema = pytest.importorskip("jsonschema")
referencing = pytest.importorskip("referencing")

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
DRAFT = "https://json-schema.org/draft/2020-12/schema"
LOADED = {path.stem: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}


def validator(command: str) -> Any:
    registry = referencing.Registry().with_resources(
        (f"{name}.json", referencing.Resource.from_contents(schema))
        for name, schema in LOADED.items()
    )
    return jsonschema.Draft202012Validator(LOADED[command], registry=registry)


# Commands that write pictures and pages, or talk to a person.
WITHOUT_JSON = {"draw", "page", "play", "serve"}


# What the local server answers: see tests/playing/test_server.py.
SERVED = {"position", "find", "histogram", "error"}

# -- what is run ----------------------------------------------------------------------------------

CYCLE = "4 4\n1 2\n2 1\n2 3\n3 4\n"
TREE = "5 5\n1 2\n1 3\n2 4\n3 4\n4 5\n"
PRESET = "3 2\n1 2\n2 3\n3 LOSE\n"
EMPTY = "0 0\n"
BOARDS = ["3 3\nP..\n.*.\n..T\n", "2 2\nP.\n.T\n", "3 4\nP.*E\n....\n..*T\n"]


def combinations(*choices: str) -> Iterator[str]:
    """Return every way of taking one of the alternatives, which bars divide, in each choice."""
    for words in product(*(choice.split("|") for choice in choices)):
        yield " ".join(filter(None, words))


def zero(text: str) -> str:
    """Return graph text with positions from 0."""
    head, *lines = text.splitlines()
    words = [line.split() for line in lines]
    rest = [" ".join(str(int(w) - 1) if w.isdigit() else w for w in line) for line in words]
    return "\n".join([head, *rest]) + "\n"


def solve() -> Iterator[tuple[str, str]]:
    for text in (CYCLE, TREE, PRESET, EMPTY):
        for base in ("", "--base 0"):
            given = zero(text) if base else text
            for options in combinations(
                base, "|--play misere", "|--verify", "|--summary|--remoteness|--moves",
                "|--threads 2",
            ):  # fmt: skip
                yield options, given
            for options in combinations(base, "|--verify", "|--summary", "--levels"):
                yield options, given
            if text != EMPTY:
                for options in combinations(base, "|--play misere", "|--verify", "--from 1"):
                    yield options, given
                    yield f"{options} --levels", given
    yield "--remoteness --moves --verify --format text", CYCLE


def grundy() -> Iterator[tuple[str, str]]:
    for text, loopy in ((CYCLE, "--loopy"), (TREE, "|--loopy"), (PRESET, "|--loopy")):
        for base in ("", "--base 0"):
            given = zero(text) if base else text
            for options in combinations(base, loopy, "|--verify", "|--sum 1|--sum 1 2 2"):
                yield options, given
            if text != PRESET:  # misère play takes no presets
                for options in combinations(base, loopy, "--sum 1 2", "--play misere"):
                    yield options, given
    yield "--format text", EMPTY


def nim() -> Iterator[tuple[str, str]]:
    for options in combinations("|--base 0", "|--play misere", "|--most 2", "|--limit 1"):
        yield options, "3 4 5\n1 1\n0\n"
    for options in combinations("|--base 0", "--moore 2|--staircase", "|--play misere"):
        yield options, "3 4 5\n\n1 1 2 2\n"


def heap() -> Iterator[tuple[str, str]]:
    for game in ("octal 0.77", "take 1,2,3", "grundy", "lasker"):
        for options in combinations(
            game, "|-n 20|--heaps 5,3|--heaps 7,7 --outcome|--heaps 4,2,1 --base 0"
        ):
            yield options, ""
    yield "octal 0.77 --period", ""
    yield "grundy --period -n 1000", ""
    yield "octal 0.77 --heaps 5,3 --play misere", ""
    yield "octal 0.1[303] --period", ""
    yield "octal 0.77 --genus", ""
    yield "octal 0.123 --quotient", ""
    yield "grundy --quotient -n 8", ""


def police() -> Iterator[tuple[str, str]]:
    for text in BOARDS:
        for options in combinations(
            "|--base 0", "|--verify", "|--line|--boards", "|--map", "|--lang fa --wall x --exit y"
        ):
            yield options, text


def grid() -> Iterator[tuple[str, str]]:
    for text in ("2 3\n...\n.#.\n", "3 3\nS.x\n.@.\n..E\n"):
        for options in combinations(
            "--directions down,right", "|--base 0", "|--verify", "|--remoteness",
            "|--moves queen --play misere", "--wall @ --preset x=WIN --exit e",
        ):  # fmt: skip
            yield options, text


def cops() -> Iterator[tuple[str, str]]:
    square = "4 4\n1 2\n2 3\n3 4\n4 1\n"
    for text in (TREE, square):
        for base in ("", "--base 0"):
            given = zero(text) if base else text
            for options in combinations(base, "|--cops 2", "|--directed", "|--line", "|--verify"):
                yield options, given
            yield f"{base} --number", given
            yield f"--number 1 {base} --format text", given
    yield "--graph6", "C~\nDhc\n"


def parity() -> Iterator[tuple[str, str]]:
    for text in ('0 2 0 1;\n1 1 1 0,1 "b";\n', "parity 1;\nstart 1;\n0 2 0 1;\n1 0 1 0;\n"):
        for options in combinations("|--summary", "|--verify", "|--method tangles"):
            yield options, text
        yield "--min --format pg", text
    yield "", "3 2 0 3;"


REPEATER = (
    'HOA: v1 Start: 0 AP: 2 "r" "g" controllable-AP: %s Acceptance: 1 Inf(0) '
    "--BODY-- State: 0 [0&1 | !0&!1] 0 {0} [0&!1 | !0&1] 0 --END--"
)


def synth() -> Iterator[tuple[str, str]]:
    for outputs in ("1", ""):
        for options in combinations("|--moore", "|--verify", "|--summary"):
            yield options, REPEATER % outputs
        yield "--aiger out.aag --hoa out.hoa --dot out.dot --page out.html", REPEATER % outputs


DICE = (
    "5 6\n1 2\n1 4\n2 3 1/3\n2 5 2/3\n4 1 1\n4 3 2\n"
    "1 OWNER 0\n2 CHANCE\n3 OWNER 1\n4 CHANCE\n5 OWNER 0\n"
)
PAYING = "3 2\n1 2 1/3 POINTS 2\n1 3 2/3\n1 CHANCE\n2 SCORE -1/2\n3 SCORE 4\n"
ALTERNATING = "3 3\n1 2 POINTS 2\n1 3\n2 3 POINTS -1\n"


def chance() -> Iterator[tuple[str, str]]:
    for text in (DICE, PAYING, ALTERNATING):
        for options in combinations("|--moves", "|--bounds", "|--verify"):
            yield options, text
        for options in combinations("--summary|--from 1|--from 2 --seed 3 --exact", "|--verify"):
            yield options, text
        yield "--exact --moves", text
    yield "--player 1", DICE
    yield "--player 0 --from 3", DICE
    yield "--endless 1/2 --format text", PAYING
    yield "--precision 1e-6 --from 0 --base 0", "2 1\n0 1 POINTS 3\n"
    yield "", EMPTY


# A rule as --game names it, of which the text is the start.
GAME = """
options = lambda n: [n - k for k in (1, 3, 4) if n >= k]
back = lambda n: [n + k for k in (1, 3, 4) if n + k <= 20]
"""


def query() -> Iterator[tuple[str, str]]:
    for options in combinations("|0|3 17 3", "|--game game.py:options", "|--verify"):
        if "--verify" not in options or "--game" in options:
            yield options, "20"


def write_database(folder: Path, start: int) -> None:
    """Write the database of GAME from a start on, and the game beside it."""
    rows = {n: tuple(n - k for k in (1, 3, 4) if n >= k) for n in range(start + 1)}
    (folder.parent / "game.py").write_text(GAME)
    script = "const options = (code) => [1n, 3n, 4n].map((k) => code - k).filter((to) => to >= 0n);"
    (folder.parent / "rule.js").write_text(script)
    (folder.parent / "look.py").write_text("title = 'Take'")
    folder.unlink(missing_ok=True)
    write(folder, Game(rows, {}, (start,)), "hashed")


def publish() -> Iterator[tuple[str, str]]:
    for number, options in enumerate(combinations("|--split", "|--content outcomes", "|--verify")):
        yield f"out{number} {options}", "20"
    yield "paged --page rule.js --look look.py", "20"


def build() -> Iterator[tuple[str, str]]:
    limits = "|--memory 64MB --threads 2 --partitions 3"
    for number, options in enumerate(combinations("|--play misere", "|--verify", limits)):
        yield f"game.py:options --start 20 --folder F{number} {options}", GAME
    yield "game.py:options --start 20 --folder I --size 21 --undo game.py:back", GAME
    yield "game.py:back --folder O --size 21 --ordered --verify", GAME


# A rule of which nothing is decided at once, one with draws, and one of tuples.
PROVEN = (
    GAME
    + """
class SCORED:
    options = staticmethod(lambda n: [n - k for k in (1, 2, 3) if n >= k])
    score = staticmethod(lambda n: -7 if n == 0 else None)
SCORED = SCORED()
ENDS = {0: -7}
far = lambda n: [n - k for k in (1, 2, 3) if n >= k]
ring = lambda n: [(n + 1) % 5, (n + 2) % 5]
heaps = lambda p: [(k, p[1]) for k in range(p[0])] + [(p[0], k) for k in range(p[1])]
"""
)


def prove() -> Iterator[tuple[str, str]]:
    limits = "--memory 1MiB --seconds 60 --search depth-first"
    for options in combinations("|--play misere", "|--verify", f"|{limits}"):
        yield f"game.py:options 20 {options}", PROVEN
        yield f"game.py:heaps (3,5) --proof heaps.npz {options}", PROVEN
        if "--memory" not in options:
            yield f"game.py:heaps (3,5) --check heaps.npz {options}", PROVEN
    yield "game.py:far 4000 --seconds 0", PROVEN
    yield "game.py:far 4000 --seconds 0 --resume far.search --threads 2", PROVEN
    yield "game.py:SCORED 21", PROVEN
    for bound in (3, 8):
        yield f"game.py:SCORED 21 --bound {bound} --verify", PROVEN
    yield "game.py:far 4000 --scores game.py:ENDS --bound 1 --seconds 0", PROVEN
    yield "game.py:ring 3 --verify", PROVEN


RUNS = {
    run.__name__: run
    for run in (
        *(
            solve,
            grundy,
            nim,
            heap,
            grid,
            police,
            cops,
            parity,
            synth,
            chance,
            query,
            publish,
            build,
        ),
        prove,
    )
}


def printed(monkeypatch: pytest.MonkeyPatch, capfdbinary: Any, words: list[str], text: str) -> Any:
    """Run a command on a text in this process; give the object that it prints."""
    path = Path(words.pop())
    if words[0] == "synth":
        monkeypatch.chdir(path.parent)
    if words[0] in {"query", "publish"}:
        monkeypatch.chdir(path.parent)
        if not path.exists():
            write_database(path, int(text))
    elif words[0] in {"build", "prove"}:
        monkeypatch.chdir(path.parent)
        Path("game.py").write_text(text)
        if "--check" in words:  # a proof that the same search has saved
            assert main(["--proof" if word == "--check" else word for word in words]) == 0
            capfdbinary.readouterr()
    else:
        path.write_text(text)
    if words[0] == "nim":  # reads standard input only
        with monkeypatch.context() as patch:
            patch.setattr("graphgame.cli.terminal.read_all", lambda *_: text.encode())
            status = main(words)
    else:
        without = words[0] in {"heap", "build", "prove"}
        status = main(words if without else [*words[:1], str(path), *words[1:]])
    out, err = capfdbinary.readouterr()
    assert (status, err) == (0, b""), words
    assert out.endswith(b"\n") and out.count(b"\n") == 1
    return json.loads(out)


@pytest.fixture(params=sorted({*_COMMANDS} & {*RUNS}))
def command(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_what_a_command_prints_is_valid(
    command: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any, tmp_path: Path
) -> None:
    check = validator(command)
    shapes = set()
    for options, text in RUNS[command]():
        words = [command, *options.split(), "--json", str(tmp_path / "text")]
        data = printed(monkeypatch, capfdbinary, words, text)
        errors = [f"{e.json_path}: {e.message[:200]}" for e in check.iter_errors(data)]
        assert not errors, (options, data)
        shapes.add(frozenset(data))
    assert len(shapes) > 1 or command == "nim"


def changed(data: Any) -> Iterator[Any]:
    """Return an object with one member changed, missing, or too many; at any depth."""
    for name, value in data.items():
        others: list[Any] = [{"odd": 1}, 1.5, "?", [[{}]]]
        for other in others:
            if not isinstance(value, float) or other != 1.5:  # any number may stand there
                yield {**data, name: other}
        if isinstance(value, dict):
            for inner in changed(value):
                yield {**data, name: inner}
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for inner in changed(value[0]):
                yield {**data, name: [inner, *value[1:]]}
        if isinstance(value, list) and value:
            yield {**data, name: [*value, {"odd": 1}]}
    yield {**data, "odd": 1}


# What may be any text, or be missing: a change of it is no mistake.
FREE = re.compile(r"answer|game|name|start|best_move")


def test_what_differs_is_not_valid(
    command: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any, tmp_path: Path
) -> None:
    check = validator(command)
    planted = 0
    for options, text in [*RUNS[command]()][::7]:
        words = [command, *options.split(), "--json", str(tmp_path / "text")]
        data = printed(monkeypatch, capfdbinary, words, text)
        for other in changed(data):
            free = [x for x in other if data.get(x, data) != other[x] and FREE.fullmatch(x)]
            if free and isinstance(other[free[0]], str):
                continue
            assert not check.is_valid(other), (options, other)
            planted += 1
        without = copy.deepcopy(data)
        del without[next(iter(data))]
        assert not check.is_valid(without)
    assert planted > 30


# -- the schemas themselves -----------------------------------------------------------------------


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """Return every object in a schema."""
    if isinstance(schema, dict):
        yield schema
    if isinstance(schema, dict | list):
        for inner in schema.values() if isinstance(schema, dict) else schema:
            yield from nodes(inner)


def test_every_command_has_a_schema_and_is_run() -> None:
    with_json = {*_COMMANDS} - WITHOUT_JSON
    assert with_json <= {*LOADED} and with_json <= {*RUNS}
    assert {*RUNS} | {"common"} | SERVED == {*LOADED}


@pytest.mark.parametrize("name", sorted(LOADED))
def test_a_schema_is_one_and_closes_its_objects(name: str) -> None:
    schema = LOADED[name]
    assert schema["$schema"] == DRAFT and schema["title"]
    jsonschema.Draft202012Validator.check_schema(schema)
    for node in nodes(schema):
        if node.get("type") == "object":
            assert node["additionalProperties"] is False
            assert {*node["required"]} <= {*node["properties"]}
        if "$ref" in node and not node["$ref"].startswith("#"):
            file, _, place = node["$ref"].partition("#/$defs/")
            assert file == "common.json" and place in LOADED["common"]["$defs"]


def test_what_is_common_is_used_and_defined_once() -> None:
    texts = {name: json.dumps(schema) for name, schema in LOADED.items()}
    for name, meaning in LOADED["common"]["$defs"].items():
        used = [x for x in texts if f'#/$defs/{name}"' in texts[x]]
        assert used, name
        again = [x for x in LOADED if x != "common" and meaning in [*nodes(LOADED[x])]]
        assert not again, f"{again} could refer to {name}"
    assert texts["common"].count('"WIN"') == 1


def test_files_are_laid_out_alike() -> None:
    for name, schema in LOADED.items():
        text = (SCHEMAS / f"{name}.json").read_text("utf-8")
        buffer = io.StringIO()
        json.dump(schema, buffer, indent=2, ensure_ascii=False)
        assert text == buffer.getvalue() + "\n", name


def test_the_runs_cover_every_option() -> None:
    """Each option that a command has is in one of its runs, but those that change no JSON."""
    silent = {
        "--help",
        "--save",
        "--json",
        "--csv",
        "--table",
        "--misere",
        "--graph",
        "--competition",
        # What they read is an automaton as any other one; they need Spot: see test_synth.py.
        "--formula",
        "--outs",
    }
    from graphgame.cli.parser import build_parser

    for command in {*_COMMANDS} & {*RUNS}:
        parser: Any = SimpleNamespace(option_strings=set())
        for action in build_parser(command)._subparsers._group_actions[0].choices[command]._actions:  # type: ignore[union-attr]
            parser.option_strings |= {x for x in action.option_strings if x.startswith("--")}
        used = {word for options, _ in RUNS[command]() for word in options.split()}
        assert parser.option_strings - silent <= used, command


EDGES = "source,target\na,b\nb,c d\nb,a\n"
NAMED = [
    *(("solve", x) for x in ("", "--moves", "--summary", "--levels", "--from a", "--from b")),
    ("solve", "--from a --levels"),
    *(("grundy", x) for x in ("--loopy", "--loopy --sum a b")),
    *(("cops", x) for x in ("--line", "--number")),
    *(("parity", x) for x in ("", "--summary")),
    *(("chance", x) for x in ("", "--moves --bounds", "--exact --moves", "--summary", "--from a")),
]
ROLLED = "source,target,owner,probability\na,b,0,\na,c d,,\nb,c d,chance,1/6\nb,e,,5/6\n"
OWNED = "source,target,owner,priority\na,b,0,0\nb,c d,1,1\nc d,a,0,2\n"


@pytest.mark.parametrize(("command", "options"), NAMED)
def test_what_is_printed_of_positions_with_names_is_valid(
    command: str, options: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: Any, tmp_path: Path
) -> None:
    words = [command, "--format", "csv", *options.split(), "--json", str(tmp_path / "text")]
    data = printed(
        monkeypatch, capfdbinary, words, {"parity": OWNED, "chance": ROLLED}.get(command, EDGES)
    )
    assert validator(command).is_valid(data), data
    assert data["named"] is True
    if command != "cops" and "names" not in data:
        assert "a" in str(data) or "--summary" in options
    if any(word in str(data) for word in ("'a'", "'b'")):
        assert not validator(command).is_valid({k: x for k, x in data.items() if k != "named"})
