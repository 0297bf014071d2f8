"""How a battle's dice come to be, rolled or typed in, as it was left: a word in a small file beside the battle's own."""

from __future__ import annotations

from pathlib import Path

from fleetbook.core.errors import InvalidInput
from fleetbook.store.files import read_file, replace_file

BESIDE = "-dice"  # after the name of the battle's file
_ROLLED, _TYPED = b"rolled\n", b"typed in\n"


def kept_dice(path: Path) -> bool | None:
    """Whether dice were last to be typed in; None where nobody said, or what is there cannot be read."""
    try:
        return {_TYPED: True, _ROLLED: False}.get(read_file(dice_file(path), len(_TYPED), "a word"))
    except (OSError, ValueError, InvalidInput):
        return None


def keep_dice(path: Path, typed: bool) -> None:
    """Keep it. Raises Unwritable."""
    replace_file(dice_file(path), _TYPED if typed else _ROLLED)


def dice_file(path: Path) -> Path:
    """Where it is kept for a battle."""
    return path.with_name(path.name + BESIDE)
