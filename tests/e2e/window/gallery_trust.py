"""Pictures of what assistants may do: a tool that asks, a budget that is used up, permissions and tool servers."""

from typing import Any

from tests.e2e.window.gallery_place import SIZES, Place
from tests.e2e.window.gallery_scene import Scene
from tests.e2e.window.scripted import SLOT, add_slot, work

TITLES = {"en": "Prices of paper", "zh_TW": "紙張價格"}
FETCH = {"url": "https://statistics.example.org/trade/2025?product=paper&format=csv"}
SCRIPT = {"code": 'import csv\nrows = list(csv.reader(open("prices.csv")))\nprint(len(rows))'}


class Trust(Scene):
    """One task whose assistant wants to use tools."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.title = TITLES[place.language]
        self.task = ""

    def begin(self) -> None:
        """Two calls wait for the person."""
        add_slot(self.place.program, self.server)
        team = {"assistants": [{"name": "writer", "tools": ["web_fetch", "run_python"]}]}
        step: dict[str, Any] = {"id": "s1", "title": self.title, "step_task": self.title, "kind": "agent", "team": team}
        self.server.script(SLOT, [{"tools": [("run_python", SCRIPT), ("web_fetch", FETCH)]}])
        made = self.call("new_task", text=self.title, plan={"title": self.title, "steps": [step]}, model=SLOT)
        self.task = made["id"]
        self.answer("plan", action="approve")
        self.question("tool")
        self.see("Theme", "Waiting for you", "TreeItem")
        self.window.press("Ctrl+J")
        self.see("CallDecision", "Answer instead")
        self.place.shoot("36_two_calls_wait")

    def edit(self) -> None:
        """The first call is edited, by keys."""
        self.window.press("Right")
        self.see("ArgumentsEditor", "As JSON")
        self.window.press("Shift+Tab", "Shift+Tab")
        self.place.shoot("31_tool_approval_edited")

    def budget(self) -> None:
        """The calls are refused; the next call of the model is one too many."""
        self.call("set_budget", level="task", owner=self.task, measure="calls", amount=1)
        self.server.script(SLOT, [work(self.title, self.title)])
        self.answer("tool", action="reject", decisions=[{"type": "reject"}] * 2)
        self.question("limit")
        self.see("BudgetCard", "New limit in calls")
        self.place.shoot("37_budget_used_up")

    def settings(self) -> None:
        """What is permitted, and the servers that bring tools."""
        self.call("allow_tool", tool="write_file", pattern="docs/**")
        config = {
            "mcpServers": {"files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem"]}}
        }
        self.call("add_mcp_servers", config=config)
        self.window.press("Ctrl+,")
        self.see("Settings", "Models")
        self.place.shoot("38_settings")
        self.window.resize(*SIZES["small"])
        self.window.tab_to(self.said("PermissionRow", "Take back"))
        self.place.shoot_dialog("33_permissions", "small")


def shoot(place: Place) -> None:
    """Every state, one after another."""
    place.window.wait(lambda: not place.program.run("tasks")[0], "There is no engine")
    trust = Trust(place)
    try:
        trust.begin()
        trust.edit()
        trust.budget()
        trust.settings()
    finally:
        trust.close()
