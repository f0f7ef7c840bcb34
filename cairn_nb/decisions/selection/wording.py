"""How numbers of a recommendation are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cairn_nb.records import Estimate


def usd(value: float) -> str:
    """Dollars: two decimals from one dollar, else three digits."""
    if value == 0:
        return "0 USD"
    return f"{value:.2f} USD" if value >= 1 else f"{value:.3g} USD" if value >= 1e-4 else f"{value:.6f} USD"


def whole_ms(value: float) -> str:
    """Milliseconds; a fraction only below ten."""
    return f"{value:,.0f} ms" if value >= 10 else f"{value:.2g} ms"


def apart(written: Callable[[float], str], one: float, other: float) -> tuple[str, str]:
    """Two numbers as written; with all their digits where rounding would make them look the same."""
    shown = written(one), written(other)
    if one == other or shown[0] != shown[1]:
        return shown
    unit = shown[0].rpartition(" ")[2] if " " in shown[0] else ""
    return (f"{one:.9g} {unit}".strip(), f"{other:.9g} {unit}".strip())


def points(value: float) -> str:
    """Points from 0 to 5, or a share."""
    return f"{value:.3f}"


def difference(found: Estimate) -> str:
    """A difference with its sign and interval."""
    if found.value is None:
        return "not measured"
    value = f"{found.value:+.3f}"
    return value if found.low is None or found.high is None else f"{value} [{found.low:+.3f}, {found.high:+.3f}]"


def listed(names: Sequence[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def of_systems(names: Sequence[str], n_systems: int) -> str:
    """Their names, or ``every system`` where it is all of several."""
    return "every system" if len(names) == n_systems > 1 else listed(names)


def times(more: float, less: float, word: str, opposite: str) -> str:
    """``2.4 times cheaper``, or the opposite; about equal within 5%. Both above 0.

    Parameters
    ----------
    more, less
        The other's number and this one's.
    word, opposite
        What it is when its number is smaller, and when it is larger.
    """
    ratio = more / less
    if 1 / 1.05 <= ratio <= 1.05:
        return f"about as {word.removesuffix('er')}"
    return f"{ratio:.1f} times {word}" if ratio > 1 else f"{1 / ratio:.1f} times {opposite}"
