"""At most one case of each document, drawn without a look at its label, so that the drawn cases are independent.

Every document gives one case, each of its cases with the same chance. So that the drawn cases are spread
over documents as questions are, and not as documents are, a document with few questions is kept only
with a chance of its number of questions over m, at most 1, where m is the size of the document that
the median question belongs to. With equally large documents every document is kept. A document of more
than m questions counts as one of m, and a question without a document is a document of one question.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from cairn_nb.seeds import stream, unit_draw
from cairn_nb.stats.values import Floats, cluster_codes


def label_free(purpose: str, n: int, seed: int, ids: Sequence[str] | None) -> Floats:
    """A number in [0, 1) for each case: by its id where ids are given, else by its position."""
    if ids is None:
        return stream(seed, "certify", purpose).random(n)
    return np.array([unit_draw(seed, "certify", purpose, case_id) for case_id in ids])


def one_per_document(clusters: Sequence[Hashable], *, seed: int, ids: Sequence[str] | None = None) -> NDArray[np.int64]:
    """Positions of the drawn cases, rising.

    Parameters
    ----------
    clusters
        Each case's document.
    seed, ids
        See `label_free`.
    """
    codes = cluster_codes(clusters, len(clusters))
    pick, keep = (label_free(purpose, len(codes), seed, ids) for purpose in ("pick", "keep"))
    sizes = np.bincount(codes)[codes]
    by_document = np.lexsort((pick, codes))
    first = np.flatnonzero(np.diff(codes[by_document], prepend=-1))
    drawn = by_document[first]
    usual = np.sort(sizes)[(len(sizes) - 1) // 2]
    return np.sort(drawn[keep[drawn] < sizes[drawn] / usual])
