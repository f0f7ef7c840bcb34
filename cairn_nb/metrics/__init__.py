"""One family of measures a file; `catalog` says what each number means, `sections` makes a report's parts from rows."""

from cairn_nb.metrics import abstention, answer, catalog, citation, operational, retrieval, sections
from cairn_nb.metrics.catalog import CATALOG, Measure

__all__ = [
    "CATALOG",
    "Measure",
    "abstention",
    "answer",
    "catalog",
    "citation",
    "operational",
    "retrieval",
    "sections",
]
