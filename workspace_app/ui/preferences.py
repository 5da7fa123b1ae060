"""What the window remembers for itself: look, language, keys and geometry."""

from pathlib import Path
from typing import Literal, cast

from PySide6.QtCore import QByteArray, QSettings

from workspace_app.ui.theme import Mode

Language = Literal["system", "en", "zh_TW"]
SendKey = Literal["enter", "ctrl+enter"]
LONG_CONVERSATION = 100_000


class Preferences:
    """The file `window.ini` of a data folder. What it holds can be lost without loss: it is how the window looks.

    Args:
        home: the data folder.
    """

    def __init__(self, home: Path) -> None:
        self._settings = QSettings(str(home / "window.ini"), QSettings.Format.IniFormat)

    @property
    def theme(self) -> Mode:
        """ "system", "light" or "dark"."""
        return cast(Mode, self._choice("theme", ("system", "light", "dark")))

    @theme.setter
    def theme(self, mode: Mode) -> None:
        self._settings.setValue("theme", mode)

    @property
    def language(self) -> Language:
        """ "system", "en" or "zh_TW"; takes effect at the next start."""
        return cast(Language, self._choice("language", ("system", "en", "zh_TW")))

    @language.setter
    def language(self, language: Language) -> None:
        self._settings.setValue("language", language)

    @property
    def send_key(self) -> SendKey:
        """Which key sends a message."""
        return cast(SendKey, self._choice("send_key", ("enter", "ctrl+enter")))

    @send_key.setter
    def send_key(self, key: SendKey) -> None:
        self._settings.setValue("send_key", key)

    @property
    def long_conversation(self) -> int:
        """Tokens read for one answer from which a conversation counts as long (R58)."""
        value = self._settings.value("long_conversation", LONG_CONVERSATION)
        return int(str(value)) if str(value).isdecimal() else LONG_CONVERSATION

    @long_conversation.setter
    def long_conversation(self, tokens: int) -> None:
        self._settings.setValue("long_conversation", tokens)

    def state(self, name: str) -> QByteArray:
        """A kept geometry or state; empty if there is none."""
        value = self._settings.value(f"state/{name}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def keep_state(self, name: str, value: QByteArray) -> None:
        """Keep a geometry or state."""
        self._settings.setValue(f"state/{name}", value)

    def flag(self, name: str, default: bool) -> bool:
        """A kept yes or no."""
        return bool(self._settings.value(f"flags/{name}", default, type=bool))

    def keep_flag(self, name: str, value: bool) -> None:
        """Keep a yes or no."""
        self._settings.setValue(f"flags/{name}", value)

    def _choice(self, name: str, allowed: tuple[str, ...]) -> str:
        value = self._settings.value(name, allowed[0])
        return value if value in allowed else allowed[0]
