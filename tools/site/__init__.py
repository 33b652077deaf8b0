"""The site: its sources are put together, and Sphinx builds it.

`assembly` copies docs/ and the documents beside it, `gallery` makes pages of the examples,
`reference` writes the pages of the API, of the command and of the schemas, and `pictures` draws.
docs/conf.py is Sphinx's configuration.
"""
