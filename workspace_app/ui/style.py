"""The application's style sheet: shapes and spacing of Qt's own controls, in the theme's colours.

A control chooses its look by the property `kind`: buttons "primary", "quiet" or "danger"; labels "title", "heading", "muted" or "error";
frames "card" or "banner".
"""

from collections.abc import Mapping

_SHEET = """
QToolTip { background: {card}; color: {text}; border: 1px solid {line}; padding: 4px 6px; }
QPushButton {
  background: {card}; color: {text}; border: 1px solid {line}; border-radius: 6px; padding: 5px 12px; min-height: 18px;
}
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QPushButton:hover { background: {hover}; }
QPushButton:pressed, QPushButton:checked { background: {selected}; }
QPushButton:disabled { color: {muted}; background: {window}; }
QPushButton:focus { border: 2px solid {accent}; padding: 4px 11px; }
QPushButton[kind="primary"] { background: {accent}; color: {accent_text}; border-color: {accent}; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: {accent_hover}; }
QPushButton[kind="primary"]:focus { border: 2px solid {text}; }
QPushButton[kind="primary"]:disabled { background: {line}; border-color: {line}; color: {muted}; }
QPushButton[kind="quiet"] { background: transparent; border-color: transparent; }
QPushButton[kind="quiet"]:hover { background: {hover}; }
QPushButton[kind="quiet"]:checked { background: {selected}; }
QPushButton[kind="quiet"]:focus { border-color: {accent}; }
QPushButton[kind="danger"] { color: {danger}; }
QPushButton[kind="chip"] { border-radius: 14px; padding: 4px 12px; }
QPushButton[kind="chip"]:checked { background: {selected}; border-color: {accent}; }
QPushButton[kind="chip"]:focus { padding: 3px 11px; }
QPushButton[kind="nav"] {
  background: transparent; border: 1px solid transparent; border-radius: 6px; padding: 6px 10px; margin: 0 8px; text-align: left;
}
QPushButton[kind="nav"]:hover { background: {hover}; }
QPushButton[kind="nav"]:checked { background: {selected}; }
QPushButton[kind="nav"]:focus { border-color: {accent}; }
QToolButton { background: transparent; border: 2px solid transparent; border-radius: 6px; padding: 3px; }
QToolButton:hover { background: {hover}; }
QToolButton:pressed, QToolButton:checked { background: {selected}; }
QToolButton:focus { border-color: {accent}; }
QToolButton::menu-indicator { image: none; }
QLineEdit, QPlainTextEdit, QComboBox, QAbstractSpinBox {
  background: {base}; color: {text}; border: 1px solid {line}; border-radius: 6px; padding: 5px 8px;
  selection-background-color: {accent}; selection-color: {accent_text};
}
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus, QAbstractSpinBox:focus { border: 2px solid {accent}; padding: 4px 7px; }
QLineEdit:disabled, QPlainTextEdit:disabled, QComboBox:disabled { color: {muted}; background: {window}; }
QComboBox::drop-down { border: 0; width: 24px; }
QComboBox::down-arrow { image: url("{chevron}"); width: 14px; height: 14px; }
QComboBox QAbstractItemView { background: {card}; border: 1px solid {line}; padding: 4px; selection-background-color: {selected};
  selection-color: {text}; outline: 0; }
QCheckBox::indicator, QAbstractItemView::indicator, QGroupBox::indicator {
  width: 14px; height: 14px; border: 1px solid {muted}; border-radius: 4px; background: {base};
}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked, QGroupBox::indicator:checked {
  background: {accent}; border-color: {accent}; image: url("{tick}");
}
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: {accent}; }
QCheckBox:focus, QRadioButton:focus { background: {hover}; border-radius: 4px; }
QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid {muted}; border-radius: 8px; background: {base}; }
QRadioButton::indicator:checked { width: 6px; height: 6px; border: 5px solid {accent}; }
QMenu { background: {card}; border: 1px solid {line}; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: {selected}; color: {text}; }
QMenu::item:disabled { color: {muted}; }
QMenu::separator { height: 1px; background: {line}; margin: 4px 8px; }
QMenu::icon { padding-left: 8px; }
QMenuBar { background: {panel}; border-bottom: 1px solid {line}; padding: 1px 4px; }
QMenuBar::item { padding: 5px 10px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: {hover}; }
QScrollArea { background: transparent; border: 0; }
ConversationView { background: palette(base); }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: {line}; border-radius: 4px; margin: 2px; }
QScrollBar::handle:hover { background: {muted}; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QSplitter::handle { background: {line}; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: {accent}; }
QTabWidget::pane { border: 0; border-top: 1px solid {line}; }
QTabBar::tab { background: transparent; color: {muted}; padding: 7px 12px; border: 0; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: {text}; }
QTabBar::tab:selected { color: {text}; border-bottom-color: {accent}; }
QTabBar::tab:focus { background: {hover}; }
QFrame[kind="card"] { background: {card}; border: 1px solid {line}; border-radius: 8px; }
QFrame[kind="panel"] { background: {panel}; border: 0; }
QFrame[kind="panel"] QTreeView { background: transparent; border: 0; }
QFrame[kind="popup"] { background: {card}; border: 1px solid {line}; border-radius: 10px; }
QFrame[kind="banner"] { background: {warning_soft}; border: 1px solid {line}; border-radius: 8px; }
QFrame[kind="line"] { background: {line}; border: 0; max-height: 1px; min-height: 1px; }
QLabel[kind="title"] { font-size: 20px; font-weight: 600; }
QLabel[kind="heading"] { font-size: 15px; font-weight: 600; }
QLabel[kind="strong"] { font-weight: 600; }
QLabel[kind="muted"] { color: {muted}; }
QLabel[kind="error"] { color: {danger}; }
"""


def sheet(colors: Mapping[str, str], chevron: str, tick: str) -> str:
    """The style sheet in `colors`; `chevron` and `tick` are the paths of the arrow of combo boxes and of the tick of check boxes, posix."""
    text = _SHEET
    for name, value in {**colors, "chevron": chevron, "tick": tick}.items():
        text = text.replace("{" + name + "}", value)
    return text
