"""Scenarios: files that say who meets whom, where their cards are, and under which conditions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from fleetbook.core.setup import Setup
from fleetbook.core.strict import convert
from fleetbook.core.tables import Value
from fleetbook.store.errors import told
from fleetbook.store.muster import muster
from fleetbook.store.toml_file import read_toml, write_toml
