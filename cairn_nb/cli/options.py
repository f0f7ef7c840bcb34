"""Options that several verbs share, worded once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

Config = Annotated[Path, typer.Option("--config", "-c", help="The experiment file.", show_default=True)]
Json = Annotated[bool, typer.Option("--json", help="Print machine-readable JSON on stdout, and nothing else there.")]
Headless = Annotated[
    bool,
    typer.Option("--headless", help="Call the function alone: no notebook and no page; `cairn explore` makes one."),
]
ReportsDir = Annotated[Path, typer.Option("--reports-dir", help="Where reports lie.")]
Overrides = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Override a key, e.g. --set retrieval.k=12.")
]

MaxCost = Annotated[
    float | None, typer.Option("--max-cost-usd", metavar="USD", help="Start nothing more once so much is charged.")
]

Record = Annotated[
    Path | None,
    typer.Option("--record", metavar="FILE", help="Add every call to a model to this cassette, .jsonl or .jsonl.gz."),
]
Replay = Annotated[
    Path | None,
    typer.Option("--replay", metavar="FILE", help="Take every reply from this cassette: no key, no network."),
]

DEFAULT_CONFIG = Path("configs/default.yaml")
DEFAULT_REPORTS = Path("reports")


def parse_overrides(pairs: list[str] | None) -> dict[str, Any]:
    """``["a.b=1"]`` as ``{"a.b": 1}``; values are typed as the experiment file's would be.

    Raises
    ------
    ConfigError
        If a pair has no ``=``, names a key twice, its value is not YAML, or it looks like a secret.
    """
    if not pairs:
        return {}
    from cairn_nb.config.overrides import parse_overrides as parse

    changes = parse(pairs)
    _refuse_secrets(changes)
    return changes


def _refuse_secrets(changes: dict[str, Any]) -> None:
    from cairn_nb.config.secrets import looks_like_key
    from cairn_nb.errors import ConfigError

    for key, value in changes.items():
        if looks_like_key(value):
            hint = "set it in the environment; overrides are written into reports and notebooks"
            raise ConfigError("the value looks like a key", path="override", key=key, hint=hint)
