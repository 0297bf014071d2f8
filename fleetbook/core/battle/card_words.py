"""Words of a card that must be rows of a table: declared once, checked as a card is read, offered by the editor of cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, get_args, get_type_hints

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables

ROWS_OF = "rows_of"


def check_words(card: Any, where: str, tables: RuleTables) -> None:
    """Raise InvalidInput for a field declared with ``msgspec.Meta(extra={"rows_of": "a table"})`` that is no row of it; an empty
    one is none. Tables in the card, and lists of them, are checked likewise.
    """
    kind: Any = type(card)
    for name, table in _declared(kind).items():
        word, rows = getattr(card, name), tables.table(table).rows.labels
        if word and word not in rows:
            raise InvalidInput.word(f"{where}: {name}", word, rows)
    for name in card.__struct_fields__:
        value = getattr(card, name)
        for inner in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(inner, msgspec.Struct):
                check_words(inner, f"{where}: {getattr(inner, 'name', '') or name}", tables)


@lru_cache(maxsize=64)
def _declared(kind: type) -> dict[str, str]:
    """The fields whose words are the rows of a table, each with the table."""
    hints = get_type_hints(kind, include_extras=True)
    metas = ((name, meta) for name, hint in hints.items() for meta in get_args(hint)[1:] if isinstance(meta, msgspec.Meta))
    return {name: str(meta.extra[ROWS_OF]) for name, meta in metas if meta.extra and ROWS_OF in meta.extra}
