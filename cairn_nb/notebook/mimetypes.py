"""The output type of a notebook's conclusion; it ends in ``+json``, so notebooks store it as data."""

RESULT = "application/vnd.cairn.result+json"
