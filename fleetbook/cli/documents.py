"""Write a document to a file or to stdout."""

from __future__ import annotations

from pathlib import Path

from fleetbook.cli.output import remark, say_data
from fleetbook.core.errors import InvalidInput
from fleetbook.store.files import replace_file
from fleetbook.store.library.detect import belongs_to_battle


def check_output(output: str | None, form: str = "") -> None:
    """Raise InvalidInput if the file belongs to a battle, which no document may overwrite, or if a format that is not text has no
    output file.
    """
    if output is None and form == "parquet":
        raise InvalidInput("output", "", "a file, such as -o shots.parquet: Parquet is no text")
    if output is not None and belongs_to_battle(Path(output)):
        raise InvalidInput("output", output, "a file that belongs to no battle: a document would overwrite it")


def write_document(content: str | bytes, output: str | None) -> None:
    """Write a document, to stdout if ``output`` is None. Text is written in UTF-8. A file is written whole or not at all.

    Raises Unwritable.
    """
    data = content.encode() if isinstance(content, str) else content
    if output is None:
        say_data(data)
        return
    path = Path(output)
    if path.exists() and not path.is_file():  # a pipe or a device
        with path.open("wb") as stream:
            stream.write(data)
    else:
        replace_file(path, data)
    remark(f"wrote {output}")
