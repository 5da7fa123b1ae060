"""Which version was made from which, and what is out of date because of that (R60, R65)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from workspace_app.domain.records import Json


@dataclass(frozen=True)
class Step:
    """A step, as far as descent goes.

    Args:
        done: whether it is finished, so that works that needed no approval count.
        gone: whether its task was deleted: nothing of it is out of date or runs again.
    """

    id: str
    task: str
    n: int
    done: bool
    gone: bool = False


@dataclass(frozen=True)
class Run:
    """A run of a step: `inputs` as a conversation records them (R65)."""

    id: str
    step: str
    n: int
    started_at: datetime
    inputs: tuple[Mapping[str, Json], ...]


@dataclass(frozen=True)
class Work:
    """A work; `kept_at` is when the person last said that it is still good as it is."""

    id: str
    step: str
    path: str
    title: str
    kept_at: datetime | None = None


@dataclass(frozen=True)
class Version:
    """A version of a work; `run` is None for one of the person's own outside of any run."""

    id: str
    work: str
    n: int
    commit: str | None
    run: str | None
    by_person: bool
    created_at: datetime
    approved_at: datetime | None = None

    @property
    def accepted_at(self) -> datetime:
        """Since when it counts."""
        return self.approved_at or self.created_at


@dataclass(frozen=True)
class Cause:
    """Why something is out of date: it was made from version `used`, in whose place is version `now`."""

    used: str
    now: str


def read_at(item: Mapping[str, Json]) -> datetime | None:
    """When the person put an input in while the run was under way; None if the run began with it."""
    return datetime.fromisoformat(item["at"]) if item.get("at") else None


class Descent:
    """The descent of all versions. It holds for any records, also for ones that go in a circle."""

    def __init__(
        self, steps: Iterable[Step], runs: Iterable[Run], works: Iterable[Work], versions: Iterable[Version]
    ) -> None:
        self.steps = {step.id: step for step in steps}
        self.runs = {run.id: run for run in runs}
        self.works = {work.id: work for work in works}
        self.versions = {version.id: version for version in versions}
        self._of_work: dict[str, list[Version]] = {}
        for version in sorted(self.versions.values(), key=lambda version: version.n):
            self._of_work.setdefault(version.work, []).append(version)
        self._of_step: dict[str, list[Work]] = {}
        for work in self.works.values():
            self._of_step.setdefault(work.step, []).append(work)
        self._of_commit: dict[str, list[Version]] = {}
        for version in self.versions.values():
            self._of_commit.setdefault(version.commit or "", []).append(version)
        self._causes: dict[str, tuple[Cause, ...]] = {}

    # what was made from what

    def newest(self, work: str) -> Version:
        """The newest version of a work."""
        return self._of_work[work][-1]

    def found(self, item: Mapping[str, Json]) -> str | None:
        """The version that an entry of a run's inputs names; None if it is no version of a work."""
        if item.get("id") in self.versions:
            return str(item["id"])
        made = self._of_commit.get(item["commit"], []) if item.get("commit") else []
        # A work that was moved since is found by its commit alone.
        there = [version for version in made if self.works[version.work].path == item["path"]] or made
        return there[0].id if len(there) == 1 else None

    def sources(self, version: str) -> list[str]:
        """The versions that one was made from directly: the one before it, and what its run read."""
        previous = self._previous(self.versions[version])
        read = [found for item in self.inputs(version) if (found := self.found(item)) and found != version]
        return list(dict.fromkeys([*([previous.id] if previous else []), *read]))

    def inputs(self, version: str) -> tuple[Mapping[str, Json], ...]:
        """What the run of a version had read until then; for later versions of the same run what is new, as they go on from the one before."""
        made = self.versions[version]
        if made.by_person or made.run not in self.runs:
            return ()
        before = (other for other in self._of_work[made.work] if other.n < made.n)
        since = [other.created_at for other in before if other.run == made.run and not other.by_person]

        def is_new(item: Mapping[str, Json]) -> bool:
            at = read_at(item)
            return not since if at is None else at <= made.created_at and (not since or at > since[-1])

        return tuple(item for item in self.runs[made.run].inputs if is_new(item))

    def results(self) -> dict[str, list[str]]:
        """For each version what was made from it directly."""
        found: dict[str, list[str]] = {}
        for version in self.versions:
            for source in self.sources(version):
                found.setdefault(source, []).append(version)
        return found

    # what is out of date

    def stale(self) -> set[str]:
        """The works whose newest version is out of date; plans never are (R60)."""
        shown = [work for work in self.works.values() if (step := self.steps[work.step]).n and not step.gone]
        return {work.id for work in shown if work.id in self._of_work and self.causes(self.newest(work.id).id)}

    def causes(self, version: str) -> tuple[Cause, ...]:
        """Why a version is out of date, nothing if it is not.

        It is when something that its run read has a newer approved version since, or is itself out of date. A step's own
        works do not count: a revision is not out of date because it came in the place of what it was made from.
        """
        if version not in self._causes:
            self._causes[version] = ()  # what is asked for again on the way here goes in a circle
            self._causes[version] = tuple(dict.fromkeys(self._find_causes(self.versions[version])))
        return self._causes[version]

    def current(self, step: str) -> list[Work]:
        """The works of a step's newest run that has any, and those of the person's own outside of runs (R46)."""
        works = [work for work in self._of_step.get(step, ()) if work.id in self._of_work]
        made_in = {work.id: self.runs.get(self._of_work[work.id][0].run or "") for work in works}
        newest = max((run.n for run in made_in.values() if run), default=0)
        return [work for work in works if (run := made_in[work.id]) is None or run.n == newest]

    def _find_causes(self, version: Version) -> Iterator[Cause]:
        run, work = self._basis(version), self.works[version.work]
        for item in run.inputs if run else ():
            used, at = self.found(item), read_at(item)
            if run is None or used is None or self._step_of(used) == work.step or (at and at > version.created_at):
                continue
            now = self._follower(self.versions[used])
            direct = [Cause(used, now.id)] if now and now.accepted_at > (at or run.started_at) else []
            for cause in direct if now else self.causes(used):
                since = self.versions[cause.now].accepted_at
                if self._step_of(cause.now) != work.step and (work.kept_at is None or since > work.kept_at):
                    yield cause

    def _basis(self, version: Version) -> Run | None:
        """The run that a version rests on; what the person edited rests on what the version before it does."""
        at: Version | None = version
        while at is not None and (at.by_person or at.run is None):
            at = self._previous(at)
        return self.runs.get(at.run or "") if at is not None else None

    def _previous(self, version: Version) -> Version | None:
        before = [other for other in self._of_work[version.work] if other.n < version.n]
        return before[-1] if before else None

    def _follower(self, used: Version) -> Version | None:
        """The version that later steps read in the place of this one; None if it is still this one."""
        work = self.works[used.work]
        current = self.current(work.step)
        if work in current:
            now = self._accepted(work)
            return now if now is not None and now.n > used.n else None
        alike = sorted(current, key=lambda other: other.title.casefold() != work.title.casefold())
        return next((now for other in alike if (now := self._accepted(other))), None)

    def _accepted(self, work: Work) -> Version | None:
        approved = [version for version in self._of_work[work.id] if version.approved_at is not None]
        if approved:
            return approved[-1]
        return self.newest(work.id) if self.steps[work.step].done else None

    def _step_of(self, version: str) -> str:
        return self.works[self.versions[version].work].step

    # running again

    def run_again(self, task: str | None = None) -> list[str]:
        """The steps to run again so that nothing is out of date, each after those that it reads from.

        Args:
            task: only its steps, those that rest on them, and what all these rest on, in any task; None for all.
        """
        stale = self.stale()
        steps = [step for step in self.steps if any(work.id in stale for work in self.current(step))]
        before = {step: self._reads_from(step) & set(steps) - {step} for step in steps}
        if task is not None:
            after: dict[str, set[str]] = {step: {one for one in steps if step in before[one]} for step in steps}
            own = [step for step in steps if self.steps[step].task == task]
            steps = list(_reached(_reached(own, after), before))
        return self._in_order(steps, before)

    def _reads_from(self, step: str) -> set[str]:
        bases = [self._basis(self.newest(work.id)) for work in self.current(step)]
        found = [self.found(item) for run in bases if run for item in run.inputs]
        return {self._step_of(version) for version in found if version}

    def _in_order(self, steps: Iterable[str], before: Mapping[str, set[str]]) -> list[str]:
        left = sorted(steps, key=lambda step: (self.steps[step].task, self.steps[step].n))
        order: list[str] = []
        while left:
            # Where steps read from one another in a circle, the first of them begins.
            free = next((step for step in left if not before[step] & set(left)), left[0])
            order.append(free)
            left.remove(free)
        return order


def _reached(start: Iterable[str], ways: Mapping[str, set[str]]) -> set[str]:
    found, open_ = set(start), list(start)
    while open_:
        new = ways.get(open_.pop(), set()) - found
        found |= new
        open_ += new
    return found
