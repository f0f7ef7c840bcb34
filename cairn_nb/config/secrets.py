"""What looks like a key, and so must not be written, shown or kept."""

from __future__ import annotations

import re

SHAPE = re.compile(r"\bsk-[A-Za-z0-9_-]{16,}|(api|secret)[_-]?key['\"]?\s*[=:]\s*['\"]?\S{8,}", re.IGNORECASE)


def looks_like_key(value: object) -> bool:
    """Whether a value, as it would be printed, has the shape of a key or names one."""
    return SHAPE.search(repr(value)) is not None
