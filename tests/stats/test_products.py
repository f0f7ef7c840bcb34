from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.seeds import stream
from cairn_nb.stats.products import ALONE, narrow_product


@pytest.mark.parametrize("shape", [(0, 3, 2), (7, 0, 2), (1, 1, 1), (2000, 351, 2), (1001, 350, 24), (50, 5000, 40)])
def test_the_product_is_that_of_the_matrices(shape: tuple[int, int, int]) -> None:
    rows, inner, columns = shape
    tall, narrow = stream(0, "tall").random((rows, inner)), stream(0, "narrow").random((inner, columns))
    np.testing.assert_allclose(narrow_product(tall, narrow), tall @ narrow, rtol=1e-12)


def test_rows_are_multiplied_by_as_many_as_one_thread_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    matmul = np.matmul

    def counted(first: np.ndarray, second: np.ndarray, *, out: np.ndarray) -> np.ndarray:
        sizes.append(len(first) * second.size)
        return matmul(first, second, out=out)

    monkeypatch.setattr(np, "matmul", counted)
    narrow_product(np.ones((1001, 350)), np.ones((350, 24)))
    assert max(sizes) <= ALONE
    assert sum(sizes) == 1001 * 350 * 24
