"""The script that completes command lines in fish, of which the library shtab knows nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

# Where no command stands before the cursor yet.
_FIRST = "__fish_use_subcommand"


def completion(parser: argparse.ArgumentParser, files: set[str], folders: set[str]) -> str:
    """Return the script, from the parser of all commands.

    Parameters
    ----------
    parser : ArgumentParser
    files, folders : set of str
        The names, in the help, of arguments that are completed with files and with folders.
    """
    return "".join(f"{line}\n" for line in _lines(parser, files, folders))


def _lines(parser: argparse.ArgumentParser, files: set[str], folders: set[str]) -> Iterator[str]:
    program = parser.prog
    yield f"complete -c {program} -f"
    for action in parser._actions:
        if not isinstance(action.choices, dict):
            yield from _option(action, f"complete -c {program} -n {_FIRST}", files, folders)
            continue
        commands = " ".join(action.choices)
        yield f"complete -c {program} -n {_FIRST} -a help -d 'explain a command'"
        yield (
            f"complete -c {program} -n '__fish_seen_subcommand_from help; and not "
            f"__fish_seen_subcommand_from {commands}' -a {_quoted(commands)}"
        )
        helps = {choice.dest: choice.help for choice in getattr(action, "_choices_actions", [])}
        for name, command in action.choices.items():
            yield f"complete -c {program} -n {_FIRST} -a {name}{_described(helps.get(name))}"
            seen = f"complete -c {program} -n '__fish_seen_subcommand_from {name}'"
            for argument in command._actions:
                yield from _option(argument, seen, files, folders)


def _option(
    action: argparse.Action, start: str, files: set[str], folders: set[str]
) -> Iterator[str]:
    """Yield the line of an option, or of an argument that has no name."""
    words = [start]
    for option in action.option_strings:
        name = option.lstrip("-")
        words.append(f"-l {name}" if option.startswith("--") else f"-s {name}")
    if action.option_strings and action.nargs != 0:
        words.append("-r")
    if action.choices:
        words.append(f"-f -a {_quoted(' '.join(map(str, action.choices)))}")
    elif action.metavar in folders:
        words.append("-f -a '(__fish_complete_directories)'")
    elif action.metavar in files:
        words.append("-F")
    elif not action.option_strings:
        return
    described = _described(action.help) if action.option_strings else ""
    yield " ".join(words) + described


def _described(text: str | None) -> str:
    return f" -d {_quoted(text)}" if text else ""


def _quoted(text: str) -> str:
    """Return a text in single quotes, in which fish knows two escapes."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("%%", "%") + "'"
