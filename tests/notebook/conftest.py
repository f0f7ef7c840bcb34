"""The small project, for notebooks that run a whole verb."""

from tests.small_project import built, project

__all__ = ["built", "project"]
