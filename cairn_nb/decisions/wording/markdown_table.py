"""A table in Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, numeric: Collection[int] = ()) -> str:
    """Lines of a table.

    Parameters
    ----------
    heads, rows
        Cells that are escaped already.
    numeric
        The positions of the columns that are set to the right.
    """
    rule = ["---:" if place in numeric else "---" for place in range(len(heads))]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows))
