"""Machines as programs: in Python and in C they do what machines do."""

from __future__ import annotations

import ctypes
import io
import random
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import graphgame as gg
from tests.synthesis import specs


def cases(count: int) -> list[tuple[gg.Controller, list[list[str]], list[list[str]]]]:
    """Return machines, letters, and what the machines say to them."""
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        spec, name = specs.random_spec(rng, specs.KINDS[seed % len(specs.KINDS)])
        automaton = gg.read_hoa(io.BytesIO(specs.text(rng, spec, name)))
        controller = gg.realize(automaton, "moore" if seed % 3 == 0 else "mealy")
        letters = [[x for x in controller.reads if rng.random() < 0.5] for _ in range(30)]
        found.append((controller, letters, controller.simulate(letters)))
    return found


def test_programs_in_python() -> None:
    for controller, letters, expected in cases(150):
        names: dict[str, Any] = {}
        exec(controller.to_python(), names)  # noqa: S102 -- ours
        machine = names["Machine"]()
        assert [machine.step(letter) for letter in letters] == expected


def test_programs_in_c(tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler of C is here")
    found = cases(60)
    text = []
    for k, (controller, _, _) in enumerate(found):
        program = controller.to_c().replace("machine_step", f"step{k}")
        text.append(
            program.replace("machine;", f"machine{k};").replace("(machine *", f"(machine{k} *")
        )
    source, library = tmp_path / "machines.c", tmp_path / "machines.so"
    source.write_text("\n".join(text).replace("static ", ""))
    command = [compiler, "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-O0", "-o", library]
    subprocess.run([*command, source], check=True)
    loaded = ctypes.CDLL(str(library))
    for k, (controller, letters, expected) in enumerate(found):
        step = getattr(loaded, f"step{k}")
        state = (ctypes.c_ubyte * max(controller.gates()[0], 1))()
        for letter, said in zip(letters, expected, strict=True):
            given = (ctypes.c_ubyte * (len(controller.reads) + 1))(
                *(x in letter for x in controller.reads)
            )
            out = (ctypes.c_ubyte * (len(controller.says) + 1))()
            step(state, given, out)
            assert [x for x, bit in zip(controller.says, out, strict=False) if bit] == said


def test_odd_names_stay_in_comments_and_strings() -> None:
    text = (
        'HOA: v1 Start: 0 AP: 2 "a */ b" "c\\\\ \\"" controllable-AP: 1 Acceptance: 0 t '
        "--BODY-- State: 0 [0&1 | !0&!1] 0 --END--"
    )
    controller = gg.realize(gg.read_hoa(io.BytesIO(text.encode())))
    assert controller.to_c().count("*/") == 1
    names: dict[str, Any] = {}
    exec(controller.to_python(), names)  # noqa: S102 -- ours
    assert names["Machine"]().step(["a */ b"]) == ['c\\ "']


# -- pictures --------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.skipif(not shutil.which("dot"), reason="there is no dot of Graphviz")
def test_a_picture_has_every_state_and_every_edge() -> None:
    for controller, _, _ in cases(12):
        picture = ET.fromstring(controller.to_svg())  # noqa: S314 -- ours
        assert picture.tag == f"{SVG}svg"
        kinds = [group.get("class") for group in picture.iter(f"{SVG}g")]
        assert kinds.count("node") == controller.n + 1  # and the point where it begins
        assert kinds.count("edge") == controller.m + 1


@pytest.mark.skipif(not shutil.which("dot"), reason="there is no dot of Graphviz")
def test_odd_names_stay_in_texts_of_a_picture() -> None:
    name = '<script>&&lt;"é'
    text = f"""HOA: v1 Start: 0 AP: 2 {quoted(name)} "g" controllable-AP: 1 Acceptance: 0 t
    --BODY-- State: 0 [0&1 | !0&!1] 0 --END--"""
    picture = gg.realize(gg.read_hoa(io.BytesIO(text.encode()))).to_svg()
    assert "<script>" not in picture
    drawn = ET.fromstring(picture)  # noqa: S314 -- ours
    words = [x.text or "" for x in drawn.iter(f"{SVG}text")]
    assert any(word.startswith(name) for word in words)


def quoted(name: str) -> str:
    """Return a name as the HOA format quotes it."""
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_a_picture_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    controller = cases(1)[0][0]
    monkeypatch.setenv("PATH", "")
    with pytest.raises(gg.GraphGameError, match=r"^machine: expected Graphviz, .* or use to_dot"):
        controller.to_svg()


def test_a_machine_that_nobody_could_read_is_not_drawn() -> None:
    n = 301  # g holds once in so many steps
    rows = "\n".join(f"State: {q} [{'!' * (q > 0)}0] {(q + 1) % n}" for q in range(n))
    text = f"""HOA: v1 States: {n} Start: 0 AP: 1 "g" controllable-AP: 0 Acceptance: 0 t
    --BODY-- {rows} --END--"""
    controller = gg.realize(gg.read_hoa(io.BytesIO(text.encode())))
    assert controller.n == n
    assert controller.to_dot()
    with pytest.raises(gg.TooLargeError, match="at most 300 states and 700 edges to draw, got 301"):
        controller.to_svg()
