"""What a version came from and what was made from it, through all tasks and projects (R65)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from workspace_app.domain.descent import Descent
from workspace_app.domain.errors import NotFound
from workspace_app.domain.records import Conversation, Json
from workspace_app.store.queries import Queries

MOST_NODES = 400
"""More than anyone can look at; what is nearest is kept, and the number of the others told."""


@dataclass(frozen=True)
class Picture:
    """A part of the descent around one thing.

    Args:
        nodes: ids of versions, or keys of other inputs such as "file:PROJECT/PATH@COMMIT", nearest first.
        edges: (made from, made).
        left_out: how many nodes there are besides.
    """

    nodes: tuple[str, ...]
    edges: tuple[tuple[str, str], ...]
    left_out: int


class Provenance:
    """Looks at the descent of everything that the store has."""

    def __init__(self, ask: Queries) -> None:
        self._ask = ask
        self._descent: Descent = ask.descent()
        self._results = self._descent.results()
        self._others: dict[str, Mapping[str, Json]] = {}
        self._read_by: dict[str, list[str]] = {}
        for version in self._descent.versions:
            for item in self._descent.inputs(version):
                if self._descent.found(item) is None:
                    self._others[key_of(item)] = item
                    self._read_by.setdefault(key_of(item), []).append(version)

    def around(self, start: Iterable[str]) -> Picture:
        """All that some nodes came from, and all that was made from them."""
        start = list(start)
        back, forth = self._walk(start, self._sources), self._walk(start, self._made_from)
        nodes = sorted(back | forth, key=lambda node: min(one[node] for one in (back, forth) if node in one))
        kept = nodes[:MOST_NODES]
        shown = set(kept)
        edges = [(source, node) for node in kept for source in self._sources(node) if source in shown]
        return Picture(tuple(kept), tuple(edges), len(nodes) - len(kept))

    def of_file(self, project: str, path: str, commit: str | None = None) -> list[str]:
        """The nodes of a file that is no work: of all its versions that were read, or of one."""
        names = [key_of({"project": project, "path": path, "commit": commit})] if commit else []
        every = [key for key, item in self._others.items() if (item.get("project"), item["path"]) == (project, path)]
        return [key for key in (names or every) if key in self._others]

    def node(self, id_: str) -> dict[str, Any]:
        """What is to be known about a node; see the verb `provenance`."""
        return self._version(id_) if id_ in self._descent.versions else self._other(id_)

    def _walk(self, start: Iterable[str], ways: Any) -> dict[str, int]:
        """The nodes that can be reached, each with how far it is."""
        found = dict.fromkeys(start, 0)
        open_ = list(found)
        while open_:
            node = open_.pop(0)
            for other in ways(node):
                if other not in found:
                    found[other] = found[node] + 1
                    open_.append(other)
        return found

    def _sources(self, node: str) -> list[str]:
        if node not in self._descent.versions:
            return []
        others = [key_of(item) for item in self._descent.inputs(node) if self._descent.found(item) is None]
        return [*self._descent.sources(node), *dict.fromkeys(others)]

    def _made_from(self, node: str) -> list[str]:
        return self._results.get(node, []) if node in self._descent.versions else self._read_by.get(node, [])

    def _version(self, id_: str) -> dict[str, Any]:
        version = self._ask.version(id_)
        work = self._ask.work(version.work)
        made = self._descent.versions[id_]
        causes = self._descent.causes(id_)
        gone = self._descent.steps[work.step].gone
        about = {"id": id_, "kind": "plan" if work.step_n == 0 else "work", "title": work.title, "path": work.path}
        run = self._run(version.conversation) if version.author_kind != "user" else None
        return {
            **about,
            **self._place(work.task, gone),
            "work": work.id,
            "n": version.n,
            "step": work.step_n,
            "commit": version.commit,
            "author": version.author,
            "author_kind": version.author_kind,
            "size": version.size,
            "created_at": version.created_at.isoformat(),
            "approved_at": made.approved_at.isoformat() if made.approved_at else None,
            "approved_by": version.approved_by,
            "stale": bool(causes),
            "kept": self._descent.works[work.id].kept_at is not None,
            "newest": work.newest.n == version.n,
            "run": run,
        }

    def _run(self, conversation: str | None) -> dict[str, Any] | None:
        try:
            run = self._ask.conversation(conversation or "")
        except NotFound:
            return None
        seconds = (run.ended_at - run.started_at).total_seconds() if run.ended_at else None
        tokens = {"input_tokens": run.input_tokens, "output_tokens": run.output_tokens}
        about = {"conversation": run.id, "n": run.n, "model": run.model, "team": members(run), "prompt": run.prompt}
        return {**about, **tokens, "seconds": seconds}

    def _other(self, key: str) -> dict[str, Any]:
        item = self._others[key]
        kind, _, target = str(item["path"]).partition(":")
        if not target or item.get("commit") or item.get("project"):
            project = str(item.get("project") or self._project_of(key))
            title = item.get("title") or PurePosixPath(str(item["path"])).name
            about = {"id": key, "kind": "file", "title": title, "path": item["path"], "commit": item.get("commit")}
            return {**about, "project": project, "project_title": self._title(project), "size": item.get("size")}
        about = {"id": key, "kind": kind, "title": item.get("title") or kind, "target": target}
        return {**about, **self._place(self._task_of(kind, target))}

    def _task_of(self, kind: str, target: str) -> str | None:
        try:
            if kind == "plan":
                return target
            if kind == "conversation":
                return self._ask.conversation(target).task
            if kind == "feedback":
                return self._ask.step(target).task
            return self._ask.work(target).task
        except NotFound:
            return None

    def _project_of(self, key: str) -> str:
        """The project of what read a file; older records do not name the file's own."""
        reader = self._descent.versions[self._read_by[key][0]]
        return str(self._ask.task(self._ask.work(reader.work).task).project)

    def _place(self, task: str | None, gone: bool = False) -> dict[str, Any]:
        try:
            row = self._ask.task(task or "")
        except NotFound:
            return {"task": None, "task_title": "", "project": None, "project_title": "", "gone": True}
        place = {"task": row.id, "task_title": row.title, "project": row.project}
        return {**place, "project_title": self._title(row.project), "gone": gone}

    def _title(self, project: str) -> str:
        return self._ask.project(project).title


def key_of(item: Mapping[str, Json]) -> str:
    """The name of an input that is no version of a work."""
    return f"{item.get('project') or ''}/{item['path']}@{item.get('commit') or ''}"


def members(run: Conversation) -> list[str]:
    """The names of the assistants that a run had."""
    team = run.team or {}
    return [str(member.get("name", "")) for member in team.get("assistants", ())]
