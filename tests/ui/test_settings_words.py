"""Every word of a middleware's settings is known to the window, so that it can be said in the person's language."""

from collections.abc import Iterator
from typing import Any

import pytest

from workspace_app.engine.middleware import registry
from workspace_app.ui import settings_words


def texts(schema: Any) -> Iterator[str]:
    """Titles and helps of a schema's properties, however deep they stand."""
    if isinstance(schema, dict):
        for one in schema.get("properties", {}).values():
            yield from (one[key] for key in ("title", "description") if one.get(key))
        for key, inner in schema.items():
            if key != "default":
                yield from texts(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from texts(inner)


def choices(schema: Any) -> Iterator[str]:
    """The values that are chosen from, however deep they stand."""
    if isinstance(schema, dict):
        yield from schema.get("enum", ())
        for inner in schema.values():
            yield from choices(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from choices(inner)


@pytest.mark.parametrize("name", registry.types())
def test_every_title_help_and_choice_of_a_middleware_has_words(name: str) -> None:
    schema = registry.class_of(name).Settings.model_json_schema()
    assert [text for text in texts(schema) if text not in settings_words._TEXTS] == []
    assert [choice for choice in choices(schema) if choice not in settings_words._CHOICES] == []


def test_no_word_is_left_of_a_setting_that_is_gone() -> None:
    schemas = [class_.Settings.model_json_schema() for class_ in registry.types().values()]
    assert set(settings_words._TEXTS) == {text for schema in schemas for text in texts(schema)}
    assert set(settings_words._CHOICES) == {choice for schema in schemas for choice in choices(schema)}
