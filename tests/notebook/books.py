"""Small notebooks for tests, most with one fault each."""

from __future__ import annotations

from typing import Any


def code(source: str, *tags: str) -> dict[str, Any]:
    """A code cell."""
    metadata = {"tags": list(tags)} if tags else {}
    return {"cell_type": "code", "metadata": metadata, "source": source, "execution_count": None, "outputs": []}


def markdown(source: str) -> dict[str, Any]:
    """A prose cell."""
    return {"cell_type": "markdown", "metadata": {}, "source": source}


def book(*cells: dict[str, Any]) -> dict[str, Any]:
    """A notebook of these cells."""
    numbered = [{**cell, "id": f"cell-{number}"} for number, cell in enumerate(cells)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return {"cells": numbered, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
