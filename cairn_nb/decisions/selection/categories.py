"""The best system of each question category. Descriptive only: categories are small."""

from __future__ import annotations

import numpy as np

from cairn_nb.decisions.reading.systems import Systems, mean
from cairn_nb.decisions.selection.numbers import DIGITS
from cairn_nb.records.recommendation import CategoryBest


def best_by_category(systems: Systems, metric: str) -> tuple[CategoryBest, ...]:
    """The highest mean of each category, by the category's name; equal ones go by the system's name."""
    category_of = _categories(systems)
    labels = np.array([category_of.get(question, "") for question in systems.questions])
    values = systems.by_question(metric)
    found: list[CategoryBest] = []
    for category in sorted(set(category_of.values())):
        members = values[labels == category]
        entries = [
            CategoryBest(category=category, n=int((~np.isnan(column)).sum()), system=name, value=round(value, DIGITS))
            for name, column in zip(systems.names, members.T, strict=True)
            if (value := mean(column)) is not None
        ]
        found += _best(entries)
    return tuple(found)


def _best(entries: list[CategoryBest]) -> list[CategoryBest]:
    """The best entry, naming those that equal it; none where no system has a mean."""
    if not entries:
        return []
    first, *others = sorted(entries, key=lambda entry: (-entry.value, entry.system))
    return [first.changed(tied=tuple(entry.system for entry in others if entry.value == first.value))]


def _categories(systems: Systems) -> dict[str, str]:
    rows = (row for system in systems.systems for row in system.rows)
    return {row.case_id: row.category for row in rows if row.category}
