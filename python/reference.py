"""Writes the reference of the package as a page, from its stub.

`python python/reference.py FILE`; `make wheel` puts it into the package.
"""

import ast
import sys
from pathlib import Path

STUB = Path(__file__).parent / "plyglot" / "__init__.pyi"
# The width of a line of code.
WIDTH = 88


def is_public(name):
    return not name.startswith("_") or name == "__init__" or name == "__new__"


def paragraphs(text):
    """A docstring without the indents and line breaks of the stub."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return "\n\n".join(part.replace("\n", " ") for part in "\n".join(lines).split("\n\n"))


def signature(function, owner=""):
    """A function with its arguments and its result as one line, or as one line for each argument
    if that is too long."""
    name = owner if function.name in ("__init__", "__new__") else function.name
    arguments = function.args
    if owner:
        # `self` or `cls`.
        (arguments.posonlyargs or arguments.args).pop(0)
    written = ast.unparse(arguments)
    result = ""
    if function.returns is not None and name != owner:
        result = f" -> {ast.unparse(function.returns)}"
    line = f"{name}({written}){result}"
    if len(line) <= WIDTH:
        return line
    # A comma of a type is in brackets.
    parts = [""]
    depth = 0
    for c in written:
        depth += (c in "[(") - (c in ")]")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    lines = "".join(f"    {part.strip()},\n" for part in parts)
    return f"{name}(\n{lines}){result}"


def entry(code, text):
    return f"```python\n{code}\n```\n\n{paragraphs(text)}\n"


def is_property(function):
    return any(isinstance(d, ast.Name) and d.id == "property" for d in function.decorator_list)


def members(body, owner=""):
    """The parts of the page for the members of a module or of a class."""
    following = [*body[1:], None]
    for node, after in zip(body, following):
        if isinstance(node, ast.ClassDef) and is_public(node.name):
            bases = [ast.unparse(base) for base in node.bases]
            title = f"## {node.name}\n\n"
            kind = f"A `{', '.join(bases)}`. " if bases else ""
            yield f"{title}{kind}{paragraphs(ast.get_docstring(node))}\n"
            yield from members(node.body, node.name)
        elif isinstance(node, ast.FunctionDef) and is_public(node.name):
            text = ast.get_docstring(node)
            if text is None:
                # A constructor that takes the members.
                continue
            if not owner:
                yield f"## {node.name}\n"
            if is_property(node):
                yield entry(f"{node.name}: {ast.unparse(node.returns)}", text)
            else:
                yield entry(signature(node, owner), text)
        elif isinstance(node, ast.AnnAssign) and isinstance(after, ast.Expr):
            if owner == "":
                yield f"## {node.target.id}\n"
            yield entry(ast.unparse(node), after.value.value)


def page():
    module = ast.parse(STUB.read_text("utf-8"))
    parts = [f"# Reference of plyglot\n\n{paragraphs(ast.get_docstring(module))}\n"]
    return "\n".join([*parts, *members(module.body)])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), "utf-8")
