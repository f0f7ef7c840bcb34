"""Which cases rise and fall together: those about one document."""

from __future__ import annotations

from cairn_nb.records import Case


def cluster_id(case: Case) -> str:
    """The case's resampling unit: its first supporting document, or ``case:<id>`` where it has none."""
    return case.support[0].doc if case.support else f"case:{case.id}"
