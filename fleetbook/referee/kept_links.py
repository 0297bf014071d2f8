"""The links of a shared battle, kept on this machine so that they are the same when the battle is shared again.

They are in the user's data folder, where only the user can read them. They are never in the battle's file, which others may get.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from fleetbook.core.errors import FleetbookError
from fleetbook.referee.proposals.post import Link
from fleetbook.store.files import place, read_file
from fleetbook.store.library.paths import data_folder, make_folder

FOLDER, MOST_BYTES = "links", 1 << 20
PRIVATE, PRIVATE_FOLDER = 0o600, 0o700


class KeptLinks(msgspec.Struct, frozen=True):
    """What is kept of a sharing.

    links           its links, with the port
    asks_sufferer   whether the side of a ship that is hit throws for the place of the hit and its damage
    shows_roles     whether the referee sees the links of squadrons and spectators too
    """

    links: tuple[Link, ...] = ()
    asks_sufferer: bool = False
    shows_roles: bool = False


def kept_links(identity: str) -> KeptLinks:
    """What was kept of the last sharing of a battle. If nothing was kept, or the file cannot be read, there are no links."""
    with suppress(FleetbookError, OSError, msgspec.DecodeError):
        return msgspec.json.decode(read_file(_path(identity), MOST_BYTES, "kept links"), type=KeptLinks)
    return KeptLinks()


def keep_links(identity: str, kept: KeptLinks) -> None:
    """Keep the links of a battle. If they cannot be written, the next sharing has other links."""
    path = _path(identity)
    with suppress(FleetbookError, OSError):
        make_folder(path.parent)
        if os.name == "posix":
            path.parent.chmod(PRIVATE_FOLDER)
        place(path, msgspec.json.encode(kept), PRIVATE)


def _path(identity: str) -> Path:
    return data_folder() / FOLDER / f"{identity}.json"
