"""Every exception this package raises on purpose, so that a caller can tell a bad file from a bad network.

CairnError                      anything we raise on purpose; the command line prints it and exits 2
├── InputError                  a file, row, key or value that cannot be used
│   ├── ConfigError             an experiment file
│   ├── GoldenError             a golden set
│   ├── CorpusError             the documents
│   ├── StoredIndexError             an index that is missing, damaged or belongs to something else
│   ├── StorageError            a file that cannot be written: disk full, no permission, held by another run
│   ├── ReportError             a report that is unreadable, contradictory or not finite
│   ├── CassetteError           kept model calls that are damaged, or a call that is not among them
│   └── UnknownEstimateError    a name under which a report has no estimate
├── NotComparableError          two reports that do not measure the same thing
├── MissingExtraError           an optional dependency that is not installed
├── CalibrationError            a threshold cannot be fitted from what there is
├── BudgetError                 a spending cap was reached
└── ProviderError               a model could not be used
    ├── AuthenticationError     no key, or one that was refused
    ├── RateLimitError          told to slow down, more often than we retry
    ├── DeadlineError           no answer before the deadline
    ├── ConnectionFailedError   the connection broke or never stood
    ├── ServerError             the server said 5xx
    ├── RequestRefusedError     the server said 4xx: the request itself is wrong
    └── MalformedReplyError     an answer that does not have the promised shape
"""

from __future__ import annotations

from pathlib import Path


class CairnError(Exception):
    """Anything raised on purpose; its text is a sentence for a person."""


class InputError(CairnError):
    """A file, row, key or value that cannot be used.

    Parameters
    ----------
    problem
        What is wrong, as a sentence.
    path, line, key
        Where: the file, its line (from 1) and the key or row id; each is shown when given.
    hint
        The next step for the person who reads this.
    """

    def __init__(
        self,
        problem: str,
        *,
        path: Path | str | None = None,
        line: int | None = None,
        key: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.problem, self.path, self.line, self.key, self.hint = problem, path, line, key, hint
        super().__init__(self._sentence())

    def _sentence(self) -> str:
        place = str(self.path) if self.path is not None else ""
        if self.line is not None:
            place += f":{self.line}"
        parts = [part for part in (place, self.key) if part]
        text = ": ".join([*parts, self.problem])
        return f"{text} ({self.hint})" if self.hint else text


class ConfigError(InputError):
    """An experiment file cannot be used."""


class GoldenError(InputError):
    """A golden set cannot be used."""


class CorpusError(InputError):
    """The documents cannot be used."""


class StoredIndexError(InputError):
    """An index is missing, damaged, or was built from something else."""


class StorageError(InputError):
    """A file cannot be written: the disk is full, the folder is read-only, or another run holds it."""


class ReportError(InputError):
    """A report is unreadable, contradictory, or holds a number that is not finite."""


class CassetteError(InputError):
    """A cassette is missing or damaged, or a call that a replay needs is not in it."""


class UnknownEstimateError(InputError, KeyError):
    """A report has no estimate of that name. It is a KeyError too, as a dict's."""

    def __str__(self) -> str:
        return self._sentence()


class NotComparableError(CairnError):
    """Two reports do not measure the same thing, so no verdict about them means anything."""


class MissingExtraError(CairnError):
    """An optional dependency is not installed; the text names the extra to install."""


class CalibrationError(CairnError):
    """There is nothing a threshold could be fitted on."""


class BudgetError(CairnError):
    """A spending cap was reached."""


class ProviderError(CairnError):
    """A model could not be used. `retryable` says whether the same call may succeed later."""

    retryable = False


class AuthenticationError(ProviderError):
    """There is no key, or the provider refused it."""


class RateLimitError(ProviderError):
    """The provider kept asking to slow down.

    `retry_after_s` is what it asked for last, if it said.
    """

    retryable = True

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class DeadlineError(ProviderError):
    """No answer came before the deadline."""

    retryable = True


class ConnectionFailedError(ProviderError):
    """The connection broke, or never stood."""

    retryable = True


class ServerError(ProviderError):
    """The server answered with a 5xx status."""

    retryable = True


class RequestRefusedError(ProviderError):
    """The server answered with a 4xx status: sending the same request again cannot help."""


class MalformedReplyError(ProviderError):
    """The reply does not have the promised shape; what was paid for it is kept in the attributes."""
