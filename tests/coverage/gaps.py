"""Gaps: sections that nothing rules on or proves, rules of no section, entries that name what is not there."""

from __future__ import annotations

from collections.abc import Iterator

from tests.coverage.declared import declared, is_code, rulings
from tests.coverage.proofs import matches, proofs, proving
from tests.coverage.sheet import Section, Sheet, sheets


def gaps(sheet: Sheet) -> tuple[str, ...]:
    """Every gap of a sheet in words; none where all of it is ruled on and proved."""
    found = [*_twice(sheet), *_orphans(sheet), *_sentences(sheet)]
    for section in sheet.sections:
        found += _referee(section) if section.referee else [*_open(sheet, section), *_wrong(sheet, section)]
    return tuple(f"{sheet.ruleset}: {gap}" for gap in found)


def _open(sheet: Sheet, section: Section) -> Iterator[str]:
    if not rulings(sheet, section):
        yield f"nothing rules on {section.id}"
    if not [proof for proof in proving(sheet, section) if proof.id != sheet.cells]:
        yield f"no test proves {section.id}"


def _wrong(sheet: Sheet, section: Section) -> Iterator[str]:
    """What an entry names that is not there."""
    ruling = {one.id for one in rulings(sheet, section)}
    yield from (f"{section.id}: no {name} of that section" for name in section.by if name not in ruling)
    yield from (f"{section.id}: no code {name}" for name in section.code if not is_code(name, sheet))
    for pattern in section.tests:
        if not any(matches(proof, pattern) for proof in proofs(sheet)):
            yield f"{section.id}: no test {pattern}"


def _sentences(sheet: Sheet) -> Iterator[str]:
    """Sentences that nothing rules on or proves, or that name what is not there."""
    by_id = {section.id: section for section in sheet.sections}
    for sentence in sheet.sentences:
        told = f"{sentence.section}, {sentence.about}"
        if sentence.section not in by_id:
            yield f"{told}: no section {sentence.section}"
            continue
        section = by_id[sentence.section]
        ruling = {one.id for one in rulings(sheet, section)}
        yield from (f"{told}: no {name} of that section" for name in sentence.by if name not in ruling)
        if not (sentence.by and sentence.tests) and not sentence.partly:
            yield f"{told}: nothing rules on it or proves it"


def _referee(section: Section) -> Iterator[str]:
    if section.by or section.code or section.tests:
        yield f"{section.id} is left to the referee and ruled on"


def _twice(sheet: Sheet) -> Iterator[str]:
    ids = [section.id for section in sheet.sections]
    yield from (f"{id_} stands there twice" for id_ in dict.fromkeys(ids) if ids.count(id_) > 1)


def _orphans(sheet: Sheet) -> Iterator[str]:
    """Orders, tables, modifiers and readings of a section that no list has, and those that no section shows."""
    known = _names(sheet).union(*(_names(other) for other in sheets() if other.ruleset == sheet.varies))
    shown = {one for section in sheet.sections for one in rulings(sheet, section)}
    for one in declared(sheet):
        if one.kind != "code" and not one.sections:
            yield f"{one.kind} {one.id} says no section"
        if one.kind != "code" and one.sections - known:
            yield f"{one.kind} {one.id} is of {', '.join(sorted(one.sections - known))}, which no list has"
        if one.kind != "code" and one not in shown:
            yield f"{one.kind} {one.id} stands under no section"


def _names(sheet: Sheet) -> set[str]:
    return {name for section in sheet.sections for name in section.names}
