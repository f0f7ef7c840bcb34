"""Token F1 and exact match of many pairs at once, equal to `cairn_nb.metrics.answer` pair by pair.

All texts are normalised together and their tokens become numbers, so that numpy takes every count. It pays from
some dozen pairs on; memory is bounded by pairs of one chunk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from cairn_nb.errors import InputError
from cairn_nb.metrics.answer_tokens import SQUAD, UNCITED, Integers, Rules, Tokens, tokens_of_all

Floats = npt.NDArray[np.float64]
_CHUNK_PAIRS = 1000  # their tokens stay in a processor's cache


def token_f1_pairs(predictions: Sequence[str], references: Sequence[str]) -> Floats:
    """`cairn_nb.metrics.answer.token_f1` of each prediction and the reference at the same place.

    Parameters
    ----------
    predictions, references
        As many of one as of the other.

    Returns
    -------
    numpy.ndarray
        A share of 0..1 for each pair.

    Raises
    ------
    InputError
        If their numbers differ.
    """
    return _match_and_f1(predictions, references, SQUAD)[1]


def exact_match_pairs(predictions: Sequence[str], references: Sequence[str]) -> Floats:
    """`cairn_nb.metrics.answer.exact_match` of each pair, 0 or 1; as `token_f1_pairs`."""
    return _match_and_f1(predictions, references, SQUAD)[0]


def match_and_f1_pairs(predictions: Sequence[str], references: Sequence[str]) -> tuple[Floats, Floats]:
    """`exact_match_pairs` and `token_f1_pairs` from one reading of all texts."""
    return _match_and_f1(predictions, references, SQUAD)


def token_f1_uncited_pairs(predictions: Sequence[str], references: Sequence[str]) -> Floats:
    """`cairn_nb.metrics.answer.token_f1_uncited` of each pair; as `token_f1_pairs`."""
    return _match_and_f1(predictions, references, UNCITED)[1]


def exact_match_uncited_pairs(predictions: Sequence[str], references: Sequence[str]) -> Floats:
    """`cairn_nb.metrics.answer.exact_match_uncited` of each pair, 0 or 1; as `token_f1_pairs`."""
    return _match_and_f1(predictions, references, UNCITED)[0]


def match_and_f1_uncited_pairs(predictions: Sequence[str], references: Sequence[str]) -> tuple[Floats, Floats]:
    """`exact_match_uncited_pairs` and `token_f1_uncited_pairs` from one reading of all texts."""
    return _match_and_f1(predictions, references, UNCITED)


def _match_and_f1(predictions: Sequence[str], references: Sequence[str], rules: Rules) -> tuple[Floats, Floats]:
    if len(predictions) != len(references):
        hint = "give a reference for each prediction"
        raise InputError(f"there are {len(predictions)} predictions and {len(references)} references", hint=hint)
    parts = list(_chunks(predictions, references, rules))
    return np.concatenate([match for match, _ in parts]), np.concatenate([f1 for _, f1 in parts])


def _chunks(predictions: Sequence[str], references: Sequence[str], rules: Rules) -> Iterator[tuple[Floats, Floats]]:
    for start in range(0, max(1, len(predictions)), _CHUNK_PAIRS):
        given, wanted = predictions[start : start + _CHUNK_PAIRS], references[start : start + _CHUNK_PAIRS]
        yield _compared(tokens_of_all([*given, *wanted], rules), len(given))


def _compared(tokens: Tokens, pairs: int) -> tuple[Floats, Floats]:
    """Exact match and F1 of texts 0..pairs-1 with the texts behind them."""
    lengths = np.bincount(tokens.owner, minlength=2 * pairs).astype(np.int64)
    given, wanted = lengths[:pairs], lengths[pairs:]
    shared = _shared(tokens, pairs)
    with np.errstate(invalid="ignore"):  # a pair without a token is settled below
        f1 = 2 * shared / (given + wanted)
    f1[(given == 0) & (wanted == 0)] = 1.0
    return _equal(tokens, given, wanted), f1


def _shared(tokens: Tokens, pairs: int) -> Integers:
    """How many tokens the two texts of each pair have in common, counted as often as both have them."""
    side = tokens.owner >= pairs
    pair = tokens.owner - pairs * side
    keys = np.sort(2 * (pair * tokens.n_codes + tokens.code) + side)
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    counts, kinds = np.diff(starts, append=len(keys)), keys[starts]
    # A token of the first text, and behind it the same token of the second.
    both = np.flatnonzero((kinds[:-1] % 2 == 0) & (kinds[1:] == kinds[:-1] + 1))
    least = np.minimum(counts[both], counts[both + 1])
    weights = np.bincount(kinds[both] // (2 * tokens.n_codes), weights=least, minlength=pairs)
    return weights.astype(np.int64)


def _equal(tokens: Tokens, given: Integers, wanted: Integers) -> Floats:
    """1 where the two texts of a pair have the same tokens in the same order, else 0."""
    pairs = len(given)
    alike = given == wanted
    chosen = np.concatenate([alike, alike])[tokens.owner]
    first = np.flatnonzero(chosen & (tokens.owner < pairs))
    second = np.flatnonzero(chosen & (tokens.owner >= pairs))
    differ = tokens.code[first] != tokens.code[second]
    n_different = np.bincount(tokens.owner[first][differ], minlength=pairs)
    return np.asarray(alike & (n_different == 0), dtype=np.float64)
