"""Short names: each stands for one name everywhere, and what is a property or a text keeps its word."""

from __future__ import annotations

import re

from cairn_nb.explorer.page.module import MODULES, _joined, widget_module
from cairn_nb.explorer.page.short_names import top_level_names, with_short_names

NAME = re.compile(r"[$A-Za-z_][$\w]*")


def shortened(code: str, *names: str, texts: tuple[str, ...] = ()) -> str:
    return with_short_names(code, names, texts)


def test_a_name_is_replaced_wherever_it_stands_also_inside_templates() -> None:
    code = "function counted(a){return counted(`${counted(a)}`);}"
    assert shortened(code, "counted", texts=("`${counted(a)}`",)) == "function $a(a){return $a(`${$a(a)}`);}"


def test_properties_keys_shorthands_and_words_of_texts_stay() -> None:
    for code in ("x.counted(counted)", "f({counted:counted})", "f({counted})", "f({a,counted,b})"):
        assert shortened(code, "counted") == code
    assert shortened('f("counted",counted)', "counted", texts=('"counted"',)) == 'f("counted",counted)'
    assert shortened("f(one,countedTwice)", "one") == "f(one,countedTwice)", "three letters gain nothing"


def test_names_at_the_top_level_are_taken_and_no_others() -> None:
    source = "export async function readAll() {\n  const inner = 1;\n}\nfunction* parts() {}\nconst MOST = 3;\n"
    assert top_level_names(source) == ["readAll", "parts", "MOST"]


def test_the_front_end_is_the_same_code_under_other_names() -> None:
    before, after = NAME.findall(_joined(MODULES)), NAME.findall(widget_module())
    assert len(before) == len(after)
    renamed = {(old, new) for old, new in zip(before, after, strict=True) if old != new}
    assert len(renamed) > 300
    assert len({old for old, _ in renamed}) == len({new for _, new in renamed}) == len(renamed)
    assert not {old for old, _ in renamed} & set(after)
