"""Limits for the entries of a ship's card, declared in the type of the card. Some words must be rows of a table, and some fields
are only for some kinds of systems.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, get_args, get_type_hints

import msgspec

from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import RuleTables

ROWS_OF, ONLY_FOR = "rows_of", "only_for"


def check_words(card: Any, where: str, tables: RuleTables) -> None:
    """Raise InvalidInput if a word on a card is not a row of the tables named for it.

    A field names its table with ``msgspec.Meta(extra={"rows_of": "a table"})``. It may name several tables. An empty word is
    allowed. Structs inside the card, and lists of structs, are checked too.
    """
    kind: Any = type(card)
    for name, named in declared_words(kind).items():
        word, rows = getattr(card, name), rows_of(named, tables)
        if word and word not in rows:
            raise InvalidInput.word(f"{where}: {name}", word, rows)
    for name in card.__struct_fields__:
        value = getattr(card, name)
        for inner in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(inner, msgspec.Struct):
                check_words(inner, f"{where}: {getattr(inner, 'name', '') or name}", tables)


def rows_of(named: tuple[str, ...], tables: RuleTables) -> tuple[str, ...]:
    """The labels of the rows of these tables, each label once. If the rows of a table have several keys, only the words of the
    first key count.
    """
    return tuple(dict.fromkeys(row for name in named for row in tables.table(name).rows.words))


def table_names(extra: Mapping[str, Any]) -> tuple[str, ...]:
    """The names of the tables in the ``extra`` of a field: none, one or several."""
    named = extra.get(ROWS_OF, ())
    return (named,) if isinstance(named, str) else tuple(named)


def only_for(rows: tuple[str, ...] = (), **words: tuple[str, ...]) -> msgspec.Meta:
    """Declare that a field is only for entries with certain words under another key: ``only_for(kind=("mount",))`` is for mounts.

    An editor offers the field only in such an entry. ``rows`` are the ids of tables: the field must be a row of one of them.
    """
    return msgspec.Meta(extra={ONLY_FOR: words, **({ROWS_OF: rows} if rows else {})})


@lru_cache(maxsize=64)
def declared_words(kind: type) -> dict[str, tuple[str, ...]]:
    """The fields of a card's type whose words must be rows of tables, each with the names of these tables."""
    hints = get_type_hints(kind, include_extras=True)
    metas = ((name, meta) for name, hint in hints.items() for meta in get_args(hint)[1:] if isinstance(meta, msgspec.Meta))
    return {name: table_names(meta.extra) for name, meta in metas if meta.extra and ROWS_OF in meta.extra}
