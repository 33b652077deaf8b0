"""Write the stub of every kernel, `_name.pyi`, from its signatures in `_name.pyx` and `_name.pxd`.

    python -m tools.stubs [FILE.pyx ...]

setup.py calls it before it translates the kernels, so that stubs are there wherever kernels are.
Cython's own parser reads the files.  A stub has the functions, the public classes with what Python
sees of them, and the public constants of a module.  The types of arguments and attributes are their
C types; where those say too little, an annotation says more:

    def find(const int64_t[::1] codes not None, watch: Callable[[int], None]) -> list[int]:

and for an attribute or a constant, where Cython has no annotations, a comment:

    cdef readonly list labels  # type: list[bytes] | None

Whatever has no type then, above all a function that does not say what it returns, is refused.
"""

from __future__ import annotations

import ast
import builtins
import collections.abc
import re
import sys
import typing
from collections import defaultdict
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from Cython.CodeWriter import ExpressionWriter
from Cython.Compiler import Errors, ExprNodes, Nodes, Parsing
from Cython.Compiler.Scanning import PyrexScanner, StringSourceDescriptor
from Cython.Compiler.TreeFragment import StringParseContext

# What all kernels share: the stub by hand that says which arrays they take.
BUFFER = Path("graphgame/_kernel/buffer.pyx")
INTEGERS = frozenset({"char", "short", "int", "long", "Py_ssize_t", "size_t"})
TYPES = {"bint": "bool", "float": "float", "double": "float"}
# Objects whose C type leaves open what is in them, or what they are.
OPEN = frozenset({"object", "dict", "frozenset", "list", "set", "tuple"})
LONGEST = 100


def write_stubs(root: Path) -> None:
    """Write the stubs of all kernels of a checkout that are older than their sources.

    Stubs of kernels that are gone are removed: a wheel would have them.  Exits if something of a
    kernel has no type, with a line for each.
    """
    for stub in (root / "graphgame").rglob("*.pyi"):
        if not any(stub.with_suffix(ending).exists() for ending in (".py", ".pyx")):
            stub.unlink()
    errors: list[str] = []
    for kernel in sorted((root / "graphgame").rglob("*.pyx")):
        if kernel.relative_to(root) == BUFFER:
            continue
        stub = kernel.with_suffix(".pyi")
        sources = [x for x in (kernel, kernel.with_suffix(".pxd"), Path(__file__)) if x.exists()]
        if stub.exists() and stub.stat().st_mtime > max(x.stat().st_mtime for x in sources):
            continue
        module = Module(root, kernel)
        content = module.stub()
        if not module.errors:
            stub.write_text(content, encoding="utf-8")
        errors += module.errors
    if errors:
        sys.exit("\n".join(errors))


class Module:
    """A kernel, and what its stub imports."""

    def __init__(self, root: Path, kernel: Path) -> None:
        self.path = kernel.relative_to(root)
        self.errors: list[str] = []
        self.imports: defaultdict[str, set[str]] = defaultdict(set)
        self.tree = Source(root, self.path)
        header = self.path.with_suffix(".pxd")
        self.sources = [self.tree, *([Source(root, header)] if (root / header).exists() else [])]
        # Where the extension types and the classes that types may name come from.
        self.homes = {"Buffer": "graphgame._kernel.buffer", "_Array": "graphgame._kernel.buffer"}
        for node in (node for source in self.sources for node in source.nodes):
            if isinstance(node, Nodes.FromCImportStatNode) and node.module_name[:9] == "graphgame":
                self.homes |= {name[2] or name[1]: node.module_name for name in node.imported_names}
        self.own = {
            str(node.class_name if isinstance(node, Nodes.CClassDefNode) else node.name)
            for node in self.tree.nodes
            if isinstance(node, Nodes.CClassDefNode | Nodes.PyClassDefNode)
        }

    def stub(self) -> str:
        """Return the text of the stub."""
        self.imports["typing"].add("Final")
        body = [line for node in self.tree.nodes for line in self.statement(node)]
        return "\n".join(
            [
                f"# Written by tools/stubs.py from {self.path.name}, which has the docstrings.",
                *(f"import {module}" for module, names in self.imports.items() if not names),
                *(
                    f"from {x} import {', '.join(sorted(self.imports[x]))}"
                    for x in sorted(self.imports)
                    if self.imports[x]
                ),
                *body,
                "__test__: Final[dict[str, str]]",
                "",
            ]
        )

    def statement(self, node: Any) -> Iterator[str]:
        """Yield the lines of what one statement of the module gives Python."""
        if isinstance(node, Nodes.DefNode) and not node.name.startswith("_"):
            yield from self.function(node)
        elif isinstance(node, Nodes.CFuncDefNode) and node.overridable:
            shown = self.arguments(node.declarator.args)
            found = self.c_type(node.base_type, node.pos, node.declarator.base.name)
            yield from spread(f"def {node.declarator.base.name}", shown, found)
        elif isinstance(node, Nodes.CClassDefNode) and not node.class_name.startswith("_"):
            yield from self.extension_type(node)
        elif isinstance(node, Nodes.PyClassDefNode) and not node.name.startswith("_"):
            yield from self.plain_class(node)
        elif isinstance(node, Nodes.SingleAssignmentNode) and isinstance(
            node.lhs, ExprNodes.NameNode
        ):
            name = str(node.lhs.name)
            if not (name.startswith("_") or isinstance(node.rhs, ExprNodes.ImportNode)):
                pos, said = node.lhs.pos, self.tree.comment(node.lhs.pos)
                found = self.annotated(said, pos, name) if said else self.untyped(pos, name)
                yield f"{name}: Final[{found}]"

    # -- classes ----------------------------------------------------------------------------------

    def extension_type(self, node: Any) -> Iterator[str]:
        """Yield the lines of a `cdef class`: attributes that Python sees, properties, methods."""
        if any("final" in names(x.decorator) for x in node.decorators or ()):
            self.imports["typing"].add("final")
            yield "@final"
        else:
            self.imports["typing_extensions"].add("disjoint_base")
            yield "@disjoint_base"
        bases = [str(base.name) for base in node.bases.args] if node.bases else []
        for base in bases:
            self.use(base, node.pos, node.class_name)
        yield class_line(node.class_name, bases)
        body = [*self.attributes(node)]
        methods = [x for x in statements(node.body) if isinstance(x, Nodes.DefNode)]
        made = {x.name for x in methods}
        for method in methods:
            name = method.name
            # Cython calls __cinit__ with the arguments of __init__, and __dealloc__ by itself.  A
            # __cinit__ that takes whatever comes leaves the arguments to that of its base.
            if name == "__cinit__" and (
                "__init__" in made or (method.star_arg and not method.args[1:])
            ):
                continue
            if name == "__dealloc__" or (name.startswith("_") and not name.endswith("__")):
                continue
            body += self.function(method, of_class=True)
        yield from (f"    {line}" for line in body or ["..."])

    def attributes(self, node: Any) -> Iterator[str]:
        """Yield the attributes of an extension type that are declared to be seen."""
        declared = [
            (source, x)
            for source in self.sources
            for y in source.nodes
            if isinstance(y, Nodes.CClassDefNode) and y.class_name == node.class_name
            for x in statements(y.body)
        ]
        for source, x in declared:
            if not isinstance(x, Nodes.CVarDefNode) or x.visibility == "private":
                continue
            for declarator in x.declarators:
                name, said = str(declarator.name), source.comment(x.pos)
                found = self.annotated(said, x.pos, name) if said else ""
                found = found or self.c_type(x.base_type, x.pos, name)
                if x.visibility == "public":
                    yield f"{name}: {found}"
                else:
                    yield "@property"
                    yield f"def {name}(self) -> {found}: ..."

    def plain_class(self, node: Any) -> Iterator[str]:
        """Yield the lines of an ordinary class, an exception: its attributes are its arguments."""
        yield class_line(node.name, [str(base.name) for base in node.bases.args])
        body: list[str] = []
        for method in statements(node.body):
            if not isinstance(method, Nodes.DefNode):
                continue
            types = {str(x.declarator.name): self.argument_type(x) for x in method.args[1:]}
            for x in statements(method.body):
                if isinstance(x, Nodes.SingleAssignmentNode) and method.name == "__init__":
                    for left, right in pairs(x.lhs, x.rhs):
                        if isinstance(left, ExprNodes.AttributeNode) and left.obj.name == "self":
                            body.append(f"{left.attribute}: {types[right.name]}")
            body += self.function(method, of_class=True)
        yield from (f"    {line}" for line in body or ["..."])

    # -- functions --------------------------------------------------------------------------------

    def function(self, node: Any, *, of_class: bool = False) -> Iterator[str]:
        """Yield the lines of a `def`, in a class that of a method or of a property."""
        name = str(node.name)
        decorators = [x for y in node.decorators or () for x in names(y.decorator)]
        if "property" in decorators:
            yield "@property"
        shown = self.arguments(node.args[of_class:], node.star_arg)
        if node.return_type_annotation is not None:
            found = self.annotated(text(node.return_type_annotation.expr), node.pos, name)
        elif name in ("__init__", "__cinit__"):
            found = "None"
        else:
            found = self.refuse(
                node.pos, name, "expected the type that it returns, as in `-> int:`, got none"
            )
        if name == "__cinit__":
            self.imports["typing"].add("Self")
            name, found = "__new__", "Self"
        elif of_class and name[:2] == "__" and name != "__init__" and shown:
            shown.append("/")  # what C calls knows no names of arguments
        if of_class:
            shown.insert(0, "cls" if name == "__new__" else "self")
        yield from spread(f"def {name}", shown, found)

    def arguments(self, arguments: list[Any], star: Any = None) -> list[str]:
        """Return the arguments as a stub has them."""
        shown = []
        by_name = False
        if star is not None:
            found = star.annotation and self.annotated(
                text(star.annotation.expr), star.pos, star.name
            )
            shown.append(f"*{star.name}: {found or self.untyped(star.pos, star.name)}")
            by_name = True
        for x in arguments:
            if x.kw_only and not by_name:
                shown.append("*")
                by_name = True
            name = str(x.declarator.name)
            default = "" if x.default is None else f" = {literal(x.default)}"
            shown.append(f"{name}: {self.argument_type(x)}{default}")
        return shown

    def argument_type(self, argument: Any) -> str:
        """Return the type of an argument: that of its annotation, else its C type."""
        name = str(argument.declarator.name)
        if argument.annotation is not None:
            return self.annotated(text(argument.annotation.expr), argument.pos, name)
        found = self.c_type(argument.base_type, argument.pos, name)
        is_object = found not in ("int", "bool", "float")
        return f"{found} | None" if is_object and not argument.not_none else found

    # -- types ------------------------------------------------------------------------------------

    def c_type(self, node: Any, pos: Any, name: str) -> str:
        """Return what Python sees of a C type."""
        node = getattr(node, "base_type", node)  # what is const
        if isinstance(node, Nodes.MemoryViewSliceTypeNode):
            return self.use("_Array", pos, name)
        c_name = getattr(node, "name", None)
        if c_name is None or c_name in OPEN:
            return self.untyped(pos, name)
        if c_name in INTEGERS or c_name.endswith("_t"):
            return "int"
        return TYPES.get(c_name) or self.use(str(c_name), pos, name)

    def annotated(self, annotation: str, pos: Any, name: str) -> str:
        """Return a type that is written in Python, and import what it names."""
        for node in ast.walk(ast.parse(annotation, mode="eval")):
            if isinstance(node, ast.Name):
                self.use(node.id, pos, name)
        return annotation

    def use(self, kind: str, pos: Any, name: str) -> str:
        """Import a name of a type into the stub; return it."""
        if kind in self.homes:
            self.imports[self.homes[kind]].add(kind)
        elif kind in collections.abc.__all__:
            self.imports["collections.abc"].add(kind)
        elif kind in typing.__all__:
            self.imports["typing"].add(kind)
        elif kind == "os":
            self.imports["os"] = set()
        elif kind not in self.own and not hasattr(builtins, kind):
            self.refuse(pos, name, f"expected types that a stub can import, got {kind}")
        return kind

    def untyped(self, pos: Any, name: str) -> str:
        """Note that something says too little."""
        return self.refuse(
            pos, name, "expected a type that says all, as in `: list[int]`, got none"
        )

    def refuse(self, pos: Any, name: str, message: str) -> str:
        """Note an error; return what stands for the type."""
        self.errors.append(f"{pos[0].get_description()}:{pos[1]}: {name}: {message}")
        return "Any"


class Source:
    """The statements of one file, and the types in its comments."""

    def __init__(self, root: Path, path: Path) -> None:
        content = (root / path).read_text(encoding="utf-8")
        self.lines = content.splitlines()
        Errors.init_thread()
        place, context = (
            StringSourceDescriptor(path.as_posix(), content),
            StringParseContext(path.stem),
        )
        scope = context.find_module(path.stem, pos=(place, 1, 0), need_pxd=False)
        scanner = PyrexScanner(
            StringIO(content), place, source_encoding="UTF-8", scope=scope, context=context
        )
        self.nodes = statements(Parsing.p_module(scanner, path.suffix == ".pxd", path.stem).body)

    def comment(self, pos: Any) -> str | None:
        """Return the type that the comment of a line says."""
        found = re.search(r"# type: (.+)$", self.lines[pos[1] - 1])
        return found and found[1]


def statements(body: Any) -> list[Any]:
    """Return the statements of a block."""
    return [*body.stats] if isinstance(body, Nodes.StatListNode) else [body]


def names(expression: Any) -> list[str]:
    """Return the names of a decorator: those of `cython.final` are "cython" and "final"."""
    if isinstance(expression, ExprNodes.AttributeNode):
        return [*names(expression.obj), str(expression.attribute)]
    return [str(expression.name)] if isinstance(expression, ExprNodes.NameNode) else []


def pairs(left: Any, right: Any) -> list[tuple[Any, Any]]:
    """Return what an assignment assigns to what."""
    if isinstance(left, ExprNodes.TupleNode):
        return list(zip(left.args, right.args, strict=True))
    return [(left, right)]


def text(expression: Any) -> str:
    """Return an expression as Python writes it."""
    return ast.unparse(ast.parse(ExpressionWriter().write(expression), mode="eval"))


def literal(expression: Any) -> str:
    """Return a default as a stub has it: a literal, or three dots for a constant of the kernel."""
    shown = text(expression)
    try:
        ast.literal_eval(shown)
    except ValueError:
        return "..."
    return shown


def class_line(name: str, bases: list[str]) -> str:
    """Return the first line of a class."""
    return f"class {name}({', '.join(bases)}):" if bases else f"class {name}:"


def spread(head: str, arguments: list[str], found: str) -> list[str]:
    """Return a function on one line, or, where that is long, an argument a line."""
    line = f"{head}({', '.join(arguments)}) -> {found}: ..."
    if len(line) <= LONGEST - 4:
        return [line]
    return [
        f"{head}(",
        *(f"    {x}," if x != "/" else "    /," for x in arguments),
        f") -> {found}: ...",
    ]


if __name__ == "__main__":
    write_stubs(Path(__file__).resolve().parent.parent)
