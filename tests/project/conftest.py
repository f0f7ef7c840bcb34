"""The small project that is examined."""

from tests.small_project import built, project

__all__ = ["built", "project"]
