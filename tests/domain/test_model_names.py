"""Models named in one word (L23)."""

import pytest

from workspace_app.domain.errors import WorkspaceError
from workspace_app.domain.model_names import provider_of, split_name
from workspace_app.domain.plan import Assistant, Plan, Step, Team, problems


@pytest.mark.parametrize(
    ("name", "provider", "model"),
    [
        ("openai:gpt-5-mini", "openai", "gpt-5-mini"),
        ("azure:my-deployment", "azure", "my-deployment"),
        ("ollama:llama3:8b", "ollama", "llama3:8b"),
        ("gpt-5-mini", "openai", "gpt-5-mini"),
        ("o3", "openai", "o3"),
        ("o4-mini", "openai", "o4-mini"),
        ("claude-sonnet-4-5", "anthropic", "claude-sonnet-4-5"),
        ("llama3:8b", "ollama", "llama3:8b"),
        ("qwen2.5-coder", "ollama", "qwen2.5-coder"),
        ("gpt-oss:20b", "ollama", "gpt-oss:20b"),
    ],
)
def test_l23_a_name_tells_its_provider(name: str, provider: str, model: str) -> None:
    assert provider_of(name) == (provider, model)


@pytest.mark.parametrize("name", ["my-model", "o5", "o1x", "meta-llama/llama-3", "acme:gpt-5", "openai:", ""])
def test_l23_a_name_that_tells_no_provider_says_how_to_name_one(name: str) -> None:
    with pytest.raises(WorkspaceError, match="write provider:model, with one of practice, openai, anthropic"):
        provider_of(name)


def test_l23_a_model_at_an_address_of_its_own_must_name_the_provider() -> None:
    """Servers of every kind have llama models, so that its name tells nothing there."""
    with pytest.raises(WorkspaceError, match="does not tell which provider"):
        provider_of("llama3", elsewhere=True)
    assert provider_of("openai:llama3", elsewhere=True) == ("openai", "llama3")


def test_l23_a_colon_alone_is_no_provider() -> None:
    assert split_name("llama3:8b") is None


def test_l23_a_plan_may_name_provider_and_model_but_no_unknown_slot() -> None:
    members = (Assistant("a", model="openai:gpt-5-mini"), Assistant("b", model="gpt-5-mini"))
    plan = Plan("Plan", (Step("s", "S", "Do it.", "agent", team=Team(assistants=members)),))
    (problem,) = problems(plan, known_models={"m"})
    assert problem.field == "team.assistants.1.model"
