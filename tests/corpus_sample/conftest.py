from pathlib import Path

import pytest

from cairn_nb.corpus.sample.build import SampleFiles, build
from cairn_nb.corpus.sample.generate import generate


@pytest.fixture(scope="session")
def sample() -> SampleFiles:
    """The default sample, in memory."""
    return build()


@pytest.fixture(scope="session")
def sample_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The default sample, on disk; not to be written to."""
    out = tmp_path_factory.mktemp("sample")
    generate(out)
    return out
