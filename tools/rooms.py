"""Hold the rooms of `graphgame/` to their own words, and write the map of the code from them.

    python -m tools.rooms [--check | ROOM ...]

The docstring of each room says what the room is for, what it may import, and what each of its
files does; comments do where the docstring is a page of the public's help.  The map in
CONTRIBUTING.md is made of the first two.  With --check nothing is written: what is wrong is
printed, and the exit status is 1.  With rooms, what these say of their files is printed.
"""

from __future__ import annotations

import ast
import re
import sys
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "graphgame"
GUIDE = ROOT / "CONTRIBUTING.md"
BEGIN, END = "<!-- `make map` writes these lines -->\n", "<!-- to here -->\n"
# A file of a room, as its docstring lists it, with what the file does.
LISTED = re.compile(r"^(?:#   |    )(\S+\.\w+|\w+/) +(\S.*)$", re.MULTILINE)
SUFFIXES = (".py", ".pyx", ".pxd", ".h")
# What the table of imports calls all rooms.
EVERY = "*"
# An ending of a word, or none.
ENDING = re.compile(r"(?:[densry]|es|ed|ers?|ors?|ies|ly|ings?|ions?|ations?|able|ment)?")
# Names that the public gives: the commands, whatever they look like.
COMMANDS = "cli"


class Room:
    """A folder of the package, and what its docstring says.

    Attributes
    ----------
    name : str
        From the package on, as in "heaps/misere"; "" for the top.
    listed : list of (str, str)
        The files that the docstring names, or comments after it, and what they do.
    files : set of str
        Those that are there: a kernel with its declarations is one.
    """

    def __init__(self, package: Path, name: str) -> None:
        self.name, self.path = name, package / name
        text = (self.path / "__init__.py").read_text(encoding="utf-8")
        self.doc = ast.get_docstring(ast.parse(text), clean=False) or ""
        # What the public reads of a module says nothing of files: there comments do.
        self.said = self.doc if "\nFiles::\n" in self.doc else text
        self.listed: list[tuple[str, str]] = LISTED.findall(self.said)
        self.files = {_entry(x) for x in self.path.iterdir() if x.suffix in SUFFIXES}
        self.files -= {"__init__.py", "__main__.py"}
        if name:
            folders = [x for x in self.path.iterdir() if _is_folder(x)]
            self.files |= {f"{x.name}/" for x in folders}
            # A folder that is no room has files without a docstring: they are listed here.
            inner = [x for x in folders if not (x / "__init__.py").exists()]
            found = [y for x in inner for y in x.rglob("*") if y.is_file()]
            self.files |= {y.relative_to(self.path).as_posix() for y in found}

    @property
    def summary(self) -> str:
        """The first line of the docstring."""
        return self.doc.partition("\n")[0]

    @property
    def imports(self) -> set[str] | None:
        """The rooms that the docstring names after "May import"; None if it says nothing."""
        said = re.search(r"^(?:# )?May import: (.*?)\.$", self.said, re.MULTILINE | re.DOTALL)
        if not said:
            return None
        return {EVERY} if said[1] == "every room" else set(re.findall(r"`(\w+)`", said[1]))


def _entry(path: Path) -> str:
    """Return the name by which a file is listed: that of the kernel for its declarations."""
    kernel = path.with_suffix(".pyx")
    return kernel.name if path.suffix == ".pxd" and kernel.exists() else path.name


def _is_folder(path: Path) -> bool:
    return path.is_dir() and path.name != "__pycache__"


def rooms(package: Path = PACKAGE) -> list[Room]:
    """Return the rooms of a package: the top, then the others and their sub-rooms by name."""
    found = sorted(x.parent for x in package.glob("*/**/__init__.py"))
    return [Room(package, ""), *(Room(package, str(x.relative_to(package))) for x in found)]


# -- what is wrong ---------------------------------------------------------------------------------


def unlisted(room: Room) -> list[str]:
    """Return the files without a line, and the lines without a file."""
    said = [name for name, _ in room.listed]
    wrong = [f"{room.name}/{x} has no line" for x in sorted(room.files - set(said))]
    wrong += [f"{room.name}/{x} has a line and does not exist" for x in said if x not in room.files]
    return wrong + [f"{room.name}/{x} has two lines" for x in sorted({*said}) if said.count(x) > 1]


def misplaced(room: Room, table: dict[str, set[str]]) -> list[str]:
    """Return what a room says of its imports that the table does not."""
    if not room.name or room.imports == table[room.name.partition("/")[0]]:
        return []
    return [f"{room.name}/__init__.py: expected `May import:` with the rooms of the table"]


def mistakable(room: Room) -> list[str]:
    """Return the names of a room that a reader takes for each other.

    A kernel may have the name of the module that uses it, or that it stands in for.
    """
    names = sorted({x.partition(".")[0].strip("/") for x in room.files})
    files = {x: [y for y in room.files if y.partition(".")[0].strip("/") == x] for x in names}
    wrong = []
    for one, other in combinations(names, 2):
        (folder, _, x), (folder_of_other, _, y) = one.rpartition("/"), other.rpartition("/")
        if folder != folder_of_other or not is_alike(x.strip("_"), y.strip("_")):
            continue
        if one == f"_{other}" and _are_one(files[one], files[other], room):
            continue
        if room.name == COMMANDS and all(_is_command(room, x) for x in (one, other)):
            continue
        wrong.append(f"{room.name}/: {files[one][0]} and {files[other][0]} look alike")
    return wrong


def _are_one(kernel: list[str], module: list[str], room: Room) -> bool:
    """Return whether a kernel and a module of one name name each other."""
    one, other = (room.path / names[0] for names in (kernel, module))
    return f"{other.parent.name}/{other.name}" in one.read_text("utf-8") or bool(
        re.search(rf"\b{one.stem}\b", other.read_text("utf-8"))
    )


def _is_command(room: Room, module: str) -> bool:
    said = dict(room.listed).get(f"{module}.py", "")
    return said == f"`graphgame {module}`"


def is_alike(one: str, other: str) -> bool:
    """Return whether two names differ by an inflection, by a letter, or by two of a longer word.

    Names of several words are alike if one word differs, and is alike.

    >>> is_alike("shown", "showing"), is_alike("levels", "labels"), is_alike("cops", "codes")
    (True, True, False)
    """
    ones, others = one.split("_"), other.split("_")
    if len(ones) != len(others):
        return False
    different = [(x, y) for x, y in zip(ones, others, strict=True) if x != y]
    return len(different) < 2 and all(_is_alike(x, y) for x, y in different)


def _is_alike(one: str, other: str) -> bool:
    start = next(
        (i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y),
        min(len(one), len(other)),
    )
    if start > 2 and all(ENDING.fullmatch(_ending(x, start)) for x in (one, other)):
        return True
    if one.removeprefix("un") == other.removeprefix("un"):
        return True
    letters = 2 if min(len(one), len(other)) > 4 and one[0] == other[0] else 1
    return abs(len(one) - len(other)) <= letters and distance(one, other) <= letters


def _ending(word: str, start: int) -> str:
    """Return the end of a word, without a letter that is doubled before it: "t" of "splitting"."""
    end = word[start:]
    return end[1:] if end and end[0] == word[start - 1] else end


def distance(one: str, other: str) -> int:
    """Return how many letters must be inserted, deleted or replaced.

    >>> distance("explore", "explorer"), distance("pages", "parts")
    (1, 2)
    """
    row: list[int] = [*range(len(other) + 1)]
    for i, x in enumerate(one, 1):
        above, row = row, [i]
        for j, y in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (x != y)))
    return row[-1]


def repeated(package: Path = PACKAGE) -> list[str]:
    """Return the names that kernels of two rooms have."""
    names = [x.stem for x in package.rglob("*.pyx")]
    return [f"{x}.pyx is in two rooms" for x in sorted({*names}) if names.count(x) > 1]


# -- the map ---------------------------------------------------------------------------------------


def code_map(table: dict[str, set[str]], top: list[str], package: Path = PACKAGE) -> str:
    """Return the map: a row a room, as in the table of imports."""
    said = {room.name: room for room in rooms(package)}
    names = ", ".join(f"`{x}`" for x in top)
    lines = ["| room | what it is for | may import |", "|---|---|---|"]
    lines.append(f"| (top) | {names}: what all rooms share | the modules before it |")
    for name, row in table.items():
        # In the order of the table.
        imports = ", ".join(f"`{x}/`" for x in table if x in row)
        imports = "everything" if row == {EVERY} else imports or "–"
        lines.append(f"| `{name}/` | {said[name].summary.rstrip('.')} | {imports} |")
        lines += [
            f"| `{below.name}/` | {below.summary.rstrip('.')} | as `{name}/` |"
            for below in said.values()
            if below.name.startswith(f"{name}/")
        ]
    return "\n".join(lines) + "\n"


def with_map(text: str, made: str) -> str:
    """Return the text of the guide with another map."""
    before, _, rest = text.partition(BEGIN)
    _, here, after = rest.partition(END)
    if not here:
        raise SystemExit(f"CONTRIBUTING.md: expected the lines {BEGIN}{END}around the map")
    return f"{before}{BEGIN}{made}{END}{after}"


def main() -> int:
    """Write the map, or say what is wrong, or what rooms hold."""
    from tests.house.test_imports import ROOMS, TOP

    words = sys.argv[1:]
    if words and words != ["--check"]:
        for room in (Room(PACKAGE, name.strip("/")) for name in words):
            print(f"{room.name}/: {room.summary}")
            print("".join(f"    {name:32} {what}\n" for name, what in room.listed))
        return 0
    wrong = repeated()
    for room in rooms():
        wrong += unlisted(room) + misplaced(room, ROOMS) + mistakable(room)
    text = GUIDE.read_text("utf-8")
    made = with_map(text, code_map(ROOMS, TOP))
    if not words:
        GUIDE.write_text(made, encoding="utf-8")
    elif made != text:
        wrong.append("the map in CONTRIBUTING.md is out of date: run `make map`")
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
