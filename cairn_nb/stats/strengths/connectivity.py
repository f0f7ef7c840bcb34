"""Whether everybody can be compared with everybody: strongly connected graphs."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def is_strongly_connected(arrows: NDArray[np.bool_]) -> bool:
    """Whether every node reaches every other along arrows.

    Parameters
    ----------
    arrows
        Shape (n, n); true at [i, j] where an arrow leads from i to j. No node, or one, is connected.
    """
    return len(arrows) == 0 or bool(_reached(arrows).all() and _reached(arrows.T).all())


def _reached(arrows: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """What the first node reaches, itself included."""
    seen = np.zeros(len(arrows), dtype=np.bool_)
    frontier = seen.copy()
    frontier[0] = True
    while frontier.any():
        seen |= frontier
        frontier = arrows[frontier].any(axis=0) & ~seen
    return seen
