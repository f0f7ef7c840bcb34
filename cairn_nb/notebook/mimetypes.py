"""The output types that only this project writes; both end in ``+json``, so notebooks store them as data."""

RESULT = "application/vnd.cairn.result+json"
EXPLORER = "application/vnd.cairn.explorer+json"
