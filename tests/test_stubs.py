"""The stub beside the native module names what the module has, and the package is typed.

`stubtest` compares signatures; these checks need nothing but the installed package.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import bitgames
from bitgames import _core

PACKAGE = Path(bitgames.__file__).parent
STUB = PACKAGE / "_core.pyi"


def stub_names(body: list[ast.stmt]) -> dict[str, ast.stmt]:
    """The names that a module or a class of the stub defines."""
    names: dict[str, ast.stmt] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names[node.target.id] = node
        elif isinstance(node, ast.Assign):
            names |= {target.id: node for target in node.targets if isinstance(target, ast.Name)}
    return names


def public(owner: object) -> set[str]:
    return {name for name in vars(owner) if not name.startswith("_")}


@pytest.fixture(scope="module")
def stub() -> dict[str, ast.stmt]:
    return stub_names(ast.parse(STUB.read_text(encoding="utf-8")).body)


def test_the_package_ships_its_types() -> None:
    assert STUB.is_file()
    assert (PACKAGE / "py.typed").is_file()


def test_every_runtime_name_is_in_the_stub(stub: dict[str, ast.stmt]) -> None:
    assert public(_core) - stub.keys() == set()


def test_every_stub_name_is_there_at_run_time(stub: dict[str, ast.stmt]) -> None:
    assert {name for name in stub if not name.startswith("_")} - public(_core) == set()


CLASSES = sorted(name for name in public(_core) if isinstance(getattr(_core, name), type))


@pytest.mark.parametrize("name", CLASSES)
def test_every_member_is_in_the_stub(name: str, stub: dict[str, ast.stmt]) -> None:
    node = stub[name]
    assert isinstance(node, ast.ClassDef)
    assert public(getattr(_core, name)) == {
        member for member in stub_names(node.body) if not member.startswith("_")
    }
