"""Pictures of an assistant's middleware in the plan: the list with a warning, the settings of one, the order of the hooks, and what can be added."""

from typing import Any

from tests.e2e.window.gallery_place import Place
from tests.e2e.window.gallery_scene import Scene

TITLES = {"en": "Prices of paper", "zh_TW": "紙張價格"}
LIST: list[dict[str, Any]] = [
    {"type": "PII", "settings": {"type": "email"}},
    {"type": "ModelCallLimit", "settings": {"run_limit": 12}},
    {"type": "Summarization", "settings": {"trigger": [{"messages": 40}]}},
    {"type": "ModelFallback", "settings": {"models": ["practice"]}},
    {"type": "ModelRetry"},
    {"type": "HumanInTheLoop", "settings": {"interrupt_on": {"run_python": True, "web_fetch": {"when": "*.org/*"}}}},
]


def shoot(place: Place) -> None:
    """Every state, one after another."""
    window = place.window
    window.wait(lambda: not place.program.run("tasks")[0], "There is no engine")
    scene, title = Scene(place), TITLES[place.language]
    try:
        team = {"assistants": [{"name": "writer", "middleware": LIST}]}
        step: dict[str, Any] = {"id": "s1", "title": title, "step_task": title, "kind": "agent", "team": team}
        scene.call("new_task", text=title, plan={"title": title, "steps": [step]})
        scene.question("plan")
        scene.see("Theme", "Waiting for you", "TreeItem")
        window.press("Ctrl+J")
        scene.see("StepCard", "Open (Enter)")
        scene.click("StepCard", "Open (Enter)")
        order = scene.said("MiddlewareList", "Show the order of the hooks")
        window.tab_to(order, limit=120)
        place.shoot("39_middleware")
        window.press("Shift+Tab", "Shift+Tab", "Shift+Tab", "Space")
        scene.see("_ForTool", "Ask me")
        place.shoot("40_its_settings")
        window.press("Space")
        window.tab_to(order, limit=120)
        window.press("Space")
        place.shoot("41_order_of_hooks")
        window.press("Shift+Tab", "Space")
        scene.see("MiddlewareChooser", "Add middleware", "List")
        place.shoot_dialog("42_adding_middleware")
    finally:
        scene.close()
