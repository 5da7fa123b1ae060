"""Whatever the window does can be undone, or says before it is done that it cannot, and why nothing is lost.

A verb that the window calls and that is in none of the three tables fails here.
"""

import ast
import inspect
from pathlib import Path

import pytest

from workspace_app import ui
from workspace_app.desk.desk import Desk

SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in Path(ui.__path__[0]).glob("*.py")}
VERBS = {name for name, _ in inspect.getmembers(Desk, inspect.iscoroutinefunction) if not name.startswith("_")}

READS = {
    "branch_parts",
    "budgets",
    "check_plan",
    "comments",
    "context_length",
    "file_limit",
    "cost",
    "diff",
    "doctor",
    "expand",
    "export_task",
    "file_at",
    "find_model",
    "find_record",
    "functions",
    "hand_over",
    "history",
    "hook_order",
    "kept_answers",
    "lend_keys",
    "made_from",
    "mcp_servers",
    "mcp_tools",
    "middleware",
    "models",
    "open",
    "out_of_date",
    "own_middleware",
    "permissions",
    "planner_prompts",
    "presets",
    "prices",
    "prompt_preview",
    "provenance",
    "read_work",
    "references",
    "revision_prompt",
    "sharing_state",
    "status",
    "stop_sharing",
    "system_prompts",
    "test_model",
    "tools",
    "variables",
    "version_file",
    "why_stale",
}
"""These change nothing that a person has; an export makes a copy. (`open` is the desk's own, and `lend_keys` is for this engine's memory alone.)"""

UNDONE_BY = {
    "accept_mcp": ("accept_mcp", "own_offers"),
    "add_context": ("remove_context", "context_tab"),
    "add_mcp_servers": ("remove_mcp_server", "mcp_page"),
    "add_model": ("remove_model", "model_settings"),
    "allow_tool": ("revoke_permission", "permissions_page"),
    "branch": ("delete_task", "task_commands"),
    "bring_back_mcp_server": ("remove_mcp_server", "mcp_page"),
    "comment": ("delete_comment", "comments_pane"),
    "delete_comment": ("comment", "comments_pane"),
    "delete_preset": ("save_preset", "presets_dialog"),
    "delete_task": ("undelete_task", "task_commands"),
    "edit_comment": ("edit_comment", "comments_pane"),
    "edit_note": ("edit_note", "queued_notes"),
    "edit_step": ("edit_step", "step_dialogs"),
    "leave_line": ("run_in_order", "run_again_dialog"),
    "import_task": ("delete_task", "task_commands"),
    "move_project": ("move_project", "task_commands"),
    "new_project": ("forget_project", "task_commands"),
    "new_task": ("delete_task", "task_commands"),
    "pause": ("resume", "run_bar"),
    "rename_task": ("rename_task", "task_header"),
    "rebuild": ("forget_project", "task_commands"),
    "remove_mcp_server": ("bring_back_mcp_server", "mcp_page"),
    "remove_price": ("set_price", "prices_page"),
    "remove_context": ("add_context", "context_tab"),
    "resolve_comment": ("resolve_comment", "comments_pane"),
    "restore": ("restore", "work_view"),
    "resume": ("stop", "run_bar"),
    "revoke_permission": ("allow_tool", "permissions_page"),
    "run_again": ("delete_task", "task_commands"),
    "sample_project": ("forget_project", "task_commands"),
    "save_draft": ("save_draft", "draft_keeper"),
    "save_preset": ("delete_preset", "presets_dialog"),
    "save_work": ("restore", "work_view"),
    "set_budget": ("set_budget", "budget_dialog"),
    "set_file_limit": ("set_file_limit", "settings"),
    "set_planner": ("set_planner", "planner_dialog"),
    "set_remote": ("set_remote", "share_dialog"),
    "set_price": ("remove_price", "prices_page"),
    "set_project_defaults": ("set_project_defaults", "project_defaults"),
    "set_project_privacy": ("set_project_privacy", "project_page"),
    "still_good": ("still_good", "task_actions"),
    "stop": ("resume", "trouble_bar"),
    "switch_mcp_server": ("switch_mcp_server", "mcp_page"),
    "trust_middleware": ("trust_middleware", "own_offers"),
    "undelete_task": ("delete_task", "task_commands"),
    "use_model": ("use_model", "model_settings"),
}
"""What undoes a verb, and the file that offers that."""

TOLD = {
    "answer": ("question_words", "An answer cannot be taken back, and nothing is lost by it"),
    "continue_from": ("continue_dialog", "this one stays as it is"),
    "forget_project": ("task_commands", "open the folder again"),
    "forget_answers": ("kept_answers", "To forget them cannot be undone"),
    "keep_key": ("model_form", "it replaces the one kept before"),
    "make_work": ("message_actions", "the message stays, and the work with it"),
    "pull": ("share_dialog", "nothing of yours is replaced"),
    "push": ("share_dialog", "What was pushed cannot be taken back"),
    "remove_note": ("queued_notes", "nobody has heard it, and its text is gone then"),
    "send_now": ("queued_notes", "Stops what is being said, keeps it"),
    "remove_model": ("model_settings", "this cannot be undone"),
    "rerun": ("step_actions", "Earlier runs and their works stay as they are."),
    "revise": ("revision_bar", "it cannot be taken back, and every version is kept"),
    "run_in_order": ("run_again_dialog", "what is there now stays among the earlier runs"),
    "say": ("composer", "What is sent stays as it is"),
    "stop_mcp_server": ("mcp_page", "it starts when it is used"),
    "submit": ("work_editor", "every version is kept"),
    "try_mcp_tool": ("mcp_tools_dialog", "Runs the tool now, with these arguments"),
    "use_branch": ("share_dialog", "nothing on the other one is lost"),
}
"""The words that say so beforehand, and the file that shows them."""


def named_in(source: str) -> set[str]:
    """The verbs that a source names."""
    texts = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)}
    return {text for text in texts if isinstance(text, str)} & VERBS


def test_every_verb_of_the_window_is_undone_or_says_that_it_cannot_be() -> None:
    called = set().union(*(named_in(source) for source in SOURCES.values()))
    assert called - READS - set(UNDONE_BY) - set(TOLD) == set()


@pytest.mark.parametrize("verb", sorted(UNDONE_BY))
def test_what_undoes_it_is_offered(verb: str) -> None:
    by, place = UNDONE_BY[verb]
    assert {verb, by} <= VERBS
    assert by in named_in(SOURCES[place])


@pytest.mark.parametrize("verb", sorted(TOLD))
def test_what_cannot_be_undone_says_so_beforehand(verb: str) -> None:
    place, words = TOLD[verb]
    assert verb in VERBS
    assert words in SOURCES[place]


def test_each_verb_is_in_one_table() -> None:
    assert not set(UNDONE_BY) & set(TOLD)
    assert not READS & (set(UNDONE_BY) | set(TOLD))
