"""Read photos to embed in a report."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.store.errors import cause, shown_path
from fleetbook.store.files import read_file

MOST_PHOTOS, MOST_BYTES = 8, 5_000_000
KINDS = ((b"\x89PNG\r\n\x1a\n", 0, "png"), (b"\xff\xd8\xff", 0, "jpeg"), (b"GIF8", 0, "gif"), (b"WEBP", 8, "webp"))


class Photo(msgspec.Struct, frozen=True):
    """A picture as a ``data:`` URL, and its caption.

    line  the journal line that it belongs to; 0 for none
    turn  the turn of that line
    when  the turn in words
    """

    address: str
    caption: str
    line: int = 0
    turn: int = 0
    when: str = ""


def read_photos(named: tuple[str, ...]) -> tuple[Photo, ...]:
    """Read photos named on the command line, such as ``fleet.jpg=The line turns``, or ``fleet.jpg@41=The line turns`` for a photo
    of line 41 of the journal.

    Raises InvalidInput for too many photos, and for files that are not pictures.
    """
    if len(named) > MOST_PHOTOS:
        raise InvalidInput("photo", f"{len(named)} of them", f"at most {MOST_PHOTOS}")
    return tuple(map(_read, named))


def _read(named: str) -> Photo:
    """Read one photo. If the whole text is the name of a file, including the equals sign, the photo has no caption. An @ is part
    of the file's name if a file with that name exists.
    """
    name, _, caption = (named, "", "") if Path(named).is_file() else named.partition("=")
    file, at, line = name.rpartition("@")
    if not at or Path(name).is_file():
        file, line = name, "0"
    elif not (line.isascii() and line.isdigit() and int(line)):
        raise InvalidInput(f"photo {shown_path(Path(file))}: line", line or "nothing", "the number of a line of the journal")
    path = Path(file)
    try:
        content = read_file(path, MOST_BYTES, "a picture")
    except OSError as error:
        raise InvalidInput(f"photo {shown_path(path)}", cause(error), "a picture that can be read") from None
    if len(content) > MOST_BYTES:
        raise InvalidInput(
            f"photo {shown_path(path)}", "a larger file", f"at most {MOST_BYTES // 1_000_000} MB: make it smaller first"
        )
    kind = next((kind for sign, place, kind in KINDS if content[place : place + len(sign)] == sign), None)
    if kind is None:
        raise InvalidInput(f"photo {shown_path(path)}", "no picture", "PNG, JPEG, GIF or WebP")
    return Photo(f"data:image/{kind};base64,{b64encode(content).decode()}", caption.strip(), int(line))
