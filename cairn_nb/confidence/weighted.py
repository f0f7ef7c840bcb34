"""One confidence from named signals: their weighted mean, over the signals that are there.

Weights of absent signals are left out and the rest scaled up, so an answer without claims is not punished
for having no citation signal. The result is rounded to 1e-6 before anything is compared with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from cairn_nb.confidence.params import ConfidenceParams

DECIMALS = 6


def combine(signals: Mapping[str, float], weights: ConfidenceParams | Mapping[str, object]) -> float:
    """The weighted mean of the signals, in 0..1, rounded to 1e-6.

    Parameters
    ----------
    signals
        By name, as `signals.signals` gives them; each in 0..1.
    weights
        The component's parameters, checked or as the experiment file has them.

    Returns
    -------
    float
        0 when there is no signal, or every present signal's weight is 0.

    Raises
    ------
    ConfigError
        If unchecked parameters cannot be used.
    """
    params = weights if isinstance(weights, ConfidenceParams) else ConfidenceParams.of(weights)
    total = sum(params.weight(name) for name in signals)
    if total <= 0:
        return 0.0
    mean = sum(params.weight(name) * value for name, value in signals.items()) / total
    return round(min(1.0, max(0.0, mean)), DECIMALS)
