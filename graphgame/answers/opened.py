"""Databases, opened wherever they lie: in a folder, in a file, published, or at a URL."""

from __future__ import annotations

import os

from graphgame.answers import joining
from graphgame.answers.files import read_answers
from graphgame.answers.manifest import Manifest
from graphgame.answers.published_files import FileSource, folder_source, is_published
from graphgame.answers.published_storage import PublishedStorage
from graphgame.answers.storage import FolderStorage
from graphgame.errors import GraphGameError, SolutionFileError, shown_file, shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphgame.answers.database import Database
    from graphgame.answers.published_files import Source

# What to do where a rule does not agree with what is stored.
_OPENED = "open it with the rule, the presets and the symmetry that were solved"
_LOADED = "load it with the rule, the presets and the symmetry that were solved"


def open_database(
    kind: type[Database[Any]], path: Any, rule: Any, presets: Any, canonical: Any
) -> Database[int]:
    """Open a database; see `Database.open`."""
    if not isinstance(path, str | os.PathLike):
        raise GraphGameError(
            f"path: expected the folder, the file or the URL of a database, got {path!r}"
        )
    name = os.fspath(path)
    source = _source(name)
    if source is None:
        manifest = Manifest.load(path)
        if not manifest.is_complete:
            raise SolutionFileError(
                f"{shown_path(path)}: expected a complete database, got one that is still "
                f"{manifest.get('state')}: build it again with the same call, which goes on"
            )
        database = kind(FolderStorage(manifest), manifest.fields, path=name)
    else:
        storage = PublishedStorage(source)
        database = kind(storage, storage.fields, path=name)
    asked = joining.read_rule(database, rule, presets, canonical)
    is_known = database._fields["rule"]["digest"] is not None
    if rule is not None and is_known:
        joining.require_digest(database, asked)
    if rule is not None and source is not None and source.is_remote and is_known:
        # What was compared are the first thousand positions; more would load most of the blocks.
        joining.adopt(database, asked)
    elif asked is not None:
        joining.take(database, asked, _OPENED)
    return database


def load_database(
    kind: type[Database[Any]], file: Any, rule: Any, presets: Any, canonical: Any
) -> Database[Any]:
    """Read a file that `save` wrote; see `Database.load`."""
    storage, fields, listed = read_answers(file)
    database = kind(storage, fields, listed=listed)
    asked = joining.read_rule(database, rule, presets, canonical)
    if asked is not None:
        where = shown_file(file)
        joining.take(database, asked, _LOADED, where)
    return database


def _source(path: str) -> Source | None:
    """Return where a published database lies; None where the path names no published one."""
    scheme = path.partition("://")[0].lower()
    if scheme in ("http", "https") and path != scheme:
        from graphgame.answers.http_files import open_url

        return open_url(path)
    if not is_published(path):
        return None
    return folder_source(path) if os.path.isdir(path) else FileSource(path)
