"""Tables of fields on the pages of docs/formats, made from the JSON Schemas of docs/schemas.

A page has a part `<!-- fields SCHEMA [FIELD] [WORDS] -->` for each table. With FIELD, such as
`scene.scene`, the table has what is within that field. WORDS leave fields to other tables: `but
NAME,NAME` leaves these out, `only NAME,NAME` all others. `<!-- fields pages -->` is the list of the
pages themselves.
"""
import re

from .page import paragraph, renewed, table
from .program import HOME, Failed

PAGES = [HOME / "docs/FORMATS.md", *sorted((HOME / "docs/formats").glob("*.md"))]

# Texts of a form of their own. Where the form is explained stands in FORMATS.md or on a page.
FORMS = {
    "Position": ["position"], "PlacedPosition": ["position"], "Move": ["move"], "SubMove": ["move"],
    "Cell": ["cell"], "Dice": ["throw"], "Side": ["`A`", "`B`"], "Player": ["`A`", "`B`"],
}

# Types with a table of their own in FORMATS.md, which no other page repeats.
SHARED = {"RulesRecord": "rules", "Limits": "limits", "Value": "known value", "Range": "bounds"}


def either(words):
    """Words with commas, and `or` before the last."""
    words = list(dict.fromkeys(words))
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


class Table:
    """Rows of a table: a field with its type and its meaning, and behind it the fields within,
    unless an earlier field has the same ones."""

    def __init__(self, schema):
        self.types = schema.get("$defs", {})
        self.rows = []
        self.shown = {}

    def named(self, field):
        """The name of the type that a field has, if it has one."""
        return field.get("$ref", "").removeprefix("#/$defs/")

    def resolved(self, field):
        """The type itself, behind names."""
        while "$ref" in field:
            field = self.types[self.named(field)]
        return field

    def kind(self, field):
        """The type of a field in words."""
        return either(self.kinds(field))

    def kinds(self, field):
        """What a field may be."""
        name = self.named(field)
        if name in FORMS:
            return FORMS[name]
        if self.is_shared(field):
            return [SHARED[name]]
        but = [f"`{field['not'].get('const')}`"] if "not" in field else []
        field = self.resolved(field)
        parts = field.get("anyOf", field.get("oneOf"))
        if parts:
            return [kind for part in parts for kind in self.kinds(part) if kind not in but]
        if "const" in field:
            return [f"`{field['const']}`"]
        if "enum" in field:
            return ["null" if one is None else f"`{one}`" for one in field["enum"]]
        kinds = field.get("type", "any")
        return [self.plain(kind, field) for kind in (kinds if isinstance(kinds, list) else [kinds])]

    def is_shared(self, field):
        """Whether a type stands in FORMATS.md. (`rules NAME` has a record with a like name.)"""
        name = self.named(field)
        return name in SHARED and "title" not in self.types[name].get("properties", {})

    def plain(self, kind, field):
        if kind == "array":
            items = field.get("items")
            if items is None and "prefixItems" in field:
                items = field["prefixItems"][0]
            return f"list: {self.kind(items)}" if items else "list"
        if kind == "object" and not field.get("properties"):
            values = field.get("additionalProperties")
            return f"object of {self.kind(values)}" if isinstance(values, dict) else "object"
        return {"string": "text", "boolean": "true or false", "integer": "whole number"}.get(
            kind, kind)

    def within(self, field, shared=False):
        """The objects that a field is, or has in a list, or by name, or is one of; with `shared`
        also those that have a table of their own elsewhere."""
        if self.is_shared(field) and not shared:
            return []
        field = self.resolved(field)
        if field.get("properties"):
            return [field]
        parts = field.get("anyOf", field.get("oneOf", []))
        parts = [*parts, *[field[key] for key in ("items", "additionalProperties")
                           if isinstance(field.get(key), dict)], *field.get("prefixItems", [])[:1]]
        return [one for part in parts for one in self.within(part, shared)]

    def add(self, objects, path, wanted):
        """A row for each field of these objects, which may be several forms of the same."""
        fields = {}
        for one in objects:
            for name, field in one["properties"].items():
                if field.get("not") != {}:
                    fields.setdefault(name, []).append((one, field))
        for name, forms in fields.items():
            if not wanted(f"{path}{name}"):
                continue
            kind = either([kind for _, field in forms for kind in self.kinds(field)])
            if len(forms) < len(objects) or any(
                    name not in one.get("required", []) for one, _ in forms):
                kind += "; not always there"
            said = dict.fromkeys(field.get("description", "") for _, field in forms)
            self.rows.append([f"`{path}{name}`", kind, " ".join(filter(None, said))])
            inner = [one for _, field in forms for one in self.within(field)]
            if not inner:
                continue
            shown = self.shown.setdefault(repr(inner), f"`{path}{name}`")
            if shown == f"`{path}{name}`":
                self.add(inner, f"{path}{name}.", wanted)
            else:
                self.rows[-1][1] = self.rows[-1][1].replace("object", f"object as {shown}", 1)


def fields(schema, words):
    """The table for the words of a mark."""
    words = words.split()
    inner = words.pop(0) if words and words[0] not in ("but", "only") else None
    how = words.pop(0) if words else None
    named = set("".join(words).split(","))

    def wanted(path):
        ways = [path.rsplit(".", cut)[0] for cut in range(path.count(".") + 1)]
        listed = any(way in named for way in ways)
        return listed == (how == "only") if how else True

    made = Table(schema)
    whole = made.within(schema)
    for name in inner.split(".") if inner else []:
        of = [one["properties"][name] for one in whole if name in one["properties"]]
        whole = [within for field in of for within in made.within(field, shared=True)]
    made.add(whole, "", wanted)
    missing = named - {row[0].strip("`") for row in made.rows} if how == "only" else set()
    if missing or not made.rows:
        raise Failed(f"no field is called {', '.join(sorted(missing)) or 'so'}: {words}")
    rows = [[cell.replace("|", "\\|") for cell in row] for row in made.rows]
    return table(["field", "type", "meaning"], rows, "---")


def parts(page, schemas):
    """The parts of a page, and how they are made."""
    marks = re.findall(r"<!-- (fields (\S+) ?(.*?)) -->", page.read_text())
    return {mark: links if name == "pages" else
            lambda name=name, words=words: fields(schemas[name], words)
            for mark, name, words in marks}


def links():
    """Links to all pages of docs/formats."""
    return paragraph(", ".join(f"[{page.stem}](formats/{page.name})" for page in PAGES[1:]) + ".")


def renew(schemas, check):
    """Renews the pages, or compares them only; the names of those that were stale."""
    stale = []
    for page in PAGES:
        made = parts(page, schemas)
        text = renewed(page, made, of="fields") if made else page.read_text()
        if text != page.read_text():
            stale.append(str(page.relative_to(HOME)))
            if not check:
                page.write_text(text)
    return stale
