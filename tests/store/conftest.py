"""The toy ruleset, declared as a stranger's package would declare one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ENTRY_POINTS = """[fleetbook.rulesets]
bath = tests.store.toy:RULESET
shower = tests.store.toy:SHOWER
bathtub = tests.store.toy:RULESET
nowhere = tests.store.nowhere:RULESET
nothing = tests.store.toy:NOTHING
words = tests.store.toy:WEAPONS
"""


@pytest.fixture(scope="package")
def plugins(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a package that declares rulesets is installed."""
    folder = tmp_path_factory.mktemp("plugins")
    about = folder / "bath_rules-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: bath-rules\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return folder


@pytest.fixture(scope="package", autouse=True)
def installed(plugins: Path) -> Iterator[None]:
    """The package is on this process's path."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(plugins)
        yield


@pytest.fixture(scope="package")
def child_environment(plugins: Path) -> dict[str, str]:
    """The environment of another process that finds the package too."""
    root = Path(__file__).resolve().parents[2]
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(root), str(plugins)))}
