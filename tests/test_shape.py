"""The shape of the package: sizes of files, classes and functions, no circles, no layer reached upward, no ruleset named."""

from __future__ import annotations

import ast
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "fleetbook"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
RULESETS = ("coastal", "aanda", "fgdn", "gwas")


@cache
def sources() -> tuple[tuple[Path, ast.Module], ...]:
    return tuple((path.relative_to(ROOT), ast.parse(path.read_text(encoding="utf-8"))) for path in sorted(PACKAGE.rglob("*.py")))


def length(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> int:
    """Lines without the docstring."""
    lines = (node.end_lineno or 0) - node.lineno + 1
    first = node.body[0]
    documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    return lines - ((first.end_lineno or 0) - first.lineno + 1) if documented else lines


def test_files_stay_under_400_lines() -> None:
    long = {str(path): n for path, _ in sources() if (n := len((ROOT / path).read_text(encoding="utf-8").splitlines())) > 400}
    assert long == {}


def test_classes_stay_under_250_lines_and_functions_under_40() -> None:
    found = {}
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, (ast.ClassDef, *FUNCTIONS)):
                most = 250 if isinstance(node, ast.ClassDef) else 40
                if length(node) > most:
                    found[f"{path}:{node.lineno} {node.name}"] = length(node)
    assert found == {}


def test_a_class_cut_into_bases_is_still_one_class() -> None:
    """A base that one class alone derives from is counted with it."""
    classes = {node.name: node for _, tree in sources() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    bases = {name: [word for base in node.bases if (word := _plain(base)) in classes] for name, node in classes.items()}
    heirs = Counter(base for several in bases.values() for base in several)

    def whole(name: str) -> int:
        return length(classes[name]) + sum(whole(base) for base in bases[name] if heirs[base] == 1)

    assert {name: lines for name in classes if (lines := whole(name)) > 250} == {}


def _plain(base: ast.expr) -> str:
    named = base.value if isinstance(base, ast.Subscript) else base
    return named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", "")


def test_a_folder_has_at_most_18_modules() -> None:
    folders = Counter(str(path.parent) for path, _ in sources() if path.name != "__init__.py")
    assert {folder: modules for folder, modules in folders.items() if modules > 18} == {}


def test_the_median_function_is_under_8_lines() -> None:
    lengths = [length(node) for _, tree in sources() for node in ast.walk(tree) if isinstance(node, FUNCTIONS)]
    assert statistics.median(lengths) < 8


def test_no_module_lacks_its_sentence() -> None:
    silent = [str(path) for path, tree in sources() if tree.body and not ast.get_docstring(tree)]
    assert silent == []


def test_imports_run_in_no_circle() -> None:
    graph = dict(_imports())
    done: set[str] = set()

    def visit(name: str, way: tuple[str, ...]) -> None:
        assert name not in way, " -> ".join([*way[way.index(name) :], name])
        if name not in done:
            for other in graph.get(name, ()):
                visit(other, (*way, name))
            done.add(name)

    for name in graph:
        visit(name, ())


def _imports() -> Iterator[tuple[str, set[str]]]:
    """Each module with the modules of the package that it imports when it is loaded."""
    names = {".".join(path.with_suffix("").parts).removesuffix(".__init__"): tree for path, tree in sources()}
    for name, tree in names.items():
        wanted = set()
        for node in tree.body:
            if isinstance(node, ast.ImportFrom) and node.module:
                wanted |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        yield name, {other for other in wanted if other in names and other != name}


@pytest.mark.parametrize("layer", ["core", "tui", "cli", "reports"])
def test_no_layer_names_a_rule_system(layer: str) -> None:
    named = [
        f"{path}:{number}"
        for path in sorted((PACKAGE / layer).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for ruleset in RULESETS
        if ruleset in line.casefold()
    ]
    assert named == []


def test_import_contracts_hold() -> None:
    program = str(Path(sys.executable).parent / "lint-imports")
    checked = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


@pytest.mark.parametrize(
    "module",
    [
        "core.odds",
        "core.play.journal",
        "rules.coastal",
        "rules.aanda",
        "store.battle.battle_file",
        "referee.session",
        "reports.render.markdown",
    ],
)
def test_nothing_below_the_app_loads_a_screen_or_a_shell(module: str) -> None:
    code = f"import sys, fleetbook.{module}; print([m for m in ('textual', 'rich.text', 'click') if m in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout.strip() == "[]"


def test_a_report_never_loads_the_app(tmp_path: Path) -> None:
    program = str(Path(sys.executable).parent / "fleetbook")
    battle = str(tmp_path / "b.battle")
    subprocess.run([program, "new", "ijmuiden", "-o", battle], check=True, capture_output=True)
    code = (
        "import sys; from fleetbook.__main__ import main; "
        f"code = main(['report', {battle!r}]); assert code == 0; "
        "sys.stderr.write(str([m for m in sys.modules if m.split('.')[0] == 'textual']))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.startswith("Off IJmuiden\n=")
    assert told.stderr.strip() == "[]"
