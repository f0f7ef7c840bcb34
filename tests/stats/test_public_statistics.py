"""The names of `cairn.stats`, some of which are loaded when first used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cairn_nb import stats


def test_every_name_is_there_and_no_other_is_made_up() -> None:
    assert all(getattr(stats, name) is not None for name in stats.__all__)
    with pytest.raises(AttributeError, match="krippendorf'"):
        stats.krippendorf  # noqa: B018


def test_no_module_takes_the_place_of_a_name_that_is_loaded_late() -> None:
    modules = {path.stem for path in Path(stats.__file__).parent.iterdir()}
    assert not modules & set(stats._JUDGING)


def test_what_judging_needs_is_not_loaded_before_it_is_used() -> None:
    program = "import sys, cairn_nb.stats; print([m for m in sys.modules if 'strengths' in m or 'krippendorff' in m])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"
