"""A step's team, as AutoGen runs it (R29): built for one run from the plan and the stored messages, then thrown away."""

import asyncio
import contextlib
import logging
import re
from collections.abc import Sequence
from typing import Any

from autogen_agentchat.base import ChatAgent
from autogen_agentchat.messages import BaseAgentEvent, BaseChatMessage, TextMessage
from autogen_agentchat.teams import BaseGroupChat, RoundRobinGroupChat, SelectorGroupChat
from autogen_core import SingleThreadedAgentRuntime
from autogen_core.models import ChatCompletionClient

from workspace_app.domain import plan as plans
from workspace_app.engine.context import PERSON, TASK, Said, next_speaker, turn_was_cut
from workspace_app.engine.control import Control, RunEnded

# AutoGen logs every error of an agent twice, cancellation included; the cause is kept in the conversation instead.
logging.getLogger("autogen_core").setLevel(logging.CRITICAL)

STOP_SECONDS = 1.0
SELECTOR_PROMPT = """\
You choose who speaks next in a team that works on a task.

The members:
{roles}

What has been said:
{history}

Answer with one name out of {participants}, and nothing else."""


def agent_names(speakers: Sequence[str]) -> dict[str, str]:
    """For each speaker an ASCII name that every model accepts, equal to the speaker's own where that is one."""
    names = {PERSON: PERSON, TASK: PERSON}
    for number, speaker in enumerate(speakers):
        plain = re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,60}", speaker) and speaker not in names.values()
        names.setdefault(speaker, speaker if plain else f"assistant_{number + 1}")
    return names


def speakers_of(team: plans.Team) -> list[str]:
    """Who sits in a team, in speaking order; the person last (R38)."""
    return [member.name for member in team.assistants] + ([PERSON] if team.person else [])


def build(
    team: plans.Team,
    participants: Sequence[ChatAgent],
    names: dict[str, str],
    runtime: SingleThreadedAgentRuntime,
    control: Control,
    selector: ChatCompletionClient | None,
    said: Sequence[Said],
) -> BaseGroupChat:
    """The group chat of a step; `state` brings it to where the messages stand."""
    common: dict[str, Any] = {"termination_condition": RunEnded(control), "runtime": runtime}
    if team.chat == "round_robin" or len(participants) == 1:
        return RoundRobinGroupChat(list(participants), **common)
    assert selector is not None
    return SelectorGroupChat(
        list(participants),
        selector,
        selector_prompt=SELECTOR_PROMPT,
        selector_func=_go_on_with(turn_was_cut(speakers_of(team), said), names),
        **common,
    )


def state(team: plans.Team, names: dict[str, str], said: Sequence[Said], agents: Sequence[str]) -> dict[str, Any]:
    """AutoGen's team state after the messages `said`: the stored messages are the state."""
    speakers = speakers_of(team)
    manager = (
        "RoundRobinGroupChatManager" if team.chat == "round_robin" or len(agents) == 1 else "SelectorGroupChatManager"
    )
    thread = [
        TextMessage(content=item.text, source=names[item.source]).dump()
        for item in said
        if item.source in names and item.kind in ("task", "text", "summary", "answer") and not item.data.get("partial")
    ]
    of_manager: dict[str, Any] = {"message_thread": thread, "current_turn": 0}
    if manager.startswith("Round"):
        of_manager["next_speaker_index"] = next_speaker(speakers, said)
    else:
        final = [item.source for item in said if item.final and item.source in speakers]
        of_manager["previous_speaker"] = names[final[-1]] if final else None
    nothing: dict[str, Any] = {"agent_state": {}, "message_buffer": []}
    return {"agent_states": {**{agent: nothing for agent in agents}, manager: of_manager}}


async def run(
    team: BaseGroupChat, state_: dict[str, Any], runtime: SingleThreadedAgentRuntime, control: Control
) -> None:
    """Run a team from a state until its control ends it.

    Raises:
        asyncio.CancelledError: the token was cancelled.
        RuntimeError: AutoGen's own, with the cause as text.
    """
    runtime.start()
    try:
        await team.load_state(state_)
        async for _ in team.run_stream(cancellation_token=control.token):
            pass
    finally:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(runtime.stop_when_idle(), STOP_SECONDS)


def _go_on_with(speaker: str | None, names: dict[str, str]) -> Any:
    """A selector that gives the first turn to `speaker`, whose turn was cut, and leaves the rest to the model."""
    waiting = [names[speaker]] if speaker is not None else []

    def choose(_thread: Sequence[BaseAgentEvent | BaseChatMessage]) -> str | None:
        return waiting.pop() if waiting else None

    return choose
