"""What stands in the fields of a form made from a JSON schema, and what is wrong with it."""

import json
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

_NUMBERS = {"integer": int, "number": float}


def plain(schema: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """A property's schema without references and without "or nothing", which a field says by being empty.

    What is usual for the whole is usual for its parts.

    Args:
        whole: the schema that it is part of, with its "$defs".
    """
    if "$ref" in schema:
        about = {key: value for key, value in schema.items() if key != "$ref"}
        found = whole.get("$defs", {}).get(str(schema["$ref"]).rpartition("/")[2], {})
        return plain({**found, **about}, whole)
    choices = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(choices) == 1:
        return plain({**choices[0], **{key: value for key, value in schema.items() if key != "anyOf"}}, whole)
    made = dict(schema)
    if "items" in made:
        made["items"] = plain(made["items"], whole)
    if isinstance(for_each := made.get("additionalProperties"), Mapping):
        forms = [one for one in for_each.get("anyOf", (for_each,)) if one.get("type") != "boolean"]
        made["additionalProperties"] = plain(forms[0], whole) if len(forms) == 1 else for_each
    if made.get("properties"):
        usual = made.get("default") or {}
        made["properties"] = {
            name: {**plain(one, whole), **({"default": usual[name]} if usual.get(name) is not None else {})}
            for name, one in made["properties"].items()
        }
    return made


def argument_fault(schema: Mapping[str, Any], name: str, value: object) -> str:
    """What is wrong with one argument, in a sentence; empty if nothing is. The engine checks the rest of the schema."""
    translate = QCoreApplication.translate
    if value is None:
        return translate("SchemaForm", "This needs a value.") if name in schema.get("required", ()) else ""
    one = schema.get("properties", {}).get(name, {})
    kind = one.get("type")
    if kind == "integer" and (not isinstance(value, int) or isinstance(value, bool)):
        return translate("SchemaForm", "This must be a whole number.")
    if kind == "number" and (not isinstance(value, int | float) or isinstance(value, bool)):
        return translate("SchemaForm", "This must be a number.")
    if kind == "object" and not isinstance(value, Mapping):
        return translate("SchemaForm", "This must be a JSON object.")
    if kind in _NUMBERS and isinstance(value, int | float):
        return _out_of_range(one, value)
    return ""


def _out_of_range(schema: Mapping[str, Any], value: float) -> str:
    translate = QCoreApplication.translate
    if value < (least := schema.get("minimum", value)):
        return translate("SchemaForm", "This must be {0} or more.").format(least)
    if value > (most := schema.get("maximum", value)):
        return translate("SchemaForm", "This must be {0} or less.").format(most)
    if "exclusiveMinimum" in schema and value <= schema["exclusiveMinimum"]:
        return translate("SchemaForm", "This must be more than {0}.").format(schema["exclusiveMinimum"])
    if "exclusiveMaximum" in schema and value >= schema["exclusiveMaximum"]:
        return translate("SchemaForm", "This must be less than {0}.").format(schema["exclusiveMaximum"])
    return ""


def parse(text: str, schema: Mapping[str, Any]) -> Any:
    """The value that a text stands for; the text itself where it does not fit, so that nothing typed is lost."""
    kind = schema.get("type")
    if not text.strip():
        return None
    if kind == "string":
        return text
    if kind == "array" and not text.lstrip().startswith(("[", "{")):
        return [line for line in text.split("\n") if line.strip()]
    try:
        if kind in _NUMBERS:
            return _NUMBERS[kind](text)
        return json.loads(text)
    except ValueError:
        return text


def text_of(value: Any) -> str:
    """A value as it stands in a field."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
        return "\n".join(value)
    return json.dumps(value, ensure_ascii=False)
