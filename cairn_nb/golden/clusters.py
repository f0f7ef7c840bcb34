"""Which cases rise and fall together: those about one document."""

from __future__ import annotations

from cairn_nb.records import Case


def cluster_id(case: Case) -> str:
    """The case's resampling unit: its first supporting document, else the first relevant one, else ``case:<id>``."""
    if case.support:
        return case.support[0].doc
    relevant = (document for document, grade in case.relevant_doc_ids.items() if grade > 0)
    return next(relevant, f"case:{case.id}")
