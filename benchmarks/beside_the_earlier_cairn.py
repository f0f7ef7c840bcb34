"""Ingest, calibrate and evaluate beside the earlier command-line cairn, on the same documents and questions.

    python benchmarks/beside_the_earlier_cairn.py [--chunks 10000] [--questions 1000]

The earlier one (`cairn-pipeline` from PyPI) is installed into an environment of its own under
.cairn/benchmarks. Both run headless as whole processes, start-up included, with the stub model, hashed
embeddings and hybrid retrieval. Each of its commands runs between two of ours, and the mean of the two is
compared, so that a machine that is getting busier slows both alike. Then ours alone meets ten times as many
questions.

Exit 1 when ours takes more than a tenth of the CPU time or more memory, or when ten times the questions take
more than ten times the CPU time.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from child_process import Used, run
from peer_environment import HOME, environment, machine
from scaling_corpus import write

EARLIER = "cairn-pipeline==0.1.0"
MAX_CPU, MAX_PEAK, MAX_GROWTH = 0.1, 1.0, 1.0
GROWTH = 10
WARM_UP = 200  # chunks and questions
VERBS = ("ingest", "calibrate", "eval")


@dataclass(frozen=True)
class Project:
    """One cairn in a project of its own."""

    cairn: tuple[str | Path, ...]
    folder: Path

    def run(self, verb: str) -> Used:
        """One verb as a process."""
        return run((*self.cairn, verb, "--config", "config.yaml"), cwd=self.folder, log=self.folder / "log.txt")


class Ours(Project):
    """This project's."""

    def run(self, verb: str) -> Used:
        command = (*self.cairn, verb, "--config", "config.yaml", "--headless")
        return run(command, cwd=self.folder, log=self.folder / "log.txt")


def projects(name: str, *, chunks: int, questions: int) -> tuple[Ours, Project]:
    """The same corpus and questions twice, each with its cairn."""
    folder = HOME / "scaling" / name
    shutil.rmtree(folder, ignore_errors=True)
    for own in ("ours", "earlier"):
        write(folder / own, chunks=chunks, questions=questions)
    ours = (sys.executable, "-c", "from cairn_nb.cli.main import main; main()")
    return Ours(ours, folder / "ours"), Project((environment("earlier", [EARLIER]) / "cairn",), folder / "earlier")


def compare(ours: Project, earlier: Project) -> dict[str, tuple[Used, Used]]:
    """What each verb took here and there."""
    found = {}
    for verb in VERBS:
        before, there, after = ours.run(verb), earlier.run(verb), ours.run(verb)
        found[verb] = (_between(before, after), there)
        _print(verb, *found[verb])
    return found


def _between(one: Used, other: Used) -> Used:
    peak_mb = max(one.peak_mb, other.peak_mb)
    return Used((one.cpu_s + other.cpu_s) / 2, (one.wall_s + other.wall_s) / 2, peak_mb)


def _sum(used: list[Used]) -> Used:
    return Used(sum(one.cpu_s for one in used), sum(one.wall_s for one in used), max(one.peak_mb for one in used))


def _print(name: str, here: Used, there: Used) -> None:
    print(
        f"{name:10} CPU s {here.cpu_s:7.2f} {there.cpu_s:7.2f}  ratio {here.cpu_s / there.cpu_s:5.3f}"
        f"   peak MB {here.peak_mb:5.0f} {there.peak_mb:5.0f}  ratio {here.peak_mb / there.peak_mb:5.2f}",
        flush=True,
    )


def growth(ours: Project, *, chunks: int, questions: int) -> float:
    """CPU time a question of calibrating and evaluating with ten times the questions, relative to `questions`."""
    few = _sum([ours.run(verb) for verb in VERBS[1:]])
    shutil.rmtree(ours.folder)
    write(ours.folder, chunks=chunks, questions=GROWTH * questions)
    ours.run("ingest")
    many = _sum([ours.run(verb) for verb in VERBS[1:]])
    ratio = many.cpu_s / few.cpu_s / GROWTH
    print(
        f"{questions} and {GROWTH * questions} questions, calibrate and eval: CPU s {few.cpu_s:.2f} {many.cpu_s:.2f}"
        f"  ratio a question {ratio:.2f}   peak MB {few.peak_mb:.0f} {many.peak_mb:.0f}"
    )
    return ratio


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=10_000)
    parser.add_argument("--questions", type=int, default=1_000)
    given = parser.parse_args()
    for one in projects("warm-up", chunks=WARM_UP, questions=WARM_UP):
        for verb in VERBS:
            one.run(verb)
    print(f"{machine()}; {EARLIER}; {given.chunks} chunks, {given.questions} questions; ours, then the earlier cairn")
    ours, earlier = projects("measured", chunks=given.chunks, questions=given.questions)
    both = compare(ours, earlier).values()
    here, there = _sum([one for one, _ in both]), _sum([other for _, other in both])
    _print("in all", here, there)
    grown = growth(ours, chunks=given.chunks, questions=given.questions)
    good = here.cpu_s <= MAX_CPU * there.cpu_s and here.peak_mb <= MAX_PEAK * there.peak_mb and grown <= MAX_GROWTH
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
