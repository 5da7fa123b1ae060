"""What tool servers, permissions, budgets and models say, sentence by sentence; see `engine_words`."""

from PySide6.QtCore import QT_TRANSLATE_NOOP

SENTENCES = (
    # Tool servers.
    QT_TRANSLATE_NOOP("Engine", "The address of the tool server “{0}” must begin with http:// or https://."),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” has the type “{1}”: choose stdio, http or sse."),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” must be an object."),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” names no command to start, and no url."),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” needs the environment variable {1}, which is not set."),
    QT_TRANSLATE_NOOP("Engine", 'Tool servers are given as {"mcpServers": {"NAME": {"command": ..., "args": [...]}}}.'),
    QT_TRANSLATE_NOOP("Engine", "“args” of the tool server “{0}” must be a list of texts."),
    QT_TRANSLATE_NOOP(
        "Engine", "“{0}” is no name for a tool server: use letters, digits, spaces and . @ - _, at most 64."
    ),
    QT_TRANSLATE_NOOP("Engine", "“{0}” of the tool server “{1}” must be a text."),
    QT_TRANSLATE_NOOP("Engine", "“{0}” of the tool server “{1}” must be an object of texts."),
    QT_TRANSLATE_NOOP("Engine", "The answer of the tool server “{0}” cannot be read: {1}"),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” answered: {1}"),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The tool server “{0}” describes a tool at a length that no model takes ({1}): its name may have {2} characters, its arguments {3}.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The tool server “{0}” did not answer within {1} seconds. The call was given up, and it is not known what came of it.",
    ),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” does not come to an end of its tools; at most {1} are taken."),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” failed and is tried again in {1} seconds. {2}"),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” is switched off in the settings."),
    QT_TRANSLATE_NOOP("Engine", "The keyring has no value for {0} of the tool server “{1}”: set it again."),
    QT_TRANSLATE_NOOP("Engine", "The tool server “{0}” cannot be brought back after a restart: add it again."),
    QT_TRANSLATE_NOOP("Engine", "The tool servers could not be written to {0}: {1}."),
    QT_TRANSLATE_NOOP("Engine", "The tool servers in {0} cannot be read ({1}): mend or remove the file."),
    QT_TRANSLATE_NOOP("Engine", "There is a tool server “{0}” again; it stays as it is."),
    QT_TRANSLATE_NOOP("Engine", "There is no tool server “{0}” in your settings."),
    QT_TRANSLATE_NOOP("Engine", "the tool server “{0}” names a value of your keyring; it must be ${NAME} instead."),
    QT_TRANSLATE_NOOP("Engine", "There is no program “{0}” on this machine: install it, or correct the command."),
    QT_TRANSLATE_NOOP("Engine", "There are two tools called “{0}”: take one away, or the middleware that brings it."),
    # Permissions, budgets and prices.
    QT_TRANSLATE_NOOP("Engine", "A permission says allow or never; not {0}."),
    QT_TRANSLATE_NOOP("Engine", "Name the tool that the permission is about."),
    QT_TRANSLATE_NOOP("Engine", "There is no server in this JSON: give at least one."),
    QT_TRANSLATE_NOOP("Engine", "A budget is for a {0}; not for a {1}."),
    QT_TRANSLATE_NOOP("Engine", "A budget is in {0}; not in {1}."),
    QT_TRANSLATE_NOOP("Engine", "A budget must be a number above zero."),
    QT_TRANSLATE_NOOP("Engine", "A price must be a number, zero or more, in US dollars for a million tokens."),
    # Models.
    QT_TRANSLATE_NOOP(
        "Engine",
        "A run may only choose its models by their names. Keys and addresses are set in the settings or with `models add`.",
    ),
    QT_TRANSLATE_NOOP("Engine", "The Practice model is built in and cannot be removed."),
    QT_TRANSLATE_NOOP("Engine", "The Practice model is built in; choose another name."),
    QT_TRANSLATE_NOOP("Engine", "The model '{0}' cannot be used: its {1} is missing or of the wrong type."),
    QT_TRANSLATE_NOOP("Engine", "The model '{0}' cannot be used: {1}"),
    QT_TRANSLATE_NOOP("Engine", "The model settings could not be written to {0}: {1}."),
    QT_TRANSLATE_NOOP("Engine", "The model settings in {0} cannot be read ({1}): mend or remove the file."),
    # Last, as others would be taken for them.
    QT_TRANSLATE_NOOP("Engine", "{0} cannot be read ({1}): mend or remove the file."),
    QT_TRANSLATE_NOOP("Engine", "{0} has changed since it was shown: look at it again."),
)
