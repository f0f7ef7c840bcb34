"""`cairn comment` says what became of the comment, and fails on nothing but misuse."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Verb
from tests.project.fake_hosts import FakeHost, serving

PAGE = "https://host.invalid/page.html"


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHost]:
    """A pull request's job."""
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"pull_request": {"number": 12}}), encoding="utf-8")
    (tmp_path / "gate.md").write_text("### cairn gate: promote\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with serving(FakeHost()) as found:
        for name, value in {
            "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": found.url,
            "GITHUB_REPOSITORY": "o/r",
            "GITHUB_EVENT_PATH": str(event),
            "GITHUB_TOKEN": "job-token",
        }.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
        yield found


def test_it_says_whether_it_posted_or_updated(host: FakeHost, verb: Verb) -> None:
    first, second = verb("comment", "gate.md", "--page-url", PAGE), verb("comment", "gate.md", "--json")
    assert (first.code, first.out) == (0, f"posted the comment: {host.comments[0]['html_url']}\n")
    assert second.json["outcome"] == "updated"
    assert "job-token" not in first.out + first.err + second.out + second.err


def test_a_refusal_shows_the_text_and_is_no_failure(host: FakeHost, verb: Verb) -> None:
    host.may_write = False
    ran = verb("comment", "gate.md", "--page-url", "")
    assert ran.code == 0
    assert "### cairn gate: promote" in ran.out
    assert ran.err.startswith("no comment: ") and "a fork's token may only read" in ran.err


def test_misuse_is_two(host: FakeHost, verb: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    assert verb("comment", "gate.md", "--page-url", "javascript:1").code == 2
    monkeypatch.delenv("GITHUB_ACTIONS")
    monkeypatch.delenv("GITLAB_CI", raising=False)
    ran = verb("comment", "gate.md")
    assert (ran.code, ran.out) == (2, "")
    assert "no job of GitHub Actions or GitLab CI" in ran.err
    assert host.comments == []
