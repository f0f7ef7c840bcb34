"""What embedding a text is charged: each by its own estimated tokens, whatever call it was sent in.

Providers count the tokens of a whole call. A text's share of that would depend on the texts beside it, and so on
which of them another system had embedded before; an index would then cost more or less by the order of the runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.pricing.token_estimate import estimated_tokens
from cairn_nb.providers.protocol import TextKind
from cairn_nb.records.answer import Usage


@dataclass(frozen=True)
class EmbeddingCharge:
    """Charges texts at a model's price.

    Parameters
    ----------
    prices
        Of the model.
    prefixes
        What is put before each text of a kind.
    """

    prices: Prices
    prefixes: Mapping[TextKind, str] = field(default_factory=dict)

    def of(self, texts: Sequence[str], *, kind: TextKind) -> float | None:
        """USD for these texts, the same whether or not their vectors are kept; null for a model without a price."""
        prefix = self.prefixes.get(kind, "")
        costs = [self.prices.cost_usd(Usage(input_tokens=estimated_tokens((prefix, text)))) for text in texts]
        known = [cost for cost in costs if cost is not None]
        return fsum(known) if len(known) == len(costs) else None
