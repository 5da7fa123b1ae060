"""A conversation of any length: some sixty real message widgets around the place in view, over the store by number."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QScrollArea, QWidget

from workspace_app.domain.events import Event
from workspace_app.domain.records import Conversation, Message
from workspace_app.domain.status import ACTIVE
from workspace_app.store.redaction import part_of, rules_for
from workspace_app.ui.bridge import Bridge
from workspace_app.ui.live_message import LiveMessage
from workspace_app.ui.live_text import LiveTexts
from workspace_app.ui.message_column import MessageColumn
from workspace_app.ui.message_kinds import ToolMessage, message_widget
from workspace_app.ui.message_widget import MessageWidget
from workspace_app.ui.small_widgets import button
from workspace_app.ui.theme import Theme

PAGE = 10
OPENING = 30
MOUNTED = 80
EDGE = 600
"""Messages read at an edge, at opening, most that are kept; and pixels from an edge at which more are read."""


@dataclass(frozen=True)
class Place:
    """Where a person was reading: pixels by which the message's top is above (-) or below the view's top; or at the end."""

    seq: int
    offset: int
    at_end: bool


class ConversationView(QScrollArea):
    """The messages of one conversation, with those that are being written at the end.

    Signals:
        work_opened: a work was asked for; carries its id.
        request_opened: the request behind a message was asked for; carries the request's id.
        made_work: a message should become a work; carries the message's id.
        begin_requested: something new should begin at a message, see MessageActions.
    """

    work_opened = Signal(str)
    request_opened = Signal(str)
    made_work = Signal(str)
    begin_requested = Signal(str, int)

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bridge, self._theme = bridge, theme
        self._conversation: Conversation | None = None
        self._last_seq = self._hand = 0
        self._new = 0
        self._follow = True
        self._arranging = False
        self._query = ""
        self._texts = LiveTexts()
        self._live: dict[str, LiveMessage] = {}
        self._places: dict[str, Place] = {}
        self._column = MessageColumn()
        self._column.row_changed.connect(self._arrange)
        self.setWidget(self._column)
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self.viewport().setAutoFillBackground(True)
        self.setWidgetResizable(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Conversation"))
        self.verticalScrollBar().setSingleStep(24)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.to_latest = button("", "primary", parent=self)
        self.to_latest.clicked.connect(self.go_to_end)
        self.to_latest.hide()
        self._edges = QTimer(self)
        self._edges.setSingleShot(True)
        self._edges.setInterval(0)
        self._edges.timeout.connect(self._load_at_edges)

    # what is shown

    def conversation(self) -> Conversation | None:
        """The conversation that is shown."""
        return self._conversation

    def mounted(self) -> list[MessageWidget]:
        """The message widgets that exist now, in order."""
        return [row for row in self._column.rows() if isinstance(row, MessageWidget)]

    def at_end(self) -> bool:
        """Whether the newest message is in view, so that new ones are followed."""
        bar = self.verticalScrollBar()
        return self._tail_mounted() and bar.value() >= bar.maximum() - 8

    def show_conversation(self, conversation: Conversation | None) -> None:
        """Show a conversation where the person left it, at its end the first time; None shows nothing."""
        self._remember()
        self._conversation = conversation
        self._last_seq, self._hand = conversation.messages if conversation else 0, 0
        self._mount([])
        place = self._places.get(conversation.id) if conversation else None
        if place is None or place.at_end:
            self.go_to_end()
        else:
            self._mount_around(place.seq)
            self._scroll_to(place.seq, place.offset)

    def update_conversation(self, conversation: Conversation) -> None:
        """Take a newer state of the row that is shown: what is no longer under way loses its live text."""
        self._conversation = conversation
        if conversation.messages > self._last_seq:
            self._take_new()
        for row in self.mounted():
            if isinstance(row, ToolMessage):
                row.set_running(conversation.status in ACTIVE)
        if conversation.status not in ACTIVE:
            self._texts.stored(conversation.id, None)
            self._show_live()

    def go_to(self, seq: int, *, found: bool = False) -> None:
        """Bring a message into view, reading around it if need be; `found` points out that it was looked for."""
        if self._row_of(seq) is None:
            self._mount_around(seq)
        self._scroll_to(seq, self.viewport().height() // 4)
        self._follow = self.at_end()
        for row in self.mounted():
            row.point_out(found and row.first_seq <= seq <= row.last_seq)

    @Slot()
    def go_to_end(self) -> None:
        """Show the newest message and follow what comes."""
        if self._conversation is None:
            self._mount([])
        elif not self._tail_mounted() or not self.mounted():
            self._mount(self._page_before(self._last_seq + 1, OPENING))
        self._follow, self._new = True, 0
        self._arrange()
        self._show_latest_button()

    def focus_next(self, by: int) -> None:
        """Give the keyboard to the message in hand (0), the one below (1) or above (-1); to the last one in view at first."""
        rows = self.mounted()
        at = next((place for place, row in enumerate(rows) if row is self._in_hand()), None)
        if at is None:
            seen = [row for row in rows if not row.visibleRegion().isEmpty()]
            chosen = seen[-1] if seen else None
        else:
            chosen = rows[max(0, min(len(rows) - 1, at + by))]
        if chosen is None:
            self.setFocus()
        else:
            chosen.setFocus(Qt.FocusReason.TabFocusReason)
            self.ensureWidgetVisible(chosen, 0, 24)

    def offers(self, what: str) -> bool:
        """Whether something can begin at the message in hand: "continue", "edit" or "branch"."""
        row = self._in_hand()
        return row is not None and row.offers(what)

    def begin(self, what: str) -> None:
        """Begin something at the message in hand."""
        if (row := self._in_hand()) is not None:
            self.begin_requested.emit(what, row.message.seq)

    def _in_hand(self) -> MessageWidget | None:
        return self._row_of(self._hand)

    @Slot(int)
    def _take_in_hand(self, seq: int) -> None:
        """The last message that had the keyboard shows its buttons; those of the one before go."""
        before = self._in_hand()
        self._hand = seq
        if before is not None and before is not self._in_hand():
            before.show_actions(before.underMouse())

    def mark(self, text: str) -> None:
        """Mark what contains `text` in all that is shown; "" unmarks."""
        self._query = text
        for row in self.mounted():
            row.mark(text if text and text.casefold() in row.message.text.casefold() else "")
            row.point_out(False)
        self._arrange()

    def take_events(self, events: Sequence[Event]) -> None:
        """Take what the engine tells: text under way of any conversation, new messages of this one."""
        shown = self._conversation.id if self._conversation else None
        fresh = changed = False
        for event in events:
            if event.kind == "delta" and event.conversation:
                self._texts.add(event.conversation, event.source or "", event.text, event.restart)
            elif event.kind == "message" and event.conversation:
                self._texts.stored(event.conversation, event.source)
                fresh = fresh or event.conversation == shown
            else:
                continue
            changed = changed or event.conversation == shown
        if fresh:
            self._take_new()
        if changed:
            self._show_live()

    # mounting

    def _page_before(self, seq: int, limit: int) -> list[Message]:
        """A page upward that does not begin with what belongs to the line above it."""
        assert self._conversation is not None
        page = self._bridge.queries.messages_before(self._conversation.id, seq, limit)
        while page and (page[0].kind == "tool_result" or _is_memory(page[0])) and page[0].seq > 1:
            page = self._bridge.queries.messages_before(self._conversation.id, page[0].seq, 2) + page
        return page

    def _mount(self, messages: Sequence[Message]) -> None:
        self._column.remove(0, len(self._column.rows()))
        self._live = {}
        self._column.insert(0, self._widgets(messages))
        self._show_live()

    def _mount_around(self, seq: int) -> None:
        assert self._conversation is not None
        before = self._page_before(seq, OPENING // 2)
        self._mount(before + self._bridge.queries.messages(self._conversation.id, seq - 1, OPENING))
        self._follow = False
        self._arrange()

    def _widgets(self, messages: Sequence[Message], before: Sequence[MessageWidget] = ()) -> list[MessageWidget]:
        made: list[MessageWidget] = []
        running = self._conversation is not None and self._conversation.status in ACTIVE
        team = self._conversation.team if self._conversation is not None else None
        for message in messages:
            if message.seq > self._last_seq:
                break  # it was stored while these were read; its own event brings it, once
            previous = made[-1] if made else before[-1] if before else None
            if message.kind == "tool_result" and _give_results([*before, *made], message):
                continue
            if previous is not None and _is_memory(message):
                previous.last_seq = message.seq
                continue
            same = previous is not None and _same_speaker(previous.message, message)
            rules = rules_for(team, part_of(message.source, message.kind))
            widget = message_widget(self._theme, message, self._column, same_speaker=same, running=running, rules=rules)
            widget.work_opened.connect(self.work_opened)
            widget.request_opened.connect(self.request_opened)
            widget.made_work.connect(self.made_work)
            widget.begin_requested.connect(self.begin_requested)
            widget.taken.connect(self._take_in_hand)
            if self._query and self._query.casefold() in message.text.casefold():
                widget.mark(self._query)
            made.append(widget)
        return made

    def _take_new(self) -> None:
        assert self._conversation is not None
        tail, known = self._tail_mounted(), self._last_seq
        self._last_seq = max(known, self._bridge.queries.conversation(self._conversation.id).messages)
        count = self._last_seq - known
        if self._follow and count > OPENING:
            self._mount(self._page_before(self._last_seq + 1, OPENING))
        elif tail and (self._follow or len(self.mounted()) + count <= MOUNTED):
            self._append(self._bridge.queries.messages(self._conversation.id, known))
        if self._follow:
            self._drop_above()
        else:
            self._new += count
        self._arrange()
        self._show_latest_button()

    def _append(self, messages: Sequence[Message]) -> None:
        rows = self.mounted()
        self._column.insert(len(rows), self._widgets(messages, rows))

    def _show_live(self) -> None:
        """Bring the live widgets at the end in step with the texts under way."""
        texts = self._texts.of(self._conversation.id) if self._conversation and self._tail_mounted() else {}
        for source in [source for source in self._live if source not in texts]:
            at = list(self._column.rows()).index(self._live.pop(source))
            self._column.remove(at, at + 1)
        for source, text in texts.items():
            if source not in self._live:
                self._live[source] = LiveMessage(self._theme, source, self._column)
                self._column.insert(len(self._column.rows()), [self._live[source]])
            if self._live[source].text() != text:
                self._live[source].show_text(text)
        self._arrange()

    @Slot()
    def _load_at_edges(self) -> None:
        rows, bar = self.mounted(), self.verticalScrollBar()
        if not rows or self._conversation is None:
            return
        if bar.value() < EDGE and rows[0].first_seq > 1:
            self._column.insert(0, self._widgets(self._page_before(rows[0].first_seq, PAGE)))
            self._drop_below()
            self._arrange()
        elif bar.maximum() - bar.value() < EDGE and not self._tail_mounted():
            self._append(self._bridge.queries.messages(self._conversation.id, rows[-1].last_seq, PAGE))
            self._drop_above()
            self._show_live()

    def _drop_above(self) -> None:
        extra = len(self.mounted()) - MOUNTED
        if extra > 0:
            self._column.remove(0, extra)

    def _drop_below(self) -> None:
        rows = self.mounted()
        if len(rows) > MOUNTED:
            self._column.remove(MOUNTED, len(self._column.rows()))
            self._live = {}

    # places

    def _tail_mounted(self) -> bool:
        rows = self.mounted()
        return rows[-1].last_seq >= self._last_seq if rows else self._last_seq == 0

    def _row_of(self, seq: int) -> MessageWidget | None:
        return next((row for row in self.mounted() if row.first_seq <= seq <= row.last_seq), None)

    def _scroll_to(self, seq: int, offset: int) -> None:
        row = self._row_of(seq)
        if row is not None:
            self.verticalScrollBar().setValue(row.y() - offset)

    def _top_row(self) -> QWidget | None:
        return self._column.row_at(self.verticalScrollBar().value())

    def _remember(self) -> None:
        row = self._top_row()
        if self._conversation is not None and isinstance(row, MessageWidget):
            offset = row.y() - self.verticalScrollBar().value()
            self._places[self._conversation.id] = Place(row.first_seq, offset, self._follow)

    @Slot()
    def _arrange(self) -> None:
        """Place the rows again, keeping what the person reads where it is."""
        if self._arranging:
            return
        self._arranging = True
        anchor = self._top_row()
        offset = anchor.y() - self.verticalScrollBar().value() if anchor else 0
        self._column.arrange(self.viewport().width())
        bar = self.verticalScrollBar()
        if self._follow:
            bar.setValue(bar.maximum())
        elif anchor is not None:
            bar.setValue(anchor.y() - offset)
        self._arranging = False
        self._edges.start()

    @Slot()
    def _scrolled(self) -> None:
        if self._arranging:
            return
        self._follow = self.at_end()
        if self._follow:
            self._new = 0
        self._show_latest_button()
        self._edges.start()

    def _show_latest_button(self) -> None:
        self.to_latest.setVisible(not self._follow and bool(self.mounted()))
        text = self.tr("New messages: {0}").format(self._new) if self._new else self.tr("To the latest")
        self.to_latest.setText(f"↓  {text}")
        self.to_latest.setAccessibleName(text)
        self.to_latest.setToolTip(self.tr("Go to the latest message (End)"))
        self.to_latest.adjustSize()
        view = self.viewport().geometry()
        self.to_latest.move(
            view.center().x() - self.to_latest.width() // 2, view.bottom() - self.to_latest.height() - 8
        )
        self.to_latest.raise_()

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self._show_latest_button()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._arrange()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() == Qt.KeyboardModifier.AltModifier and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.focus_next(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() == Qt.Key.Key_End:
            self.go_to_end()
        elif event.key() == Qt.Key.Key_Home:
            self.go_to(1)
        else:
            super().keyPressEvent(event)


def _same_speaker(before: Message, message: Message) -> bool:
    """Whether it need not be said again who speaks, and by which model (L27)."""
    return before.source == message.source and message.model in ("", before.model)


def _is_memory(message: Message) -> bool:
    """Whether it holds only what the engine goes on with, such as an answer whose outcome the next line tells."""
    return message.kind == "notice" and not message.text


def _give_results(rows: Sequence[MessageWidget], message: Message) -> bool:
    """Show results with their calls, though the app may have said something in between; False if these are not in sight."""
    for row in reversed(rows):
        if isinstance(row, ToolMessage):
            taken = row.take_results(message)
            if taken:
                rows[-1].last_seq = message.seq
            return taken
        if row.message.kind != "notice":
            return False
    return False
