"""The comments on the work that is shown: written, listed, changed, resolved and deleted here (R54)."""

from functools import partial
from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from workspace_app.domain.comments import Comment
from workspace_app.domain.events import Event
from workspace_app.domain.records import Version, Work
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.comment_editor import CommentEditor, Draft
from workspace_app.ui.comment_list import CommentList
from workspace_app.ui.comment_words import Remark, count_words
from workspace_app.ui.fields import ProblemLabel
from workspace_app.ui.small_widgets import button, label
from workspace_app.ui.theme import Theme


class CommentsPane(QWidget):
    """Comments placed in one version of one work.

    Signals:
        changed: what `remarks` gives is new.
        chosen: a comment's passage should be shown; carries its id.
        left: writing a comment has ended, so the keyboard belongs to the text again.
        writing: a comment is begun, or is not written any more.
    """

    changed = Signal()
    chosen = Signal(str)
    left = Signal()
    writing = Signal()

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._work = self._version = ""
        self._asked = 0
        self._beside = self._teaching = False
        self._remarks: list[Remark] = []
        self._rows: dict[str, Comment] = {}
        self._deleted: list[Comment] = []
        self._drafts: dict[str, Draft] = {}
        self.editor = CommentEditor(theme, self)
        self.list = CommentList(theme, self)
        self.problem = ProblemLabel(self)
        self._teach = label(
            self.tr("To comment on a passage, select it and press Comment (Ctrl+Alt+M)."), "muted", self
        )
        self._teach.setWordWrap(True)
        self._said = label("", "muted", self)
        self.undo = button(self.tr("Undo"), "quiet", self.tr("Bring it back, as open"), self)
        self._lay_out()
        self._connect()
        self._offer_undo([])

    # what is shown

    def show_version(self, work: Work | None, version: Version | None) -> None:
        """Show the comments as they lie in a version; what is being written stays with its work."""
        shown = (work.id, version.id) if work and version else ("", "")
        if shown == (self._work, self._version):
            return
        if shown[0] != self._work:
            self._put_away()
            self._take([], [])
        self._work, self._version = shown
        if draft := self._drafts.pop(shown[0], None):
            self._open(draft)
        self.load()

    def remarks(self) -> list[Remark]:
        """The comments, placed in the version that is shown."""
        return self._remarks

    def open_remarks(self) -> list[Remark]:
        """Those that go along with the next revision."""
        return [remark for remark in self._remarks if remark.open]

    def begin(self, draft: Draft) -> None:
        """Write a comment; text that was typed for another passage is taken along."""
        typed = self.editor.text.toPlainText() if self.editor.draft and not self.editor.draft.comment else ""
        self._open(draft if draft.text else Draft(**{**vars(draft), "text": typed}))

    def choose(self, comment: str) -> None:
        """Show a comment as the current one."""
        self.list.set_current(comment)

    @Slot()
    def load(self) -> None:
        """Read the comments again."""
        if not self._work:
            return
        self._asked += 1
        done, failed = partial(self._loaded, self._asked, self._work), partial(self._not_loaded, self._asked)
        self._bridge.call("comments", work=self._work, version=self._version, done=done, failed=failed)

    def _loaded(self, asked: int, work: str, found: list[dict[str, Any]]) -> None:
        if asked == self._asked:
            queries = self._bridge.queries
            rows = [*queries.comments(work), *queries.answered_comments(work)]
            self._take([Remark.read(one) for one in found], rows)

    def _not_loaded(self, asked: int, sentence: str) -> None:
        # A work that is no text, or not in git yet, has no comments; the preview says what is the matter with it.
        if asked == self._asked:
            self._take([], [])

    def _take(self, remarks: list[Remark], rows: list[Comment]) -> None:
        self._rows = {row.id: row for row in rows}
        if remarks != self._remarks:
            self._remarks = remarks
            self.list.show_remarks(remarks)
            self._fit()
            self.changed.emit()

    # writing

    def _put_away(self) -> None:
        """Keep what is being written for when its work is shown again."""
        draft = self.editor.draft
        if draft is not None and self.editor.text.toPlainText().strip():
            self._drafts[draft.work] = Draft(**{**vars(draft), "text": self.editor.text.toPlainText()})
        self._close()
        self.problem.show_problem("")
        self._offer_undo([])

    def _open(self, draft: Draft) -> None:
        self.editor.open(draft)
        self._fit()
        self.writing.emit()

    def _close(self) -> None:
        self.editor.close_it()
        self._fit()
        self.writing.emit()

    def set_beside(self, on: bool) -> None:
        """Whether there is room for the list while a comment is written."""
        self._beside = on
        self._fit()

    def _fit(self) -> None:
        writing = self.editor.draft is not None
        self.list.setVisible(bool(self._remarks) and (self._beside or not writing))
        self._teach.setVisible(self._teaching and not self._remarks and not writing)

    def set_teaching(self, on: bool) -> None:
        """Whether to say how a comment is made, where there is none."""
        self._teaching = on
        self._fit()

    @Slot()
    def _keep(self) -> None:
        draft = self.editor.draft
        if draft is None:
            return
        self.editor.set_busy(True)
        text = self.editor.text.toPlainText()
        answers: dict[str, Any] = {"done": partial(self._kept, draft), "failed": partial(self._not_kept, draft)}
        if draft.comment:
            self._bridge.call("edit_comment", comment=draft.comment, text=text, **answers)
        else:
            passage: dict[str, Any] = {"version": draft.version, "start": draft.start, "end": draft.end}
            self._bridge.call("comment", text=text, **passage, **answers)

    def _kept(self, draft: Draft, _result: object) -> None:
        self._drafts.pop(draft.work, None)
        if self.editor.draft == draft:
            self._close()
            self.left.emit()
        self._offer_undo([])
        self.load()

    def _not_kept(self, draft: Draft, sentence: str) -> None:
        if self.editor.draft == draft:
            self.editor.set_busy(False)
            self.editor.problem.show_problem(sentence)

    @Slot()
    def _cancel(self) -> None:
        self._close()
        self.left.emit()

    @Slot(str)
    def _edit(self, comment: str) -> None:
        row = self._rows.get(comment)
        if row is not None:
            self._open(Draft(row.work, row.version_id, row.start, row.end, row.quote, row.text, row.id))

    # resolving and deleting

    @Slot(str, bool)
    def _resolve(self, comment: str, resolved: bool) -> None:
        self._call("resolve_comment", comment=comment, resolved=resolved)

    @Slot(str)
    def _delete(self, comment: str) -> None:
        self._delete_all([comment])

    @Slot()
    def clear(self) -> None:
        """Delete the comments that would go along with a revision."""
        self._delete_all([remark.id for remark in self.open_remarks()])

    def _delete_all(self, comments: list[str]) -> None:
        self._offer_undo([self._rows[comment] for comment in comments if comment in self._rows])
        self._asked += 1  # what is on its way was read before
        self._take([remark for remark in self._remarks if remark.id not in comments], list(self._rows.values()))
        for comment in comments:
            self._call("delete_comment", comment=comment)

    @Slot()
    def _undelete(self) -> None:
        for row in self._deleted:
            passage: dict[str, Any] = {"version": row.version_id, "start": row.start, "end": row.end}
            done = partial(self._undeleted, row.resolved)
            self._bridge.call("comment", text=row.text, **passage, done=done, failed=self.problem.show_problem)
        self._offer_undo([])

    def _undeleted(self, resolved: bool, made: dict[str, Any]) -> None:
        if resolved:
            self._call("resolve_comment", comment=made["id"])
        self.load()

    def _call(self, verb: str, **arguments: Any) -> None:
        self.problem.show_problem("")
        self._bridge.call(verb, done=self._done, failed=self._fail, **arguments)

    def _done(self, _result: object) -> None:
        self.load()

    def _fail(self, sentence: str) -> None:
        self.problem.show_problem(sentence)
        self.load()

    def _offer_undo(self, deleted: list[Comment]) -> None:
        self._deleted = deleted
        self._said.setText(self.tr("{comments} deleted.").format(comments=count_words(len(deleted))))
        self._said.setVisible(bool(deleted))
        self.undo.setVisible(bool(deleted))

    @Slot(list)
    def _read_events(self, events: list[Event]) -> None:
        if any(event.kind == "work" and event.id == self._work for event in events):
            self.load()

    # making

    def _lay_out(self) -> None:
        undo = QHBoxLayout()
        undo.addWidget(self._said)
        undo.addWidget(self.undo)
        undo.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.editor)
        layout.addWidget(self._teach)
        layout.addWidget(self.list)
        layout.addWidget(self.problem)
        layout.addLayout(undo)
        layout.addStretch(1)

    def _connect(self) -> None:
        self.editor.kept.connect(self._keep)
        self.editor.cancelled.connect(self._cancel)
        self.list.chosen.connect(self.chosen)
        self.list.edit_requested.connect(self._edit)
        self.list.delete_requested.connect(self._delete)
        self.list.resolve_requested.connect(self._resolve)
        self.undo.clicked.connect(self._undelete)
        self._bridge.events_ready.connect(self._read_events)
