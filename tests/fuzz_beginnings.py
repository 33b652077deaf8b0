"""Valid inputs of every target of the fuzzer, from which it starts beside the corpus."""

from __future__ import annotations

import io
import tempfile
from pathlib import Path

import graphgame as gg
from graphgame import HeapGame, Solution, SumValues
from tests import fuzz_drawings, fuzz_games, fuzz_proofs
from tests.answers.folders import KINDS, take, write
from tests.fuzz_targets import COMMANDS, CORPUS, row_of_coins


def beginnings(target: str) -> list[bytes]:
    """Return valid inputs of a target, from which the fuzzer starts beside the corpus."""
    if target == "solution_file":
        return [_saved(solution) for solution in _solutions()]
    if target == "database_folder":
        return [_folder(kind) for kind in KINDS]
    if target in ("indexed_game", "partitioned_game"):
        return fuzz_games.beginnings()
    if target == "heap_file":
        games = (gg.octal("0.77"), gg.subtraction({1, 2, 3}), gg.grundys_game())
        return [_saved(game) for game in games]
    if target == "quotient_file":
        file = io.BytesIO()
        gg.octal("0.123").misere_quotient().save(file)
        return [file.getvalue()]
    if target == "sums_file":
        asked = [{}, {"search": True}]
        return [_saved(gg.grundy(row_of_coins, start=gg.Sum(6, 2), sums=True, **x)) for x in asked]
    if target in ("proof_file", "search_file"):
        return fuzz_proofs.beginnings(target)
    if target == "board_drawing":
        return fuzz_drawings.BEGINNINGS
    return _TEXTS[target]


def _solutions() -> list[Solution]:
    return [
        gg.solve([(0, 1), (1, 0), (1, 2), (2, 3)], presets={3: gg.DRAW}),
        gg.solve(
            {
                "a": ["b", b"c"],
                "b": [(1, None)],
                b"c": [frozenset([2])],
                (1, None): [],
                frozenset([2]): [],
            }
        ),
        gg.solve(gg.GameGraph.from_csr([0, 1, 2, 2], [1, 2]), play="misere"),
        gg.solve(gg.GameGraph.from_edges([], 0)),
        gg.solve(gg.explore_codes(lambda codes: (codes[:0], codes[:0]), [7])),
    ]


def _folder(kind: str) -> bytes:
    """Return the files of a database, one behind the other."""
    with tempfile.TemporaryDirectory() as name:
        folder = write(Path(name), take(90), kind, 1)
        files = [folder / "manifest.json", folder / "000000.part"]
        return b"".join(path.read_bytes() for path in files)


def _saved(thing: Solution | HeapGame | SumValues[int]) -> bytes:
    file = io.BytesIO()
    thing.save(file)
    return file.getvalue()


_GRAPHML = (
    b'<graphml><key id="k" for="node" attr.name="preset" attr.type="string"/><graph edgedefault='
    b'"directed"><node id="a"/><node id="b"><data key="k">WIN</data></node>'
    b'<edge source="a" target="b"/></graph></graphml>'
)
_GRAPH = b"4 4 # n m\n1 2\n2 1\n\n2 3\r\n3 4\n4 DRAW\n"
_DICE = (
    b"5 6\n1 2\n1 4\n2 3 1/3\n2 5 2/3 # dice\n4 1 .5\r\n4 3 1/2\n"
    b"1 OWNER 0\n2 CHANCE\n3 OWNER 1\n4 CHANCE\n5 OWNER 0\n5 LOSE\n"
)
_BOARD = b"3 3\nP.E\n.*.\n..T # here\n"
_PILES = b"3 4 5\n1 1 2 # one\n\n0\n99999999999999999999 7\n"
_TEXTS: dict[str, list[bytes]] = {
    "sol_text": [b"paritysol 3;\n0 0 1;\n1 0;\n2 0 2;\n3 0;\n", b"3 1 0;0 0 1;1 0;2 0 2;"],
    "pg_text": [
        b'parity 1;\nstart 0;\n0 2 0 1 "a";\n1 1 1 0,1 "b";\n',
        b"1 4294967296 0 0;0 1 1 1;",
        b"parity 2147483646;\n0 99999999999999999999999999 0 0;",
    ],
    "circuit_text": [
        b"aag 1 1 0 1 0\n2\n2\ni0 r\no0 g\n",
        b"aag 2 1 1 1 0\n2\n4 2\n4\ni0 r\nl0 last\no0 g\nc\na step later\n",
        b"aag 3 1 1 1 1\n2\n4 6\n7\n6 3 5\ni0 r\no0 g\n",
        b"aig 3 1 1 1 1\n6\n7\n\x01\x02i0 r\no0 g\n",
        b"aig 1 0 1 1 0\n1 0\n2\no0 g\n",
    ],
    "hoa_text": [
        b'HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0)\n'
        b"--BODY-- State: 0 [0&1 | !0&!1] 1 {0} [0&!1|!0&1] 0 State: 1 {0} 0 1 0 1 --END--",
        b"HOA: v1 Acceptance: 2 Fin(!0) | t --ABORT-- HOA: v1 Acceptance: 0 f --BODY-- --END--",
        b"HOA: v1 States: 2000000000 Acceptance: 2147483647 t --BODY-- --END--",
    ],
    "graph_text": [
        _GRAPH,
        b"\xef\xbb\xbf2 1\n1 2\n1 WIN\n2 LOSE\n",
        b"0 0\n",
        b"3 2147483648\n1 2",
        b"2 2\n1 2\n2 1\n1 OWNER 1\n2 OWNER 0\n2 WIN\n",
    ],
    "chance_text": [
        _DICE,
        b"4 4\n1 2\n1 3 POINTS 1/2\n2 3 1 POINTS -3\n2 4 2\n1 OWNER 0\n2 CHANCE\n3 SCORE .5\n"
        b"4 SCORE 2",
        b"3 3\n1 2 POINTS 3\n1 3\n2 3 POINTS -1\n",
        b"0 0\n",
        b"2 1\n1 2 1/576460752303423488\n",
        b"2 3\n1 1\n1 2 POINTS -2\n2 1\n1 OWNER 0\n2 OWNER 1\n",
    ],
    "edge_list": [
        b"a b\nb, c # x\n\n% y\nc\ta {'w': 1}\r\n",
        b"5 -3\n-3 9223372036854775807\n",
        b"a,,b\n",
        b"\xc3\xa4 \xff\n",
    ],
    "edge_table": [
        b"source,target,preset,owner\na,b,,0\nb,,WIN,1\nb,a,,\n",
        b'to,"from",score,preset_remoteness,preset\n1,2,,3,LOSE\n3,"1",,,\n',
        b"u,v\na b,c\n\n",
        b"source,target,probability,points,owner,score\na,b,1/2,,chance,\na,c,.5,-1,,\nb,,,,,3\n"
        b"c,,,,1,0\n",
        b"source,target,priority\r\nx,x,99999999999999999999\r\n",
    ],
    "graph_json": [
        b'{"a": ["b", "c"], "b": ["a"]}',
        b'{"1": [2, 3], "2": []}',
        b'{"directed": false, "multigraph": true, "graph": {"start": "a"}, "nodes": [{"id": "a", '
        b'"preset": "WIN", "preset_remoteness": 2}, {"id": "b"}], "links": [{"source": "a", '
        b'"target": "b", "key": 0}]}',
        b'{"directed": true, "graph": [["start", [1, 2]]], "nodes": [{"id": [1, 2], "owner": 1}], '
        b'"adjacency": [[{"id": [1, 2]}]]}',
        b'{"directed": true, "nodes": [{"id": 0, "owner": "chance"}, {"id": 1, "owner": 1}], '
        b'"links": [{"source": 0, "target": 1, "probability": "1/3"}, {"source": 0, "target": 0, '
        b'"probability": "2/3", "points": 0}]}',
        b"[[[[" * 999,
    ],
    "graph_markup": [
        b"\0" + _GRAPHML,
        b'\1graph [ directed 1 start "a" node [ id 0 label "a" owner 0 ] node [ id 1 label "b" '
        b'owner 1 preset "WIN" ] edge [ source 0 target 1 ] ]',
        b'\1graph [ directed 1 node [ id 0 owner "chance" ] node [ id 1 score 2 ] edge [ source 0 '
        b'target 1 probability "1/1" points -.5 ] ]',
        b'\2digraph { a [owner=chance]; a -> b [probability="1/2"]; a -> { c } [probability=.5] }',
        b'\2digraph { start=a; a -> b -> { c d }; b [preset=WIN]; subgraph cluster_x { "e f":n } }',
    ],
    "told_file": [
        _GRAPH,
        _GRAPHML,
        b"# x\na b\n",
        b"from\tto\n1\t2\n",
        b'{"a": []}',
        b'Creator "x"\nVersion 1\ngraph\n[\n]\n',
        b"strict graph\nx { a -- b }",
        b"three 1\n",
    ],
    "grid_text": [_BOARD, b"1 3\r\nC.T\n", b"2147483647 2147483647\nP.T\n", b"P.T\n.*E\n"],
    "grid_graph": [
        b"\0003 3\nS.#\n.W.\n#.E # here\n",
        b"\0042 4\n....\n..*W\n",
        b"\0012147483647 2147483647\n..\n",
    ],
    "graph6": [
        b"D?{\nDhc\n",
        b">>graph6<<A_\r\nBw",
        b"~?@?\n",
        b"~~??~~~~~\n",
        b":An\n",
        b"@\n?\n",
    ],
    "heap_code": [
        b"0.77",
        b".137",
        b"4.0",
        b"0.8F",
        b"0.3333333333333333",
        b" C.C ",
        b"4!.0",
        b"0.{1,2!}G[3*?]",
        b"G!00.&40;",
        b"{2+}.0",
        b"0.[{0+}=]",
    ],
    "nim_input": [_PILES, b"1_0\n", b"\xef\xbb\xbf1 2 3", b"+1\n", b"\xd9\xa3"],
    "request": [
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1:$\r\n\r\n",
        b"GET /positions/?p=1 HTTP/1.1\r\nHost: localhost:$\r\nOrigin: http://localhost:$\r\n\r\n",
        b"HEAD /find/?text=%C3%A9 HTTP/1.0\nHost: 127.0.0.1:$\nSec-Fetch-Site: none\n\n",
        b"GET /histogram/ HTTP/1.1\r\nHost: 127.0.0.1:$\r\nContent-Length: 0\r\n\r\n",
        b"POST /../x HTTP/1.1\r\nHost: 127.0.0.1:$\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc",
    ],
    "match_input": [
        b"1\n2\nu\nl\nv\n1\n",
        "é\nu\nj (1, 'x')\nj #3\nj a\n1".encode(),
        b"h\r\nj #9\n\xff\x1b[2J\nj [[[\nj 1e999\n\nq\n1",
        b"x" * (1 << 14) + b"\nj " + b"(" * 4000 + b"\n1\n",
    ],
    "command": [
        bytes([k]) + (_BOARD if words[0] == "police" else _PILES if words[0] == "nim" else _GRAPH)
        for k, words in enumerate(COMMANDS)
    ],
}


def folder_of_inputs(target: str) -> tempfile.TemporaryDirectory[str]:
    """Return a folder with the corpus and the beginnings, for the fuzzer to add to."""
    folder = tempfile.TemporaryDirectory(prefix=f"fuzz-{target}-")
    for number, data in enumerate(beginnings(target)):
        Path(folder.name, f"beginning-{number}").write_bytes(data)
    for path in (CORPUS / target).glob("*"):
        Path(folder.name, path.name).write_bytes(path.read_bytes())
    return folder
