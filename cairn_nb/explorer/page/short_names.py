"""Names of the front end's own functions and constants, cut short in the page: a reader of the files sees them whole.

Only names at the top level of a file are taken, and only those that the code uses as nothing else: no property,
key or shorthand is called so, and no text or regular expression holds the word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from string import ascii_letters

TOP_LEVEL = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)", re.MULTILINE)
PROPERTY = re.compile(r"\.(\w+)|(?<=[{,])(\w+)(?=[:,}])")
CONSTANTS = re.compile(r"^const .*", re.MULTILINE)  # several may stand in a line
INSERTED = re.compile(r"\$\{[^}]*\}")  # code in a template
SHORTEST = 4


def top_level_names(source: str) -> list[str]:
    """The names that a file defines for the others or for itself."""
    constants = (name for line in CONSTANTS.findall(source) for name in re.findall(r", ([A-Z][A-Z_]+) = ", line))
    return [*TOP_LEVEL.findall(source), *constants]


def with_short_names(code: str, names: Iterable[str], texts: Iterable[str]) -> str:
    """Joined code with its long names replaced, each everywhere.

    Parameters
    ----------
    code
        All of it, without comments and without blanks around signs.
    names
        What its files define.
    texts
        Its texts, templates and regular expressions.
    """
    words = {word for text in texts for word in re.findall(r"\w+", INSERTED.sub(" ", text))}
    words |= {one or other for one, other in PROPERTY.findall(code)}
    free = _short_names()
    short = {name: next(free) for name in dict.fromkeys(names) if len(name) >= SHORTEST and name not in words}
    return re.sub(r"[A-Za-z_]\w*", lambda found: short.get(found[0], found[0]), code)


def _short_names() -> Iterator[str]:
    return ("$" + "".join(signs) for length in (1, 2) for signs in product(ascii_letters, repeat=length))
