"""Coverage-guided fuzzing of all readers of input: ``make fuzz SECONDS=300``.

``python -m tests.fuzz --help``.  Each target of `fuzz_targets` runs for its share of the time in a
process of its own, starting from the corpus in tests/data/fuzz.  Failures are written to
build/fuzz, and ``--replay`` runs them again; ``--keep`` makes a corpus of inputs with the largest
coverage.

The fuzzer sees the coverage of the Python layer, and of kernels that clang has built with
``-fsanitize=fuzzer-no-link``, as ``make fuzz`` does if clang is installed.  ``make fuzz-sanitized``
does the same with kernels under sanitizers.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import pkgutil
import random
import re
import shlex
import subprocess
import sys
import tempfile
import traceback
import zipfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# To compare inputs the fuzzer starts this file as a script.
sys.path.insert(0, str(ROOT))

MOST_BYTES = 4096  # of an input
# The most files of a target in the corpus.
KEPT_FILES, KEPT_BYTES = 32, 30_000

# Words that random bytes seldom contain.
WORDS = {
    "graph_text": [
        "WIN", "LOSE", "DRAW", "OWNER", "#", "2147483646", "2147483648", "576460752303423487",
    ],
    "chance_text": [
        "CHANCE", "SCORE", "POINTS", "OWNER", "WIN", "LOSE", "TIE", "1/2", ".5", "-", "/", "#",
        "576460752303423488", "2147483646",
    ],
    "edge_list": ["#", "%", "{}", ",", "9223372036854775807", "-", "\\xc2\\xa0", '\\"'],
    "edge_table": [
        "source", "target", "preset", "preset_remoteness", "owner", "priority", "score", "WIN",
        '\\"', "9223372036854775808", "\\x0d", "probability", "points", "chance", "1/2", ".5",
    ],
    "graph_json": [
        '{\\"', '\\"nodes\\":', '\\"links\\":', '\\"edges\\":', '\\"adjacency\\":', "true", "null",
        '\\"directed\\":', '\\"id\\":', '\\"source\\":', '\\"target\\":', '\\"graph\\":', "1e999",
        '\\"probability\\":', '\\"points\\":', '\\"owner\\": \\"chance\\"', '\\"1/2\\"',
    ],
    "graph_markup": [
        "<node id=", "<edge source=", "<data key=", "<key id=", "node [", "edge [", "digraph {",
        "subgraph", "->", "--", "preset", "owner", "WIN", "probability", "points", "chance", "1/2",
    ],
    "told_file": ["digraph {", "graph [", "source,target", "<graphml", "{", "#", "a b"],
    "grid_text": ["P", "C", "T", "E", "*", "#", "10 10", "2147483648", "\\xef\\xbb\\xbf"],
    "grid_graph": ["S", "E", "W", "*", "#", "10 10", "2147483648"],
    "sol_text": ["paritysol ", ";", " 0", " 1", "\\x0a", "9223372036854775808", "4294967295"],
    "hoa_text": [
        *("HOA: v1", "States: ", "Start: ", "AP: 1 ", "controllable-AP: ", "Acceptance: "),
        *("acc-name: parity max even 3", "properties: complete", "Alias: ", "State: "),
        *("--BODY--", "--END--", "--ABORT--", "Inf(", "Fin(!", "@a", "/*", "*/"),
        *("[", "]", "{", "}", "&", "|", "!", "(", ")"),
    ],
    "circuit_text": [
        *("aag ", "aig ", "i0 r", "o0 g", "l0 ", "c\\x0a", "\\x0a", " 0", " 1", "\\x80"),
        *("\\xff\\x7f", "2147483647", "4294967296", "18446744073709551616"),
    ],
    "pg_text": ["parity ", "start ", ";", ",", '\\"', "9223372036854775808", "4294967295"],
    "graph6": [">>graph6<<", ":", "&", "~", "~~", "?", "\\x0d\\x0a"],
    "proof_file": ['"play"', '"outcome"', '"WIN"', '"score_bounds"', "null", "[", "]", "0", "-1"],
    "search_file": ['"limits"', '"least"', '"nodes"', '"named"', "true", "null", "[-1, 0]", "-1"],
    "quotient_file": ['"reach"', '"table"', '"words"', "null", "[", "]", "1e9", "-1", "99"],
    "heap_code": ["0.", "4.", ".", "F", "\\xc2\\xb2", "{2,3}", "{2+}", "*", "[", "]", "!", "&63;"],
    "request": [
        "GET", "HEAD", "HTTP/1.1", "/positions/?p=", "/find/?text=", "/histogram/", "Host: ",
        "127.0.0.1:$", "Origin: ", "Content-Length: ", "Transfer-Encoding: ",
        "Expect: 100-continue", "\\x0d\\x0a", "%ff", "..",
    ],
    "match_input": ["j ", "#", "u\\x0a", "v\\x0a", "l\\x0a", "h\\x0a", "(1, 'x')", "\\xc2\\x9b"],
    "nim_input": ["18446744073709551616", "#", "\\x0b", "\\xc2\\xa0", "_"],
    "command": ["WIN", "LOSE", "DRAW", "P", "T", "E", "*", "18446744073709551616"],
    "solution_file": [
        "'descr'", "'fortran_order': True", "'shape': (4,)", "(4294967296, 2)", "<i4", "|i1", "|u1",
        ">i8", "|O", "|S0", "<U1", '\\"n\\"', '\\"play\\"', "misere", "frozenset", '{\\"bytes\\":',
        "[[[[", "NaN", "1e999", "-1",
    ],
}  # fmt: skip
WORDS["board_drawing"] = [
    "<svg", "viewBox=", "data-place=", "<circle", "<text>", "<title>", "<g ", "</g>", "/>",
    "transform=", "matrix(", "fill=", "none", "onload=", "<script>", "href=", "xmlns:xlink=",
    "<!DOCTYPE", "<!ENTITY", "<![CDATA[", "]]>", "<!--", "&#x", "&amp;", "url(#", "javascript:",
]  # fmt: skip
WORDS["indexed_game"] = ["\\x06", "\\x07", "\\xff"]  # entries of a preset, of undo, of no position
WORDS["partitioned_game"] = WORDS["indexed_game"]
WORDS["database_folder"] = ["indexed", "hashed", "tiers", "misere", "18446744073709551615", "null"]
WORDS["sums_file"] = [*WORDS["solution_file"], '{\\"sum\\":', '\\"complete\\"', "classes", "is_sum"]
WORDS["heap_file"] = [*WORDS["solution_file"], "octal", "subtraction", "taking", "squares"]


# -- one target, in a process of its own ----------------------------------------------------------


def child(target: str, arguments: list[str]) -> None:
    """Fuzz one target until the process ends."""
    import atheris

    with atheris.instrument_imports(include=["graphgame"]):
        package = import_module("graphgame")
        for module in pkgutil.walk_packages(package.__path__, "graphgame."):
            if not module.name.rpartition(".")[2].startswith("_"):
                import_module(module.name)
        targets = import_module("tests.fuzz_targets")
    options: dict[str, Any] = {}
    if target in targets.ARCHIVES:
        options["custom_mutator"] = mutate_archive
    # The first argument is what the fuzzer starts to compare inputs, by the shell; arguments with
    # two dashes are none of its own, and passed on.
    program = shlex.join([sys.executable, __file__])
    atheris.Setup([program, f"--child={target}", *arguments], targets.TARGETS[target], **options)
    atheris.Fuzz()


def mutate_archive(data: bytes, most: int, seed: int) -> bytes:
    """Mutate a member of an archive, or the list of members; sometimes the bytes themselves."""
    import atheris

    rng = random.Random(seed)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [(name, archive.read(name)) for name in archive.namelist()]
    except Exception:  # noqa: BLE001 -- no archive any more
        members = []
    if not members or rng.random() < 0.1:
        return bytes(atheris.Mutate(data, most))
    i = rng.randrange(len(members))
    name, content = members[i]
    way = rng.random()
    if way < 0.7:
        # An array has a header of text, padded with blanks, and then what it holds.
        end = content.find(b"\n") + 1
        if rng.random() < 0.5:
            changed = _array_header(content[:10], bytes(atheris.Mutate(content[10:end], 300)))
            members[i] = name, changed + content[end:]
        else:
            members[i] = name, content[:end] + bytes(atheris.Mutate(content[end:], 1000))
    elif way < 0.8:
        del members[i]
    elif way < 0.9:
        members.append((name if rng.random() < 0.3 else rng.choice(members)[0], content))
    else:
        members[i] = rng.choice(["presets.npy", "codes.npy", "labels.npy", "x", ""]), content
    return _archive(members, rng.random() < 0.1)[:most]


def _array_header(magic: bytes, text: bytes) -> bytes:
    """Write the length of the header text into the header."""
    return magic[:8] + min(len(text), 65535).to_bytes(2, "little") + text


def _archive(members: list[tuple[str, bytes]], compressed: bool) -> bytes:
    import warnings

    file = io.BytesIO()
    kind = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", kind) as archive:
        warnings.simplefilter("ignore")  # that there are two of a name
        for name, content in members:
            archive.writestr(name, content)
    return file.getvalue()


# -- all targets ----------------------------------------------------------------------------------


def fuzz(target: str, seconds: float, artifacts: Path, corpus: Path | None) -> bool:
    """Fuzz a target for so long; print the number of inputs; return whether none failed."""
    from tests.fuzz_beginnings import folder_of_inputs

    artifacts.mkdir(parents=True, exist_ok=True)
    with folder_of_inputs(target) as folder, tempfile.TemporaryDirectory() as other:
        words = Path(other, "words")
        words.write_text("".join(f'"{word}"\n' for word in WORDS[target]))
        log = _start(target, [
            folder, f"-dict={words}", f"-max_total_time={max(1, round(seconds))}",
            f"-max_len={MOST_BYTES}", "-timeout=10", "-rss_limit_mb=2048", "-print_final_stats=1",
            f"-artifact_prefix={artifacts / target}-",
        ])  # fmt: skip
        facts = {key: _last(rf"{pattern}(\d+)", log.stdout) for key, pattern in _FACTS.items()}
        print(f"{target:<14}", *(f"{key} {value}" for key, value in facts.items()), flush=True)
        if log.returncode:
            print(log.stdout[-3000:], flush=True)
        elif corpus is not None:
            _keep(target, folder, other, corpus / target)
    return log.returncode == 0


_FACTS = {"runs": r"stat::number_of_executed_units:\s*", "edges": r" cov: ", "features": r" ft: "}


def _start(target: str, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, __file__, f"--child={target}", *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def _last(pattern: str, text: str) -> str:
    found = re.findall(pattern, text)
    return found[-1] if found else "?"


def _keep(target: str, folder: str, other: str, kept: Path) -> None:
    """Write the smallest inputs with the coverage of all of them into the corpus."""
    merged = Path(other, "merged")
    merged.mkdir()
    log = _start(target, ["-merge=1", f"-max_len={MOST_BYTES}", str(merged), folder])
    if log.returncode:
        raise RuntimeError(log.stdout[-2000:])
    kept.mkdir(parents=True, exist_ok=True)
    room = KEPT_BYTES
    for path in kept.iterdir():
        if not path.name.startswith("found-"):  # what failed once stays for ever
            path.unlink()
    inputs = sorted((path.read_bytes() for path in merged.iterdir()), key=len)
    for data in _spread(inputs, KEPT_FILES):
        room -= len(data)
        if room >= 0:
            (kept / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)


def _spread(inputs: list[bytes], most: int) -> list[bytes]:
    """Return so many of the inputs, small and large ones."""
    step = max(1, -(-len(inputs) // most))
    return inputs[::step]


def replay(target: str, path: Path) -> bool:
    """Run a target on a file; return whether it passes."""
    from tests.fuzz_targets import TARGETS

    try:
        TARGETS[target](path.read_bytes())
    except Exception:  # noqa: BLE001 -- whatever it is, it is shown
        print(f"{path}: {traceback.format_exc()}")
        return False
    print(f"{path}: passed")
    return True


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300, help="for all targets together (300)")
    parser.add_argument("--target", nargs="+", choices=WORDS, default=list(WORDS))
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE", help="of one target")
    parser.add_argument("--artifacts", type=Path, default=ROOT / "build" / "fuzz")
    parser.add_argument("--corpus", type=Path, default=ROOT / "tests" / "data" / "fuzz")
    parser.add_argument("--keep", action="store_true", help="keep what is new in tests/data/fuzz")
    parser.add_argument("--child", choices=WORDS, help=argparse.SUPPRESS)
    args, unknown = parser.parse_known_args(argv)
    if args.child is not None:
        child(args.child, unknown)
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if args.replay is not None:
        passed = [replay(args.target[0], path) for path in args.replay]
        return int(not all(passed))
    seconds = args.seconds / len(args.target)
    kept = args.corpus if args.keep else None
    passed = [fuzz(target, seconds, args.artifacts, kept) for target in args.target]
    return int(not all(passed))


if __name__ == "__main__":
    sys.exit(main())
