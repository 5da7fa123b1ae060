"""The names of commands and options."""

import argparse
from collections.abc import Callable
from typing import Any

from workspace_app import __version__
from workspace_app.cli import commands, text
from workspace_app.domain.model_names import PROVIDERS

Add = Callable[..., argparse.ArgumentParser]

_ID = (
    "Tasks and projects may be named by title; every id may be shortened to its beginning or end while that is unique."
)


def parser() -> argparse.ArgumentParser:
    """The parser of `workspace-app`; a command's namespace has `run` (what it does) and `show` (what people read of it)."""
    program = argparse.ArgumentParser(
        prog="workspace-app",
        description="Work done step by step with agents. Without a command the window opens.",
        epilog=f"{_ID} Exit codes: 0 done (also: waits for you), 1 error, 2 wrong usage.",
        allow_abbrev=False,
    )
    program.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    common = _common()
    _add_common(program)
    group = program.add_subparsers(title="commands", dest="command", metavar="COMMAND")

    def add(name: str, run: Any, show: Any, help_: str) -> argparse.ArgumentParser:
        added = group.add_parser(
            name, help=help_, description=f"{help_[0].upper()}{help_[1:]}.", parents=[common], allow_abbrev=False
        )
        added.set_defaults(run=run, show=show)
        return added

    _add_run(add)
    _add_reads(add)
    _add_works(add)
    _add_control(add)
    _add_whole(add)
    _add_models(group, common)
    return program


def _common() -> argparse.ArgumentParser:
    """Options that may stand after the command too; unset there, they leave what stood before it."""
    common = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS, allow_abbrev=False)
    _add_common(common)
    return common


def _add_common(to: argparse.ArgumentParser) -> None:
    to.add_argument("--home", metavar="DIR", help="the folder of store, settings and logs (or WORKSPACE_HOME)")
    to.add_argument("--json", action="store_true", help="print JSON")
    to.add_argument(
        "--no-daemon",
        action="store_true",
        help="run the engine inside this command; refused while another has the folder",
    )
    to.add_argument("--debug", action="store_true", help="show the traceback of an error")


def _add_run(add: Add) -> None:
    run = add("run", None, None, "make a new task: plan it, then run it, until it is done, waits for you or fails")
    run.add_argument("text", metavar="TEXT", help="what to do")
    run.add_argument("--project", metavar="DIR", help="the project's folder; becomes a project if it is none")
    run.add_argument("--model", metavar="NAME", help="a model slot, see models")
    run.add_argument(
        "--approve",
        choices=("all", "plan", "none"),
        default="none",
        help="what is approved without asking (default: none)",
    )
    run.add_argument(
        "--context", metavar="FILE", nargs="+", action="extend", default=[], help="files that the task is about"
    )


def _add_reads(add: Add) -> None:
    add("projects", commands.projects, text.projects, "list the projects")
    tasks = add("tasks", commands.tasks, text.tasks, "list the tasks, newest change first")
    tasks.add_argument("--project", metavar="P", help="of this project only")
    add("inbox", commands.inbox, text.inbox, "list what waits for you, and how to answer it")
    show = add("show", commands.show, text.show, "show a task: steps, conversations, works")
    show.add_argument("task", metavar="TASK")
    messages = add("messages", commands.messages, text.messages, "show every message of a conversation")
    messages.add_argument("conversation", metavar="CONVERSATION")
    request = add("request", commands.request, text.fields, "show the exact request that produced a message")
    request.add_argument("message", metavar="MESSAGE", help="an id, or CONVERSATION:SEQ")
    search = add("search", commands.search, text.search, "search messages, works and tasks")
    search.add_argument("text", metavar="TEXT")
    search.add_argument("--project", metavar="P", help="in this project only")


def _add_works(add: Add) -> None:
    works = add("works", commands.works, text.works, "list the works of a task")
    works.add_argument("task", metavar="TASK")
    works.add_argument("--step", metavar="N", help="of this step only")
    history = add("history", commands.history, text.history, "list the versions of a file")
    history.add_argument("path", metavar="PATH")
    diff = add("diff", commands.diff, text.diff, "show what differs between two versions of a file")
    diff.add_argument("path", metavar="PATH")
    diff.add_argument("a", metavar="V1")
    diff.add_argument("b", metavar="V2")
    restore = add("restore", commands.restore, text.fields, "make an old version of a file the newest one")
    restore.add_argument("path", metavar="PATH")
    restore.add_argument("version", metavar="V")
    submit = add("submit", commands.submit, text.status, "hand in a file of your own as a step's work")
    submit.add_argument("task", metavar="TASK")
    submit.add_argument("step", metavar="STEP")
    submit.add_argument("file", metavar="FILE")


def _add_control(add: Add) -> None:
    answer = add("answer", commands.answer, text.status, "answer a question; inbox says which answers it takes")
    answer.add_argument("question", metavar="QUESTION")
    _add_answers(answer.add_mutually_exclusive_group(required=True))
    pause = add("pause", commands.pause, text.status, "pause a task at the next safe point")
    resume = add("resume", commands.resume, text.status, "go on with a task that is paused, interrupted or failed")
    stop = add("stop", commands.stop, text.status, "stop a task")
    for each in (pause, resume, stop):
        each.add_argument("task", metavar="TASK")
    for each in (pause, stop):
        each.add_argument("--now", action="store_true", help="at once, in the middle of a call")
    rerun = add("rerun", commands.rerun, text.fields, "run a step again, in a new conversation")
    rerun.add_argument("task", metavar="TASK")
    rerun.add_argument("step", metavar="STEP")
    rerun.add_argument("--prompt", metavar="FILE", help="a file with the initial prompt, in place of the usual one")
    rerun.add_argument("--from", metavar="PATH@VERSION", dest="start_from", help="the version of a work to start from")
    _add_instead(rerun)


def _add_instead(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--model",
        metavar="[SLOT=]OTHER",
        action="append",
        help="the model in the place of a slot, in this run only (repeatable); "
        "without SLOT= for assistants that name none",
    )


def _add_answers(group: Any) -> None:
    group.add_argument("--approve", action="store_true", help="approve it")
    group.add_argument("--changes", metavar="TEXT", help="ask for changes")
    group.add_argument("--text", metavar="TEXT", help="answer in words")
    group.add_argument("--choose", metavar="X", nargs="+", help="choose one or several of its options")
    group.add_argument("--reject", metavar="TEXT", help="reject it, and why")
    group.add_argument("--file", metavar="F", help="hand in a file")


def _add_whole(add: Add) -> None:
    continue_ = add("continue", commands.continue_, text.fields, "go on from a message, in a new conversation")
    continue_.add_argument("conversation", metavar="CONVERSATION")
    continue_.add_argument("--at", metavar="SEQ", type=int, required=True, help="the last message to keep")
    continue_.add_argument("--text", metavar="T", help="what you say next")
    _add_instead(continue_)
    branch = add("branch", commands.branch, text.fields, "make a new task from a task")
    branch.add_argument("task", metavar="TASK")
    branch.add_argument("--at", metavar="CONVERSATION:SEQ", help="from this message")
    branch.add_argument("--text", metavar="T", help="what to do now")
    branch.add_argument("--no-origin", action="store_true", help="don't record where it came from")
    rebuild = add("rebuild", commands.rebuild, text.fields, "fill the store from a space folder alone")
    rebuild.add_argument("folder", metavar="DIR")
    export = add("export", commands.export, text.fields, "write a task into one file")
    export.add_argument("task", metavar="TASK")
    export.add_argument("file", metavar="FILE")
    import_ = add("import", commands.import_, text.fields, "read a task from such a file")
    import_.add_argument("file", metavar="FILE")
    import_.add_argument("--project", metavar="P", help="into this project")
    doctor = add("doctor", commands.doctor, text.doctor, "check the store, the spaces and the providers")
    doctor.add_argument("--repair", action="store_true", help="repair what can be repaired")


def _add_models(group: Any, common: argparse.ArgumentParser) -> None:
    models = group.add_parser(
        "models", help="list, add, remove and test model slots", parents=[common], allow_abbrev=False
    )
    models.set_defaults(run=commands.list_models, show=text.models)
    actions = models.add_subparsers(title="actions", metavar="ACTION")

    def add(name: str, run: Any, show: Any, help_: str) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = actions.add_parser(name, help=help_, parents=[common], allow_abbrev=False)
        added.set_defaults(run=run, show=show)
        return added

    add("list", commands.list_models, text.models, "list the slots (the default)")
    slot = add("add", commands.add_model, text.fields, "add a slot, or change it")
    remove = add("remove", commands.remove_model, text.fields, "remove a slot")
    test = add("test", commands.test_model, text.tested, "ask a slot's model for a word")
    for each in (slot, remove, test):
        each.add_argument("name", metavar="NAME")
    slot.add_argument("--provider", metavar="P", choices=PROVIDERS, help="not needed where the model's name tells it")
    slot.add_argument("--model", metavar="ID", required=True, help="as the provider calls it, or PROVIDER:ID")
    slot.add_argument("--base-url", metavar="URL", help="of a compatible provider")
    slot.add_argument("--key-env", metavar="VAR", help="the environment variable that holds the key")
