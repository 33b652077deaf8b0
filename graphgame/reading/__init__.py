"""How texts come in: files, pipes, compression, encodings, and quotes in errors.

May import: the top.

Files::

    incoming.py  read a text from a file or a pipe, chunk by chunk or whole
    texts.py     tell compression and encoding by the first bytes; quote a part in an error
"""
