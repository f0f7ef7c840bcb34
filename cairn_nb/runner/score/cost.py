"""What an answer made elsewhere cost: what its file says, else its tokens at the price of the model that it names."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.exchange.given import GivenAnswer
from cairn_nb.providers.pricing.prices import Prices, reported_prices
from cairn_nb.records import CaseRow, Status
from cairn_nb.records.answer import Usage

STAGE = "external"


class ReportedCosts:
    """Costs answers; a model's price is looked up once."""

    def __init__(self) -> None:
        self._prices: dict[str, Prices] = {}

    def of(self, given: GivenAnswer | None) -> float | None:
        """USD; null where the file gives neither a cost nor tokens in and out of a model with a price."""
        if given is None or given.cost_usd is not None:
            return None if given is None else given.cost_usd
        if given.model is None or given.input_tokens is None or given.output_tokens is None:
            return None
        if given.model not in self._prices:
            self._prices[given.model] = reported_prices(given.model)
        usage = Usage(input_tokens=given.input_tokens, output_tokens=given.output_tokens)
        return self._prices[given.model].cost_usd(usage)


def without_cost(rows: Sequence[CaseRow]) -> list[str]:
    """The warning that costs are null, if they are."""
    silent = [row for row in rows if row.cost_usd is None and row.status is not Status.ERROR]
    if not silent:
        return []
    models = sorted({row.model for row in silent if row.model})
    whose = f"of {', '.join(models)} " if models else ""
    said = "1 answer says" if len(silent) == 1 else f"{len(silent)} answers say"
    return [f"{said} neither a cost nor tokens in and out {whose}at a known price: costs are null"]
