"""What a text is, told by its first bytes, for every reader of texts; and how errors quote it.

Pinned here: a text that is compressed, in UTF-16 or UTF-32, or of CR lines is read as the plain
one, by every reader and through pipes; other files are named, damaged ones refused; a bomb takes no
memory; empty texts are refused; no two texts are quoted alike.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import graphgame as gg
from graphgame.cli import main
from graphgame.reading import texts
from tests.cli.test_command import run

BOM = b"\xef\xbb\xbf"
PARITY = b"parity 1;\n0 2 0 1;\n1 1 1 0,1;\n"


def _graph(text: bytes) -> object:
    graph = gg.read_graph(io.BytesIO(text))
    return graph.n, [pair for u, v in graph.edge_blocks() for pair in zip(u, v, strict=True)]


def _board(text: bytes) -> object:
    board = gg.PoliceAndThief(io.BytesIO(text))
    return board.rows, board.columns, board.police, board.thief


def _parity(text: bytes) -> object:
    game = gg.read_pg(io.BytesIO(text))
    return game.n, game.owner.tolist(), game.priority.tolist()


def _solution(text: bytes) -> object:
    game = gg.read_pg(io.BytesIO(PARITY))
    return game.read_sol(io.BytesIO(text)).winners.tolist()


def _graph6(text: bytes) -> object:
    return gg.cop_numbers(text).tolist()


# Each reader of the library, and a text that it reads.
READERS: dict[str, tuple[Callable[[bytes], object], bytes]] = {
    "graph text": (_graph, b"3 2\n1 2\n2 3\n# end\n3 DRAW\n"),
    "grid text": (_board, b"2 3\nP.E\n..T\n"),
    "parity game": (_parity, PARITY),
    "parity solution": (_solution, b"paritysol 1;\n0 0 1;\n1 0;\n"),
    "graph6": (_graph6, b"D?{\nDhc\n"),
}
# Each command that reads a text, and a text that it reads.
COMMANDS: dict[str, bytes] = {
    "solve": b"3 2\n1 2\n2 3\n",
    "grundy": b"3 2\n1 2\n2 3\n",
    "cops": b"3 2\n1 2\n2 3\n",
    "cops --number": b"3 2\n1 2\n2 3\n",
    "cops --graph6": b"D?{\nDhc\n",
    "police": b"2 3\nP.E\n..T\n",
    "nim": b"3 4 5\n1 1 2\n",
    "parity": PARITY,
    "draw": b"3 2\n1 2\n2 3\n",
    "page": b"3 2\n1 2\n2 3\n",
    "page --police": b"2 3\nP.E\n..T\n",
    "page --sandbox": b"3 2\n1 2\n2 3\n",
}
FORMS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "gzip, members": lambda text: gzip.compress(text[:5]) + bytes(9) + gzip.compress(text[5:]),
    "bz2": bz2.compress,
    "xz": lzma.compress,
    "xz, members": lambda text: lzma.compress(text[:5]) + bytes(4) + lzma.compress(text[5:]),
    "UTF-8 with a mark": lambda text: BOM + text,
    "UTF-16 LE": lambda text: text.decode().encode("utf-16-le"),
    "UTF-16 BE": lambda text: text.decode().encode("utf-16-be"),
    "UTF-16 LE, marked": lambda text: b"\xff\xfe" + text.decode().encode("utf-16-le"),
    "UTF-16 BE, marked": lambda text: b"\xfe\xff" + text.decode().encode("utf-16-be"),
    "UTF-32 LE": lambda text: text.decode().encode("utf-32-le"),
    "UTF-32 BE": lambda text: text.decode().encode("utf-32-be"),
    "UTF-32 LE, marked": lambda text: b"\xff\xfe\0\0" + text.decode().encode("utf-32-le"),
    "UTF-32 BE, marked": lambda text: b"\0\0\xfe\xff" + text.decode().encode("utf-32-be"),
    "CR": lambda text: text.replace(b"\n", b"\r"),
    "CR LF": lambda text: text.replace(b"\n", b"\r\n"),
    "all line ends": lambda text: text.replace(b"\n", b"\r", 1).replace(b"\n", b"\r\n", 1),
    "gzip of UTF-16": lambda text: gzip.compress(text.decode().encode("utf-16")),
    "xz of CR lines": lambda text: lzma.compress(BOM + text.replace(b"\n", b"\r")),
}


class Trickle(io.BytesIO):
    """A file that gives a byte at a time, as a pipe may."""

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size, 1) if size and size > 0 else size)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("reader", READERS)
def test_every_reader_reads_every_form(reader: str, form: str) -> None:
    read, text = READERS[reader]
    assert read(FORMS[form](text)) == read(text)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_is_told_from_single_bytes_too(form: str) -> None:
    text = FORMS[form](READERS["graph text"][1])
    assert gg.read_graph(Trickle(text)).n == 3
    assert gg.read_pg(Trickle(FORMS[form](PARITY))).n == 2


def commanded(command: str, text: bytes, path: Path, capfd: Any) -> tuple[int, str, str]:
    """Run a command on a file."""
    path.write_bytes(text)
    words = command.split()
    words.insert(1 if "--number" in words else len(words), str(path))
    status = main(words)
    return status, *capfd.readouterr()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("command", [x for x in COMMANDS if x not in ("nim", "page --sandbox")])
def test_every_command_reads_every_form(
    command: str, form: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    text = COMMANDS[command]
    expected = commanded(command, text, tmp_path / "text", capfd)
    assert expected[0] == 0 and expected[1]
    assert commanded(command, FORMS[form](text), tmp_path / "text", capfd) == expected


@pytest.mark.parametrize("form", ["gzip", "bz2", "xz", "UTF-16 LE", "UTF-32 BE, marked", "CR"])
@pytest.mark.parametrize("command", ["solve", "nim", "cops --graph6", "police -", "parity"])
def test_a_pipe_is_told_by_its_first_bytes_too(command: str, form: str) -> None:
    text = COMMANDS[command.removesuffix(" -")]
    assert run(*command.split(), text=FORMS[form](text)) == run(*command.split(), text=text)


# -- refused --------------------------------------------------------------------------------------


def zipped(text: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("graph.txt", text)
    return file.getvalue()


def saved() -> bytes:
    file = io.BytesIO()
    gg.solve([(0, 1)]).save(file)
    return file.getvalue()


NAMED = [
    (zipped(b"2 1\n1 2\n"), "a zip archive; unzip -p FILE prints its text"),
    (saved(), "a zip archive; unzip -p FILE prints its text, and .load reads what was saved"),
    (b"\x28\xb5\x2f\xfd\x04\x00", "a file compressed by zstd; zstd -dc"),
    (b"7z\xbc\xaf\x27\x1c\x00\x04", "a 7z archive"),
    (b"\x1f\x9d\x90", "a file compressed by compress; gzip -dc"),
    (b"\x04\x22\x4d\x18dd", "a file compressed by lz4"),
    (lzma.compress(b"2 1\n1 2\n", lzma.FORMAT_ALONE), "a file compressed by lzma; xz -dc"),
    (b"\x93NUMPY\x01\x00", "a NumPy array; numpy.load reads it"),
    (b"%PDF-1.7\n", "a PDF document"),
    (b"\x89PNG\r\n\x1a\n", "a picture, PNG"),
    (b"\x7fELF\x02", "a program, ELF"),
    (b"PAR1\x15", "a Parquet file"),
    (gzip.compress(gzip.compress(b"2 1\n1 2\n")), "gzip inside gzip: compressed twice"),
    (bz2.compress(lzma.compress(b"2 1\n1 2\n")), "xz inside bz2: compressed twice"),
    (gzip.compress(zipped(b"2 1\n1 2\n")), "a zip archive"),
]


@pytest.mark.parametrize(("text", "name"), NAMED, ids=[name[:20] for _, name in NAMED])
@pytest.mark.parametrize("reader", READERS)
def test_what_is_no_text_is_named(reader: str, text: bytes, name: str) -> None:
    with pytest.raises(gg.ParseError) as caught:
        READERS[reader][0](text)
    error = caught.value
    assert (error.line, error.column, error.expected) == (1, 1, "a text")
    assert error.found.startswith(name)


@pytest.mark.parametrize("form", ["gzip", "bz2", "xz"])
@pytest.mark.parametrize("reader", READERS)
def test_a_damaged_file_is_refused_wherever_it_is_cut(reader: str, form: str) -> None:
    read, text = READERS[reader]
    whole = FORMS[form](text)
    for size in range(len(whole)):
        with pytest.raises(gg.ParseError) as caught:
            read(whole[:size])
        if size >= 10:
            assert f"expected a whole {form} file, got one that ends too early" in str(caught.value)


@given(st.sampled_from(["gzip", "bz2", "xz"]), st.data())
def test_a_changed_byte_is_refused_or_changes_nothing(form: str, data: st.DataObject) -> None:
    read, text = READERS["graph text"]
    whole = bytearray(FORMS[form](text))
    at = data.draw(st.integers(0, len(whole) - 1))
    whole[at] ^= data.draw(st.integers(1, 255))
    with suppress(gg.ParseError):
        assert read(bytes(whole)) == read(text)


@pytest.mark.parametrize("rest", [b"x", b"\0\0x", b"PK\x03\x04"])
@pytest.mark.parametrize("form", ["gzip", "bz2", "xz"])
def test_what_follows_a_compressed_text_is_refused(form: str, rest: bytes) -> None:
    with pytest.raises(gg.ParseError, match=f"expected a whole {form} file"):
        _graph(FORMS[form](b"2 1\n1 2\n") + rest)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (b"\xff\xfe3\0 \x002\0\n", "UTF-16"),
        (b"\xff\xfe\x00\xd83\0", "UTF-16"),
        (b"3\0 \x00\x00\xd83\0", "UTF-16"),
        (b"\xff\xfe\0\0\xff\xff\xff\xff", "UTF-32"),
        (b"\0\0\0003\0\0", "UTF-32"),
    ],
)
def test_damaged_encodings_are_refused(text: bytes, name: str) -> None:
    with pytest.raises(gg.ParseError, match=f"<text>:1:1: expected text in {name}, got "):
        _graph(text)


def test_columns_count_the_bytes_of_utf_8() -> None:
    text = "2 1\n# é\n1 é x".encode("utf-16")
    with pytest.raises(gg.ParseError, match=":3:3: expected .* got 'é'"):
        _graph(text)


def test_places_are_those_of_cr_lines() -> None:
    with pytest.raises(gg.ParseError, match=":4:3: expected .* got '9'"):
        _graph(b"# a\r3 2\r1 2\r2 9\r")
    with pytest.raises(gg.ParseError, match=":3:2: expected one of .* got 'x'"):
        _board(b"2 3\rP.E\r.xT\r")
    with pytest.raises(gg.ParseError, match="^graphs:2:2: "):
        _graph6(b"D?{\rD y\r")


@pytest.mark.parametrize("text", [b"2 1\n1 2\n# for now\r2 DRAW\r", b"2 1\r1 2\r#\r2 DRAW\n"])
def test_a_comment_hides_no_line_that_cr_ends(text: bytes) -> None:
    graph = gg.read_graph(io.BytesIO(text))
    assert graph.presets is not None and graph.presets.tolist()[1] == gg.DRAW


# -- empty ----------------------------------------------------------------------------------------

EMPTY = {
    "no byte": b"",
    "a line": b"\n",
    "spaces": b"\r\n \t\r",
    "a mark": BOM,
    "a mark and a line": BOM + b"\n",
    "a mark of UTF-16": b"\xff\xfe",
    "gzip": gzip.compress(b""),
    "lines": b"\n\n\r",
}


@pytest.mark.parametrize("empty", EMPTY)
@pytest.mark.parametrize("reader", READERS)
def test_an_empty_text_is_refused_by_every_reader(reader: str, empty: str) -> None:
    with pytest.raises(gg.ParseError, match="end of "):
        READERS[reader][0](EMPTY[empty])


NOTHING_SAID = EMPTY | {"a comment and a line": b"# nothing\n", "a comment": b"#"}


@pytest.mark.parametrize("empty", NOTHING_SAID)
@pytest.mark.parametrize("command", [command for command in COMMANDS if command != "nim"])
def test_an_empty_text_is_refused_by_every_command(
    command: str, empty: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    status, out, err = commanded(command, NOTHING_SAID[empty], tmp_path / "text", capfd)
    assert (status, out) == (2, "")
    assert err.startswith(f"graphgame: {tmp_path / 'text'}:")
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["solve", "nim", "parity", "cops --graph6", "page --sandbox -"])
def test_an_empty_pipe_is_refused(command: str) -> None:
    for text in (b"", BOM + b"\r\r"):
        done = run(*command.split(), text=text)
        assert (done.status, done.out) == (2, b"")
        assert done.err.startswith("graphgame: <stdin>:") and done.err.count("\n") == 1


def test_a_game_of_no_positions_says_so_itself() -> None:
    assert gg.read_graph(io.BytesIO(b"0 0\n")).n == 0
    game = gg.read_pg(io.BytesIO(b"parity 0;\n"))
    assert game.n == 0
    assert game.read_sol(io.BytesIO(b"paritysol 0;\n")).winners.tolist() == []
    for text in (b"", b"\n", BOM, b" \r"):
        with pytest.raises(gg.ParseError, match="expected 'paritysol 0;', got the end of the text"):
            game.read_sol(io.BytesIO(text))


# -- bombs ----------------------------------------------------------------------------------------

_BOMB = """
import io, resource, sys
import graphgame as gg
form, kind = sys.argv[1:]
make = __import__(form)
part = {"graph": b"1 1\\n", "board": b"." * 64, "parity": b"0 1 0 0;", "graph6": b"~"}[kind]
head = {"graph": b"1 99999999999\\n", "board": b"9 9\\n", "parity": b"", "graph6": b"~~"}[kind]
text = make.compress(head) + make.compress(part * ((1 << 20) // len(part))) * 64
resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))
read = {"graph": gg.read_graph, "board": gg.PoliceAndThief, "parity": gg.read_pg,
        "graph6": lambda file: gg.cop_numbers(file.read())}[kind]
try:
    read(io.BytesIO(text))
except gg.ParseError as error:
    assert "bytes of text for each byte of a" in str(error), error
    print("refused")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits the address space")
@pytest.mark.parametrize(
    ("kind", "form"),
    [(kind, "gzip") for kind in ("graph", "board", "parity", "graph6")]
    + [("graph", "bz2"), ("graph", "lzma")],
)
def test_a_bomb_is_refused_before_it_takes_memory(kind: str, form: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _BOMB, form, kind], capture_output=True, check=False, text=True
    )
    assert (done.stdout, done.returncode) == ("refused\n", 0), done.stderr


def test_a_dictionary_of_xz_takes_no_more_than_its_strongest_preset() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 28}]
    text = lzma.compress(b"2 1\n1 2\n", filters=filters)
    with pytest.raises(gg.ParseError, match="expected a whole xz file, got Memory usage limit"):
        _graph(text)
    strong = lzma.compress(b"2 1\n1 2\n", preset=9 | lzma.PRESET_EXTREME)
    assert _graph(strong) == (2, [(0, 1)])


@pytest.mark.parametrize(
    ("command", "text"),
    [
        ("solve", b"2 1\n1 2\n"),
        ("grundy", b"2 1\n1 2\n"),
        ("parity", b"parity 1;\n0 0 0 1;\n1 1 1 0;\n"),
    ],
)
def test_plain_text_loads_no_decompressor(command: str, text: bytes) -> None:
    code = (
        f"import sys; from graphgame.cli import main; main([{command!r}]); "
        "sys.exit([*{'gzip', 'bz2', 'lzma', 'zlib', 'zipfile', 'json'} & {*sys.modules}])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, check=False
    )
    assert (bool(done.stdout), done.stderr) == (True, b"[]\n")


def test_plain_text_loads_no_reader_of_packed_texts() -> None:
    code = (
        "import sys; from graphgame.cli import main; main(['solve']); "
        "sys.exit('graphgame.reading.texts' in sys.modules)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=b"2 1\n1 2\n", capture_output=True, check=False)
    assert (done.stdout, done.returncode) == (b"WIN\nLOSE\n", 0)


# -- quoted ---------------------------------------------------------------------------------------


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_no_two_texts_are_quoted_alike(a: bytes, b: bytes) -> None:
    assert (texts.quoted(a) == texts.quoted(b)) == (a == b)
    assert texts.quoted(a).isprintable()


@given(st.text(max_size=10).map(str.encode) | st.binary(max_size=10), st.integers(1, 8))
def test_a_quoted_text_is_whole_or_ends_with_an_ellipsis(text: bytes, most: int) -> None:
    shown = texts.quoted(text, most)
    assert (texts.quoted(text, 99) == shown) != shown.endswith("…")


LOOKALIKES = [
    b"\xa0",
    rb"\xa0",
    "\xa0".encode(),
    rb"\\xa0",
    b"b'\xa0'",
    rb"\udca0",
    b"\xed\xb2\xa0",
]


@pytest.mark.parametrize("reader", READERS)
def test_lookalikes_are_told_apart_by_every_reader(reader: str) -> None:
    found = set()
    for text in LOOKALIKES:
        with pytest.raises(gg.ParseError) as caught:
            READERS[reader][0](b"D" + text if reader == "graph6" else text)
        found.add(caught.value.found)
        assert caught.value.found.isprintable()
    # Parity games, boards and graph6 quote a character; some of these begin alike.
    assert len(found) >= (3 if reader in ("parity game", "graph6") else len(LOOKALIKES))


@pytest.mark.parametrize("bad", [b"\x1b[31m", "\u202e".encode(), b"\0", b"\x07", b"\x9b1m"])
def test_no_text_reaches_the_terminal_as_it_is(bad: bytes) -> None:
    for command, text in (
        ("solve", b"2 1\n" + bad),
        ("nim", b"1 " + bad),
        ("police", b"1 3\nP" + bad),
        ("parity", b"0 1 0 0;" + bad),
        ("cops --graph6", b"D?" + bad),
    ):
        done = run(*command.split(), text=text)
        assert (done.status, done.out) == (2, b""), command
        assert done.err.strip().isprintable(), command


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no such device")
@pytest.mark.parametrize("read", [gg.read_graph, gg.read_pg, gg.PoliceAndThief])
def test_a_device_of_zeros_is_no_text(read: Any) -> None:
    """It has no end: nothing waits for one."""
    zeros = Path("/dev/zero")
    with pytest.raises(gg.ParseError, match=r"^/dev/zero:1:1: expected a text, got '\\x00'$"):
        read(zeros)
    with zeros.open("rb") as opened, pytest.raises(gg.ParseError, match="expected a text, got"):
        read(opened)
