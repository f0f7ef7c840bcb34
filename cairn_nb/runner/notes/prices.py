"""Whose prices a report's costs are, and as of when: costs from different dates are not comparable."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from cairn_nb.config.model import Config
from cairn_nb.providers.priced import Priced, PriceSource
from cairn_nb.providers.pricing.kept_table import newest_price, table_name
from cairn_nb.runner.estimate.component_prices import axes_prices, prices_by_stage


def prices_note(config: Config, *, today: date) -> dict[str, Any]:
    """The kept table with the newest day from which a price in it holds, and the models by whose price they have.

    `table` and `date` are null where no model is priced by the kept table.
    """
    priced = [*prices_by_stage(config).values(), *axes_prices(config)]
    kept = _models(priced, "kept table")
    newest = newest_price(today) if kept else None
    return {
        "table": table_name() if kept else None,
        "date": None if newest is None else newest.isoformat(),
        "kept": kept,
        "own": _models(priced, "own"),
        "unpriced": _models(priced, "unknown"),
    }


def _models(priced: Iterable[Priced], source: PriceSource) -> list[str]:
    return sorted({one.model for one in priced if one.source == source})
