"""The page in the package that `python/reference.py` writes."""

import importlib.util
import re
from pathlib import Path

import plyglot

SCRIPT = Path(__file__).parents[1] / "reference.py"


def written():
    spec = importlib.util.spec_from_file_location("reference", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    return script.page()


def test_the_reference_in_the_package_is_that_of_its_stub():
    assert Path(plyglot.__file__).with_name("reference.md").read_text("utf-8") == written()


def test_the_reference_has_all_names():
    sections = dict(part.split("\n", 1) for part in written().split("\n## ")[1:])
    assert sections.keys() == set(plyglot.__all__)
    for name, section in sections.items():
        value = getattr(plyglot, name)
        members = vars(value) if isinstance(value, type) else {}
        for member in members:
            if not member.startswith("_"):
                pattern = rf"^{member}(:|\()"
                assert re.search(pattern, section, re.MULTILINE), f"{name}.{member}"
