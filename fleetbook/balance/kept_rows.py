"""Results of simulated battles, kept in a file so that interrupted work can go on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec

from fleetbook import __version__
from fleetbook.balance.runs import Plan
from fleetbook.core.digests import sha256
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.balance.rows import FoughtRow
from fleetbook.store.catalogue import ruleset
from fleetbook.store.errors import shown_path
from fleetbook.store.files import replace_file

_DECODER = msgspec.json.Decoder(FoughtRow)


class KeptRows:
    """A file of simulated battles, one row each. Rows of more battles or doctrines may be added.

    The first line names the scenario, the plane's figures, the seed and the version. By it, a file with rows of other battles is
    refused.

    found  the rows in the file
    """

    def __init__(self, path: Path, plan: Plan) -> None:
        """Read the file, or begin a new one. Raises InvalidInput if it holds rows of other battles, Unwritable if it cannot be
        written.
        """
        self._path, head = path, identity(plan)
        self.found: tuple[FoughtRow, ...] = ()
        lines = path.read_bytes().splitlines() if path.is_file() else []
        if lines and lines[0] != head:
            raise InvalidInput(
                shown_path(path), "rows of other battles, rules or figures", "a file with rows of these battles, or a new file"
            )
        self.found = tuple(_whole(islice(lines, 1, None)))
        replace_file(path, b"".join(line + b"\n" for line in (head, *map(msgspec.json.encode, self.found))))

    def add(self, row: FoughtRow) -> None:
        """Write a row at the end of the file."""
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(row) + b"\n")


def identity(plan: Plan) -> bytes:
    """A line of text that is equal for two plans if they fight the same battles. Doctrines and the number of battles do not
    count.
    """
    ground = plan.ground
    rules = ruleset(ground.setup.ruleset)
    tables = rules.begin(ground.setup).tables.hash
    spots = sorted((name, *spot.at, spot.heading) for name, spot in ground.spots.items())
    table = (ground.wide, ground.high, ground.turns, ground.quiet, sorted(ground.homes.items()), spots)
    begun = [record.fingerprint for record in ground.begun.records[-1:]] if ground.begun else []
    content = (ground.setup, table, begun, plan.figures, plan.seed, rules.version, tables, __version__)
    return msgspec.json.encode({"rows of": sha256(msgspec.json.encode(content)).hexdigest()})


def _whole(lines: Iterable[bytes]) -> Iterator[FoughtRow]:
    """The rows of a file, except a last row that a crash left half written."""
    for line in lines:
        try:
            yield _DECODER.decode(line)
        except msgspec.MsgspecError:
            return
