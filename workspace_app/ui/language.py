"""The language of the window: English in the sources, others from compiled translations."""

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from workspace_app import assets
from workspace_app.ui.preferences import Language


def locale_for(language: Language) -> QLocale:
    """The locale of a language setting; "system" is what the desktop says."""
    return QLocale.system() if language == "system" else QLocale(language)


def translation_name(locale: QLocale) -> str:
    """Name of the translation for a locale, "" for English."""
    if locale.language() == QLocale.Language.Chinese:
        return "zh_TW"
    return ""


def install(app: QCoreApplication, language: Language) -> None:
    """Give the application its translations; they belong to it from then on."""
    locale = locale_for(language)
    name = translation_name(locale)
    QLocale.setDefault(locale if language == "system" else QLocale(language))
    if not name:
        return
    folders = (
        (QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath), f"qtbase_{name}"),
        (str(assets.path("translations")), f"workspace_{name}"),
    )
    for folder, file in folders:
        translator = QTranslator(app)
        if translator.load(file, folder):
            app.installTranslator(translator)
