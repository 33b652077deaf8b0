"""The site: its sources are put together, and Sphinx builds it.

`assembly` copies docs/ and the documents beside it, `gallery` makes pages of the examples,
`reference` writes the pages of the API and of the schemas, `commands` those of the command with its
examples run, `pictures` draws, `dark` gives pictures on white paper dark ones, and `home` makes the
board on the first page.
docs/conf.py is Sphinx's configuration.
"""
