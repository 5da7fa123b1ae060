"""What references in a text stand for, read at the moment of sending (R16, R49, R90-R93)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from spaces import check_relative
from spaces.errors import SpaceError
from workspace_app.domain import comments, references
from workspace_app.domain.errors import NotFound, WorkspaceError
from workspace_app.domain.prompts import Insert, insert_section, text_of
from workspace_app.domain.records import Json, Version, Work
from workspace_app.domain.references import Reference
from workspace_app.engine.bodies import body_of, placed, text_of_version
from workspace_app.engine.in_space import file_at_commit, in_space
from workspace_app.engine.pictures import attached
from workspace_app.store.queries import Queries

_LABELS = {"file": "Context", "work": "Input", "comments": "Comments"}
Read = tuple[Insert, Mapping[str, Json]]


@dataclass(frozen=True)
class Expanded:
    """A text with its references read.

    Args:
        written: the text as the person or the program wrote it, references as tokens.
        whole: the text with all that it refers to: what has a line to itself stands there, the rest at the end.
        missing: for each reference that is broken, what is wrong, in a sentence.
        record: what a conversation remembers of its inputs (R65).
        found: what was read for each reference, by its token.
    """

    written: str
    whole: str
    missing: tuple[str, ...]
    record: tuple[Mapping[str, Json], ...]
    found: Mapping[str, Insert]

    @property
    def data(self) -> dict[str, Json]:
        """What a message remembers beside the whole text: the text as it was written, if that is another (R48)."""
        pictures = attached(self.record)
        return ({"written": self.written} if self.found else {}) | ({"pictures": pictures} if pictures else {})

    @property
    def comments(self) -> list[str]:
        """Ids of the comments that the text carries."""
        return [id_ for about in self.record for id_ in about.get("comments", ())]


async def expand(ask: Queries, text: str) -> Expanded:
    """Read what the references in a text stand for."""
    found: dict[str, Insert] = {}
    missing: list[str] = []
    record: list[Mapping[str, Json]] = []
    for reference in references.find(text):
        try:
            insert, about = await _read(ask, reference)
        except (WorkspaceError, SpaceError) as error:
            missing.append(f"“{reference.title}” cannot be inserted: {error}")
            continue
        found[reference.token] = insert
        record.append(about)
    return Expanded(text, _put_together(text, found), tuple(missing), tuple(record), found)


async def expand_whole(ask: Queries, text: str) -> Expanded:
    """The text with all that it refers to, for an answer or a note.

    Raises:
        WorkspaceError: a reference is broken; nothing was sent.
    """
    expanded = await expand(ask, text)
    if expanded.missing:
        raise WorkspaceError(" ".join(expanded.missing))
    return expanded


def _put_together(text: str, found: Mapping[str, Insert]) -> str:
    placed_already: set[str] = set()

    def name(reference: Reference) -> str:
        insert = found.get(reference.token)
        return f"“{reference.title}”" if insert is None else f"“{reference.title}” ({insert.path})"

    def section(reference: Reference) -> str:
        insert = found.get(reference.token)
        if insert is None or reference.token in placed_already:
            return name(reference)
        placed_already.add(reference.token)
        return insert_section(insert)

    shown = references.replace(text, name, section)
    rest = [insert_section(insert) for token, insert in found.items() if token not in placed_already]
    return "\n\n".join([shown, *rest])


async def _read(ask: Queries, reference: Reference) -> Read:
    if reference.kind == "comments":
        return await _read_comments(ask, reference)
    if reference.kind == "work":
        return await _read_work(ask, reference)
    if reference.kind == "file":
        return await _read_file(ask, reference)
    if reference.kind == "plan":
        task = ask.task(reference.target)
        body = json.dumps(task.plan, ensure_ascii=False, indent=2).encode()
        return _insert(reference, f"{task.folder}/plan.json", "", body), {
            "path": f"plan:{task.id}",
            "commit": None,
            "title": reference.title,
        }
    if reference.kind == "feedback":
        step = ask.step(reference.target)
        body = "\n".join(f"- {message.text}" for message in ask.feedback(step.id)).encode()
        about = {"path": f"feedback:{step.id}", "commit": None, "title": reference.title}
        return _insert(reference, f"feedback in step {step.n}, {step.title}", "", body), about
    said = [message for message in ask.messages(reference.target) if message.kind in ("text", "answer", "summary")]
    if not said:
        raise NotFound("This conversation is gone, or nothing was said in it.")
    body = "\n\n".join(f"{message.source}: {message.text}" for message in said).encode()
    about = {"path": f"conversation:{reference.target}", "commit": None, "title": reference.title}
    return _insert(reference, reference.title, "", body), about


async def _read_work(ask: Queries, reference: Reference) -> Read:
    id_, _, number = reference.target.partition("@")
    work = ask.work(id_)
    version = _version(ask, work, number)
    body = await body_of(ask, work, version)
    about = {
        "path": work.path,
        "commit": version.commit,
        "title": work.title,
        "size": len(body),
        "version": version.n,
        "id": version.id,
    }
    return _insert(reference, work.path, (version.commit or "")[:7], body), about


async def _read_comments(ask: Queries, reference: Reference) -> Read:
    """Comments with their passages as they are in one version of the work (R54)."""
    ids, _, number = reference.target.partition("@")
    found = [ask.comment(id_) for id_ in ids.split(",")]
    work = ask.work(found[0].work)
    version = _version(ask, work, number)
    text = await text_of_version(ask, work, version)
    body = comments.block(await placed(ask, work, version, text, found), text).encode()
    about = {"path": f"comments:{work.id}", "commit": None, "title": reference.title, "comments": ids.split(",")}
    return _insert(reference, work.path, (version.commit or "")[:7], body), about


def _version(ask: Queries, work: Work, number: str) -> Version:
    if not number:
        return work.approved or work.newest
    for version in ask.versions(work.id):
        if str(version.n) == number:
            return version
    raise NotFound(f"it has no version {number}.")


async def _read_file(ask: Queries, reference: Reference) -> Read:
    project, _, path = reference.target.partition("/")
    check_relative(path)
    body, commit = await in_space(ask.project(project).folder, lambda space: file_at_commit(space, path))
    return _insert(reference, path, "", body), {
        "path": path,
        "project": project,
        "commit": commit,
        "title": reference.title,
        "size": len(body),
    }


def _insert(reference: Reference, path: str, version: str, body: bytes) -> Insert:
    text = text_of(body, whole=reference.how == "full") if reference.how != "path" else None
    return Insert(_LABELS.get(reference.kind, "Reference"), path, version, text, len(body))
