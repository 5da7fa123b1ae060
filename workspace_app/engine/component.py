"""A plan's team as an AutoGen component config, and back (R29): for people who move a team between this app and other AutoGen tools.

The app itself does not run from component configs: they lose keys and input functions, and loading one may run code.
"""

from collections.abc import Mapping
from typing import Any

from workspace_app.domain import plan as plans
from workspace_app.domain.errors import WorkspaceError
from workspace_app.engine.context import PERSON
from workspace_app.engine.teams import SELECTOR_PROMPT, agent_names

_TEAMS = {
    "round_robin": "autogen_agentchat.teams.RoundRobinGroupChat",
    "selector": "autogen_agentchat.teams.SelectorGroupChat",
}
_ASSISTANT = "autogen_agentchat.agents.AssistantAgent"
_PERSON = "autogen_agentchat.agents.UserProxyAgent"


def to_component(team: plans.Team, model: Mapping[str, Any]) -> dict[str, Any]:
    """The component config of a team, which `BaseGroupChat.load_component` takes.

    Args:
        model: the component config of the model client that its assistants are to use.
    """
    names = agent_names([member.name for member in team.assistants])
    members = [_assistant(member, names[member.name], model) for member in team.assistants]
    if team.person:
        about = {"name": PERSON, "description": "The person.", "input_func": None}
        members.append({"provider": _PERSON, "component_type": "agent", "version": 1, "config": about})
    config: dict[str, Any] = {"participants": members, "max_turns": team.max_turns, "emit_team_events": False}
    if team.chat == "selector":
        config |= {
            "model_client": dict(model),
            "selector_prompt": SELECTOR_PROMPT,
            "allow_repeated_speaker": False,
            "max_selector_attempts": 3,
        }
    return {"provider": _TEAMS[team.chat], "component_type": "team", "version": 1, "config": config}


def from_component(component: Mapping[str, Any]) -> plans.Team:
    """The team that a component config describes; nothing of it is imported or run.

    Raises:
        WorkspaceError: it is no round-robin or selector team of assistants and at most one person.
    """
    chats = {name.rpartition(".")[2]: chat for chat, name in _TEAMS.items()}
    chat = chats.get(str(component.get("provider", "")).rpartition(".")[2])
    config = component.get("config")
    if chat is None or not isinstance(config, Mapping):
        raise WorkspaceError("This is no AutoGen component of a round-robin or selector team.")
    assistants: list[dict[str, Any]] = []
    person = False
    for member in config.get("participants", []):
        kind, about = str(member.get("provider", "")).rpartition(".")[2], member.get("config", {})
        if kind == "UserProxyAgent":
            person = True
        elif kind == "AssistantAgent":
            metadata = about.get("metadata") or {}
            tools = [name for name in str(metadata.get("tools", "")).split(",") if name]
            name = metadata.get("display_name") or about["name"]
            assistants.append({"name": name, "system": about.get("system_message") or "", "tools": tools})
        else:
            raise WorkspaceError(f"A team here is made of AssistantAgent and UserProxyAgent; this one has {kind}.")
    spec = {"chat": chat, "assistants": assistants, "person": person, "max_turns": config.get("max_turns")}
    team = plans.Plan.from_json({"steps": [{"step_task": "x", "kind": "agent", "team": spec}]}).steps[0].team
    assert team is not None
    return team


def _assistant(member: plans.Assistant, name: str, model: Mapping[str, Any]) -> dict[str, Any]:
    config = {
        "name": name,
        "model_client": dict(model),
        "description": " ".join((member.system or member.name).split())[:200],
        "system_message": member.system or None,
        "model_client_stream": True,
        "reflect_on_tool_use": False,
        "tool_call_summary_format": "{result}",
        "metadata": {"display_name": member.name, "tools": ",".join(member.tools)},
    }
    return {"provider": _ASSISTANT, "component_type": "agent", "version": 1, "config": config}
