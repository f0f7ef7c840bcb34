from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.config import Config, config_hash, load_config
from cairn_nb.errors import ConfigError

BASE = "name: aa\ncorpus: docs\ngolden: cases.jsonl\n"


def write(folder: Path, text: str, name: str = "c.yaml") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def refusal(path: Path, overrides: dict[str, object] | None = None) -> str:
    with pytest.raises(ConfigError) as caught:
        load_config(path, overrides)
    return str(caught.value).replace(str(path), path.name)


def test_defaults_are_the_reference_s(tmp_path: Path) -> None:
    config = load_config(write(tmp_path, BASE))
    assert (config.retrieval.mode, config.retrieval.k, config.retrieval.candidates) == ("hybrid", 8, 40)
    assert (config.calibration.alpha, config.calibration.delta, config.calibration.split) == (0.10, 0.05, 0.4)
    assert config.ingest.chunker.name == "sentence_window"
    assert config.corpus_dir == tmp_path / "docs"
    assert config.source == tmp_path / "c.yaml"


def test_a_file_of_the_earlier_tool_is_read(tmp_path: Path) -> None:
    text = """\
name: synth
corpus: corpus
golden: golden.jsonl
ingest:
  chunker: {name: sentence_window, params: {window: 6, overlap: 2}}
embedding: {name: hashing, params: {dim: 512}}
index: {backend: numpy, dir: .cairn/index}
retrieval: {mode: hybrid, k: 8, candidates: 40, rrf_k: 60}
generation: {provider: {name: stub}}
calibration: {alpha: 0.2, split: 0.4, seed: 7, dir: .cairn/calibration}
judge: {name: stub}
"""
    config = load_config(write(tmp_path, text))
    assert config.embedding.params == {"dim": 512}
    assert config.index_dir == tmp_path / ".cairn/index/synth"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("retreival: {mode: dense}\n", "c.yaml:4: retreival: unknown key (did you mean 'retrieval'?)"),
        ("retrieval:\n  k: 4\n  rkf_k: 3\n", "c.yaml:6: retrieval.rkf_k: unknown key (did you mean 'rrf_k'?)"),
        ("retrieval:\n  rerank:\n    name: lexical\n    topp: 3\n", "c.yaml:7: retrieval.rerank.topp: unknown key"),
        ("retrieval:\n  k: many\n", "c.yaml:5: retrieval.k: should be a valid integer, not 'many'"),
        ("retrieval:\n  k: true\n", "c.yaml:5: retrieval.k: should be a valid integer, not True"),
        ("retrieval: {k: 51}\n", "c.yaml:4: retrieval.k: should be less than or equal to 50, not 51"),
        ("retrieval: {mode: dens}\n", "c.yaml:4: retrieval.mode: should be 'hybrid', 'dense' or 'bm25', not 'dens'"),
        ("calibration:\n  alpha: 0\n", "c.yaml:5: calibration.alpha: should be greater than 0, not 0"),
        ("calibration:\n  alpha: 1\n", "c.yaml:5: calibration.alpha: should be less than 1, not 1"),
        ("calibration: {alpha: .nan}\n", "c.yaml:4: .nan is not a finite number"),
        ("retrieval: {rerank: {params: {}}}\n", "c.yaml:4: retrieval.rerank.name: is required"),
        ("judge: {nam: stub}\n", "c.yaml:4: judge.nam: unknown key (did you mean 'name'?)"),
        ("base_dir: /tmp\n", "c.yaml:4: base_dir: unknown key"),
        ("name: bb\n", "c.yaml:4: the key 'name' stands twice, first on line 1 (keep one of them)"),
        ("retrieval: {k: 3, k: 4}\n", "c.yaml:4: the key 'k' stands twice, first on line 4 (keep one of them)"),
        ("retrieval:\n\tk: 4\n", "c.yaml:5: not valid YAML:"),
        ("ingest: {include: ['*.md']\n", "c.yaml:5: not valid YAML:"),
        ("1: 2\n", "c.yaml:4: the key 1 is not text (put it in quotes)"),
        ("generation: &a\n  provider: *a\n", "an alias that contains itself"),
        ("generation: {provider: {name: x, params: {api_key: sk-1}}}\n", "secrets are never written in a file"),
        ("description: !!python/object:os.system x\n", "c.yaml:4: a value that cannot be read"),
        ("ingest: " + "[" * 3000 + "]" * 3000 + "\n", "nested too deeply"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_key(tmp_path: Path, text: str, sentence: str) -> None:
    assert sentence in refusal(write(tmp_path, BASE + text))


def test_files_that_hold_no_configuration(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "absent.yaml")
    assert "is empty" in refusal(write(tmp_path, "# nothing\n"))
    assert "must hold a map" in refusal(write(tmp_path, "- a\n"))
    assert "golden: is required" in refusal(write(tmp_path, "name: aa\ncorpus: c\n"))
    assert "cannot be read" in refusal(tmp_path)
    binary = tmp_path / "latin.yaml"
    binary.write_bytes(b"name: aa\ncorpus: caf\xe9\n")
    assert "latin.yaml:2: not UTF-8" in refusal(binary)


def test_aliases_that_expand_without_end_are_refused(tmp_path: Path) -> None:
    levels = "".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]\n" for i in range(1, 9))
    assert "once its aliases are expanded" in refusal(write(tmp_path, "l0: &l0 [x]\n" + levels))


def test_anchors_merge_keys_bom_and_crlf_are_read(tmp_path: Path) -> None:
    text = BASE + "embedding: &e {name: hashing, params: {dim: 64}}\nconfidence:\n  <<: *e\n  name: weighted\n"
    path = tmp_path / "c.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    config = load_config(path)
    assert config.confidence.name == "weighted"
    assert config.confidence.params == {"dim": 64}


def test_exponents_are_numbers_and_dates_are_text(tmp_path: Path) -> None:
    text = BASE + "calibration: {alpha: 1e-1}\ndescription: 2026-01-01\n"
    config = load_config(write(tmp_path, text))
    assert config.calibration.alpha == 0.1
    assert config.description == "2026-01-01"


def test_extends_merges_maps_and_replaces_lists(tmp_path: Path) -> None:
    write(tmp_path, BASE + "ingest: {include: ['a', 'b']}\nretrieval: {k: 5, candidates: 20}\n", "base.yaml")
    child = write(tmp_path, "extends: base.yaml\nname: bb\ningest: {include: ['c']}\nretrieval: {k: 7}\n")
    config = load_config(child)
    assert config.name == "bb"
    assert config.ingest.include == ("c",)
    assert (config.retrieval.k, config.retrieval.candidates) == (7, 20)


def test_another_component_does_not_inherit_parameters(tmp_path: Path) -> None:
    write(tmp_path, BASE + "ingest: {chunker: {name: sentence_window, params: {window: 6}}}\n", "base.yaml")
    other = write(tmp_path, "extends: base.yaml\ningest: {chunker: {name: fixed}}\n", "other.yaml")
    same = write(tmp_path, "extends: base.yaml\ningest: {chunker: {params: {overlap: 1}}}\n", "same.yaml")
    assert load_config(other).ingest.chunker.params == {}
    assert load_config(same).ingest.chunker.params == {"window": 6, "overlap": 1}


def test_a_component_without_a_name_is_the_default_with_other_parameters(tmp_path: Path) -> None:
    text = BASE + "embedding: {params: {dim: 64}}\ningest: {chunker: {params: {window: 4}}}\n"
    config = load_config(write(tmp_path, text), {"confidence.params.w_self": 0.5})
    assert (config.embedding.name, config.embedding.params) == ("hashing", {"dim": 64})
    assert config.ingest.chunker.params == {"window": 4, "overlap": 2}
    assert (config.confidence.name, config.confidence.params) == ("weighted", {"w_self": 0.5})


def test_a_file_that_only_extends_is_the_file_it_extends(tmp_path: Path) -> None:
    base = write(tmp_path, BASE + "retrieval: {k: 5}\n", "base.yaml")
    child = write(tmp_path, "extends: base.yaml\n")
    assert config_hash(load_config(base)) == config_hash(load_config(child))


def test_paths_start_at_the_file_that_sets_them(tmp_path: Path) -> None:
    write(tmp_path, BASE + "index: {dir: ../state/index}\n", "common/base.yaml")
    child = write(tmp_path, "extends: ../common/base.yaml\ngolden: own.jsonl\n", "mine/c.yaml")
    config = load_config(child)
    assert config.corpus_dir.resolve() == tmp_path / "common/docs"
    assert config.golden_path.resolve() == tmp_path / "mine/own.jsonl"
    assert config.index_dir.resolve() == tmp_path / "state/index/aa"
    assert config.calibration_path.resolve() == tmp_path / "mine/.cairn/calibration/aa.json"


def test_absolute_paths_stay(tmp_path: Path) -> None:
    write(tmp_path, f"name: aa\ncorpus: {tmp_path}/d\ngolden: g.jsonl\n", "a/base.yaml")
    assert load_config(write(tmp_path, "extends: ../a/base.yaml\n", "b/c.yaml")).corpus_dir.resolve() == tmp_path / "d"


def test_a_circle_of_extends_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "extends: b.yaml\n", "a.yaml")
    path = write(tmp_path, "extends: a.yaml\n", "b.yaml")
    assert "a circle: b.yaml -> a.yaml -> b.yaml" in refusal(path)
    assert "a circle" in refusal(write(tmp_path, "extends: self.yaml\n", "self.yaml"))


def test_a_missing_or_malformed_parent_is_named_where_it_is_asked_for(tmp_path: Path) -> None:
    assert "c.yaml:2: extends: there is no file" in refusal(write(tmp_path, "name: aa\nextends: no.yaml\n"))
    assert "extends: must name one file" in refusal(write(tmp_path, "extends: [a, b]\n"))


def test_an_error_inside_a_parent_names_the_parent(tmp_path: Path) -> None:
    base = write(tmp_path, BASE + "retrieval:\n  k: 0\n", "base.yaml")
    sentence = refusal(write(tmp_path, "extends: base.yaml\n"))
    assert sentence.startswith(f"{base}:5: retrieval.k:")


def test_the_hash_leaves_out_paths_budget_and_what_changes_no_answer(tmp_path: Path) -> None:
    here = config_hash(load_config(write(tmp_path, BASE)))
    text = "name: aa\ncorpus: x\ngolden: y\nindex: {dir: z}\n"
    text += "budget: {max_p95_latency_ms: 5}\nevaluation: {concurrency: 2}\n"
    assert config_hash(load_config(write(tmp_path, text, "other/c.yaml"))) == here
    assert config_hash(load_config(write(tmp_path, BASE + "retrieval: {k: 9}\n", "k.yaml"))) != here


def test_the_shipped_files_are_one_experiment_each() -> None:
    folder = Path(__file__).parents[2] / "configs"
    configs = [load_config(path) for path in sorted(folder.glob("*.yaml"))]
    assert len(configs) >= 4
    assert len({config.name for config in configs}) == len(configs)
    assert len({config_hash(config) for config in configs}) == len(configs)
    assert {config.calibration.alpha for config in configs} == {0.20}
    assert {config.corpus_dir.resolve() for config in configs} == {folder.parent / "golden/sample/corpus"}


@given(st.text(max_size=200))
def test_any_text_is_a_configuration_or_a_config_error(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.mktemp("any") / "c.yaml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        assert isinstance(load_config(path), Config)
    except ConfigError as error:
        assert str(path) in str(error)


@pytest.mark.parametrize("line", ["description: !custom tag", "description: \x00"])
def test_an_error_of_the_yaml_reader_takes_one_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "c.yaml"
    path.write_text(f"name: c1\ncorpus: docs\ngolden: g.jsonl\n{line}\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert "\n" not in str(caught.value)
