"""Whether a battle's dice are typed in or rolled, as its referee last asked: in ``dice.json`` of the data folder, by battle."""

from __future__ import annotations

from pathlib import Path

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.store.files import read_file, replace_file
from fleetbook.store.library.paths import data_folder, make_folder

FILE = "dice.json"
MOST = 200  # battles: of those asked for longest ago nothing is kept
MOST_BYTES = 100 * MOST


def kept_dice(battle: str) -> bool | None:
    """Whether dice were last to be typed in, by the battle's ``identity``; None where nobody said, or nothing can be read."""
    return _kept().get(battle)


def keep_dice(battle: str, typed: bool) -> None:
    """Keep it. Raises Unwritable."""
    others = [(other, was) for other, was in _kept().items() if other != battle]
    make_folder(data_folder())
    replace_file(_file(), msgspec.json.encode(dict([*others[1 - MOST :], (battle, typed)])))


def _kept() -> dict[str, bool]:
    try:
        return msgspec.json.decode(read_file(_file(), MOST_BYTES, "how dice are asked for"), type=dict[str, bool])
    except (OSError, InvalidInput, msgspec.DecodeError):
        return {}


def _file() -> Path:
    return data_folder() / FILE
