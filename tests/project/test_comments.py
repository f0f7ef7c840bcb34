"""One comment on a request, however often its job runs; a host that refuses fails nothing and loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cairn_nb.errors import InputError
from cairn_nb.project.comments.body import LIMIT_CHARS, body, marker
from cairn_nb.project.comments.post import post
from tests.project.fake_hosts import FakeHost, serving

PAGE = "https://host.invalid/page.html"
PERSON = {"id": 1, "type": "User"}


@pytest.fixture
def host() -> Iterator[FakeHost]:
    with serving(FakeHost()) as found:
        yield found


@pytest.fixture
def summary(tmp_path: Path) -> Path:
    place = tmp_path / "gate.md"
    place.write_text("### cairn gate: promote\n", encoding="utf-8")
    return place


def github(host: FakeHost, folder: Path) -> dict[str, str]:
    event = folder / "event.json"
    event.write_text(json.dumps({"pull_request": {"number": 12}}), encoding="utf-8")
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_API_URL": host.url,
        "GITHUB_REPOSITORY": "o/r",
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_TOKEN": "job-token",
        "GITHUB_STEP_SUMMARY": str(folder / "job-summary.md"),
        "GITHUB_SERVER_URL": "https://host.invalid",
        "GITHUB_RUN_ID": "99",
    }


def gitlab(host: FakeHost, folder: Path) -> dict[str, str]:  # noqa: ARG001 - called as the other is
    return {
        "GITLAB_CI": "true",
        "CI_API_V4_URL": host.url,
        "CI_PROJECT_ID": "34",
        "CI_MERGE_REQUEST_IID": "12",
        "CI_JOB_URL": "https://host.invalid/job",
        "CAIRN_GITLAB_TOKEN": "project-token",
    }


HOSTS = pytest.mark.parametrize("environment", [github, gitlab], ids=["github", "gitlab"])


@HOSTS
def test_posted_once_and_then_renewed(environment: object, host: FakeHost, summary: Path, tmp_path: Path) -> None:
    env = environment(host, tmp_path)  # type: ignore[operator]
    first = post(summary, env=env, page_url=PAGE)
    summary.write_text("### cairn gate: roll back\n", encoding="utf-8")
    second = post(summary, env=env, page_url=PAGE)
    assert (first.outcome, second.outcome) == ("posted", "updated")
    [comment] = host.comments
    assert comment["body"].startswith("<!-- cairn comment: gate -->\n\n### cairn gate: roll back")
    assert f"[Open the explorer]({PAGE})" in comment["body"] and "[This run](https://host.invalid/" in comment["body"]
    assert {token for *_, token in host.asked} <= {"Bearer job-token", "project-token"}


@HOSTS
def test_it_is_found_among_hundreds_and_a_persons_is_left_alone(
    environment: object, host: FakeHost, summary: Path, tmp_path: Path
) -> None:
    env = environment(host, tmp_path)  # type: ignore[operator]
    host.add(f"{marker('gate')} said by a person", by=PERSON)
    for number in range(150):
        host.add(f"comment {number}", by=PERSON)
    assert post(summary, env=env).outcome == "posted"
    assert post(summary, env=env).outcome == "updated"
    assert host.comments[0]["body"].endswith("said by a person")
    assert len(host.comments) == 152


@HOSTS
def test_two_gates_have_a_comment_each(environment: object, host: FakeHost, summary: Path, tmp_path: Path) -> None:
    env = environment(host, tmp_path)  # type: ignore[operator]
    outcomes = [post(summary, env=env, key=key).outcome for key in ("gate", "other", "gate", "other")]
    assert outcomes == ["posted", "posted", "updated", "updated"]


def test_a_forks_token_may_only_read_and_the_jobs_summary_has_the_verdict(
    host: FakeHost, summary: Path, tmp_path: Path
) -> None:
    host.may_write = False
    done = post(summary, env=github(host, tmp_path), page_url=PAGE)
    assert done.outcome == "not_posted"
    assert "status 403" in done.why and "a fork's token may only read" in done.why
    shown = (tmp_path / "job-summary.md").read_text(encoding="utf-8")
    assert "### cairn gate: promote" in shown and PAGE in shown


@pytest.mark.parametrize(("status", "said"), [(500, "500"), (404, "status 404"), (200, "no 'id'")])
def test_a_host_out_of_order_fails_nothing(
    host: FakeHost, summary: Path, tmp_path: Path, status: int, said: str
) -> None:
    host.status = status
    done = post(summary, env=gitlab(host, tmp_path))
    assert done.outcome == "not_posted"
    assert said in done.why


def test_without_a_token_the_next_step_is_named(host: FakeHost, summary: Path, tmp_path: Path) -> None:
    env = {**gitlab(host, tmp_path), "CAIRN_GITLAB_TOKEN": ""}
    done = post(summary, env=env)
    assert done.outcome == "not_posted" and "access token in the masked variable CAIRN_GITLAB_TOKEN" in done.why
    assert host.asked == []


def test_a_job_that_stopped_before_the_gate_says_so(host: FakeHost, tmp_path: Path) -> None:
    post(tmp_path / "gate.md", env=github(host, tmp_path))
    [comment] = host.comments
    assert "no verdict" in comment["body"] and "its log says why" in comment["body"]


def test_a_summary_that_is_too_long_is_cut_at_a_line(tmp_path: Path) -> None:
    place = tmp_path / "gate.md"
    place.write_text("first line\n" + "x" * 99 + "\n" * 1 + ("y" * 99 + "\n") * 1000, encoding="utf-8")
    text = body(place, key="gate", links={"Open the explorer": PAGE})
    assert len(text) < LIMIT_CHARS + 500
    assert "first line" in text and "(cut here: the page has the rest)" in text and text.rstrip().endswith(f"({PAGE})")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://a b", "https://a)[x](https://b", "file:///etc/passwd"])
def test_an_address_that_is_none_is_refused(summary: Path, url: str) -> None:
    with pytest.raises(InputError, match="is no web address"):
        body(summary, key="gate", links={"Open": url})


def test_a_key_cannot_end_the_marker() -> None:
    with pytest.raises(InputError, match="--key"):
        marker("a --> <b>")


def test_elsewhere_than_in_a_job_it_is_misuse(summary: Path) -> None:
    with pytest.raises(InputError, match="no job of GitHub Actions or GitLab CI"):
        post(summary, env={})
