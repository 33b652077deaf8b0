"""Databases: what is known of a solved game without its moves, in memory, in a folder, published.

A method that shows a database imports `playing` when it is called.

May import: the top, `drawing`, `playing`, `graphs`, `rules`.

Files::

    database.py        `Database`
    opened.py          open or load a database wherever it lies
    listed.py          positions of any kind, each by its place in a list
    labels.py          labels: outcome and remoteness in one number; their counts
    storage.py         where answers are stored: in memory, or in part files
    joining.py         join a rule to a database, if it is the one that was solved
    checking.py        `Database.verify`; count what is not stored
    puzzles.py         `Database.puzzles`
    agreement.py       compare a rule with stored answers at some positions
    verify.py          the certificate
    files.py           a database in one file
    manifest.py        the manifest of a folder, and the lock that keeps a second build out
    folder.py          which files of a folder are ours
    part_writer.py     the format of part files; write them
    part_reader.py     read part files by mapping them
    publishing.py      publish a database: compressed blocks in one file or a folder
    page_folder.py     pages beside what is published, and what they need
    published_storage.py  read what is published, a block at a time
    published_blocks.py  the format of blocks
    published_index.py the index and the head
    published_files.py files and folders on this machine
    http_files.py      files and folders on a web server
    page_checksums.py  checksums of the pages of a part file
    _blocks.pyx        blocks of codes and labels in part files
    _sorting.pyx       sort codes with their labels; pack them for files
    _labels.pxd        labels of one byte, for kernels
    _mix.pxd           which part of a database a code belongs to
"""

# Which class loads the files of which format; see `graphgame.graphs.form`.
FORMS = {
    "graphgame answers": "database.Database",
}
