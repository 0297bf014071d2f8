"""The page of what is covered: an overview, then every section."""

from __future__ import annotations

from collections.abc import Iterator

from tests.coverage.declared import ROOT, rulings
from tests.coverage.proofs import matches, proving
from tests.coverage.sheet import Group, Section, Sentence, Sheet, sheets
from tests.coverage.short import by_file, by_kind, in_numbers, runs

PAGE = ROOT / "docs" / "coverage.md"
HEAD = """\
# What is covered

`python -m tests.coverage` writes this page. It reads the sections that orders, tables, modifiers, readings and functions declare,
and the names of the tests. A test fails if a section lacks code or proof, and if this page is stale.
Sections have the sheets' own numbers or heads, with titles of our own.
Letters with numbers are readings: they settle gaps of a sheet.
`fleetbook rules SYSTEM` prints orders, tables and readings. Code is named by module and function in `fleetbook/rules/`.
Each section lists its rules, with their code and their proof. **In part** names the share of the referee.
`python -m tests.mutation SYSTEM` changes every figure in turn, and lists the changes that no test notices.
"""


def page() -> str:
    """Every section of every sheet, what rules on it and the tests that prove it."""
    return "\n".join(_page())


def _page() -> Iterator[str]:
    yield HEAD
    yield f"{short()}\n"
    for sheet in sheets():
        yield f"## {sheet.title} (`{sheet.ruleset}`)\n"
        if sheet.varies:
            yield f"Builds on `{sheet.varies}`. Its unchanged sections stand there.\n"
        if sheet.cells:
            module, _, name = sheet.cells.partition("::")
            yield f"`{name}` in [{module}](../{sheet.tests.as_posix()}/{module}) also proves every cell of every table.\n"
        for group in sheet.groups:
            yield from _group(sheet, group)


def _group(sheet: Sheet, group: Group) -> Iterator[str]:
    yield f"### {group.title}\n"
    yield "| section | about | ruled by | proved by |"
    yield "| --- | --- | --- | --- |"
    for section in group.sections:
        yield f"| {section.id} | {section.title} | {_ruled(sheet, section)} | {_proved(sheet, section)} |"
        yield from (_sentence(sheet, section, one) for one in sheet.sentences if one.section == section.id)
    yield ""


def _sentence(sheet: Sheet, section: Section, sentence: Sentence) -> str:
    """A sentence of rule below its section."""
    ruled = by_kind(one for one in rulings(sheet, section) if one.id in sentence.by)
    proofs = [proof for proof in proving(sheet, section) if any(matches(proof, pattern) for pattern in sentence.tests)]
    partly = f" **in part:** {sentence.partly}" if sentence.partly else ""
    return f"| | · {sentence.about}{partly} | {ruled} | {by_file(sheet, proofs, '../')} |"


def _ruled(sheet: Sheet, section: Section) -> str:
    return f"the referee: {section.referee}" if section.referee else by_kind(rulings(sheet, section))


def _proved(sheet: Sheet, section: Section) -> str:
    return "-" if section.referee else by_file(sheet, proving(sheet, section), "../")


def short() -> str:
    """One line for each group of sections."""
    return "\n".join(_short())


def _short() -> Iterator[str]:
    yield "| sheet | sections | ruled by | tests |"
    yield "| --- | --- | --- | --- |"
    for sheet in sheets():
        for group in sheet.groups:
            yield from _line(sheet, group)
    yield ""
    left = [f"{section.id} ({sheet.ruleset})" for sheet in sheets() for section in sheet.sections if section.referee]
    yield f"The referee decides these: {'; '.join(left)}."


def _line(sheet: Sheet, group: Group) -> Iterator[str]:
    ours = [section for section in group.sections if not section.referee]
    ruled = {one for section in ours for one in rulings(sheet, section)}
    proofs = {proof for section in ours for proof in proving(sheet, section)}
    if ours:
        told = runs(section.id for section in ours)
        yield f"| `{sheet.ruleset}` | {group.title}: {told} | {in_numbers(ruled)} | {len(proofs)} |"
