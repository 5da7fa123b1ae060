"""What middleware says (`engine.middleware`), sentence by sentence; see `engine_words`, which finds them again in what the store keeps."""

from PySide6.QtCore import QT_TRANSLATE_NOOP

SENTENCES = (
    # The log (L125).
    QT_TRANSLATE_NOOP(
        "Engine", "This request was made before, so its answer was given again: the model “{0}” was not asked."
    ),
    QT_TRANSLATE_NOOP("Engine", "“{0}” was not run: its result is made up by a model."),
    QT_TRANSLATE_NOOP("Engine", "The conversation is sent whole, because its older part could not be summarised. {0}"),
    QT_TRANSLATE_NOOP("Engine", "{0} messages are sent to the model as this summary:\n\n{1}"),
    QT_TRANSLATE_NOOP("Engine", "Model call limits exceeded: {0}. Raise the limit, then resume."),
    QT_TRANSLATE_NOOP("Engine", "Model call limits exceeded: {0}"),
    QT_TRANSLATE_NOOP("Engine", "{0} call limit reached: {1}."),
    QT_TRANSLATE_NOOP("Engine", "{0} × {1} in {2}: {3}."),
    QT_TRANSLATE_NOOP("Engine", "Messages added from earlier conversations: {0}, of {1}."),
    QT_TRANSLATE_NOOP("Engine", "All tools are offered, because none could be chosen. {0}"),
    QT_TRANSLATE_NOOP("Engine", "{0} of {1} tools are offered: {2}."),
    QT_TRANSLATE_NOOP("Engine", "The conversation is too long for the model “{0}”."),
    QT_TRANSLATE_NOOP("Engine", "Model call failed after {0} with {1}: {2}"),
    QT_TRANSLATE_NOOP("Engine", "Tool '{0}' failed after {1} with {2}. Please try again."),
    # Questions, and what is wrong with an answer.
    QT_TRANSLATE_NOOP("Engine", "{0} Give the model or the assistant other settings and try again."),
    QT_TRANSLATE_NOOP(
        "Engine",
        "{0} Give the model or the assistant other settings and try again, or leave out its oldest messages? Everything stays stored.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The budget of {0} for {1} cannot be kept: what {2} of {3} calls cost is not known. Set the price of the model in the settings, or go on without knowing?",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The budget of {0} for {1} cannot be kept: what the model “{2}” costs is not known. Set the price of the model in the settings, or go on without knowing?",
    ),
    QT_TRANSLATE_NOOP("Engine", "You ended it here: {0} Raise the budget, then resume."),
    QT_TRANSLATE_NOOP("Engine", "Give the new limit as a number, such as 20 or 2.50."),
    QT_TRANSLATE_NOOP("Engine", "The new limit must be more than the {0} that are used up already."),
    QT_TRANSLATE_NOOP("Engine", "Number of human decisions ({0}) does not match number of hanging tool calls ({1})."),
    QT_TRANSLATE_NOOP("Engine", "Unexpected human decision “{0}” for the tool “{1}”: it takes {2}."),
    QT_TRANSLATE_NOOP("Engine", "Say what the answer of “{0}” is to be: the text is empty."),
    QT_TRANSLATE_NOOP("Engine", "The edited arguments of “{0}” must be a JSON object."),
    QT_TRANSLATE_NOOP("Engine", "The edited arguments of “{0}” do not fit: {1}"),
    QT_TRANSLATE_NOOP("Engine", "The schema that is set for “{0}” is wrong: {1}"),
    QT_TRANSLATE_NOOP("Engine", "“{0}” cannot be replaced by “{1}”. There are: {2}."),
    QT_TRANSLATE_NOOP("Engine", "There is no scope “{0}”. There are: {1}."),
    # What is wrong with a list of middleware.
    QT_TRANSLATE_NOOP("Engine", 'There is no middleware "{0}". There are: {1}.'),
    QT_TRANSLATE_NOOP("Engine", "Please remove duplicate middleware instances. Twice in the list: {0}."),
    QT_TRANSLATE_NOOP("Engine", "An assistant has one strategy for its context. Choose one of: {0}."),
    QT_TRANSLATE_NOOP("Engine", "The settings of {0} are wrong: {1}."),
    # What ends a step.
    QT_TRANSLATE_NOOP(
        "Engine",
        "Detected {0} {1} of {2} in {3}. Continue from an earlier message without it, or choose another strategy for PII[{4}].",
    ),
    QT_TRANSLATE_NOOP("Engine", "The model's answer had no end."),
    QT_TRANSLATE_NOOP("Engine", "The model “{0}” gave no summary."),
    QT_TRANSLATE_NOOP("Engine", "The model gave no snapshot of the task."),
    QT_TRANSLATE_NOOP("Engine", "The model that chooses tools did not answer with a list of names."),
    QT_TRANSLATE_NOOP("Engine", "Model selected invalid tools: {0}"),
    QT_TRANSLATE_NOOP("Engine", "No user message found for which tools could be chosen."),
    QT_TRANSLATE_NOOP("Engine", "Tools in always_include not found: {0}. Available tools: {1}"),
    QT_TRANSLATE_NOOP("Engine", 'The tool "{0}" is to be called, but is not among the tools of the call.'),
    QT_TRANSLATE_NOOP(
        "Engine",
        "It is not known how many tokens the model reads at once, so no part of them can be reckoned: enter its context window in the settings of the model, or use a number of tokens.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        'The folder to search "{0}" is outside of the project folder, or git\'s: name one in it by its relative path.',
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "The shell's folder \"{0}\" is outside of the project folder, or git's: name one in it by its relative path.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "A middleware offers tools that the assistant does not have: {0}. It has: {1}. Give it these tools, or a middleware with wrap_tool_call that runs them.",
    ),
    QT_TRANSLATE_NOOP(
        "Engine",
        "A middleware asks for an answer of the form {0}, which the step does not declare. It declares: {1}. Name it in the step's output_schema.",
    ),
    QT_TRANSLATE_NOOP("Engine", '{0} jumps to "{1}" from {2}, which it does not declare: name it in can_jump_to.'),
    QT_TRANSLATE_NOOP("Engine", "{0} asks in after_agent, when it is too late: {1}"),
    QT_TRANSLATE_NOOP("Engine", "{0} failed in {1} with {2}: {3}"),
    QT_TRANSLATE_NOOP("Engine", "The project's {0} has changed since it was shown: look at it again."),
    QT_TRANSLATE_NOOP("Engine", "The project's {0} cannot be read: {1}."),
    QT_TRANSLATE_NOOP("Engine", "The project's {0} fails with {1}: {2}."),
    QT_TRANSLATE_NOOP("Engine", "The project's function {0} fails with {1}: {2}."),
    QT_TRANSLATE_NOOP("Engine", "The project's function {0} returned {1}: it must return a {2}."),
    QT_TRANSLATE_NOOP("Engine", "A provider takes one form of an answer, not several: use tools for it."),
    QT_TRANSLATE_NOOP("Engine", "Failed to parse structured output for tool '{0}': {1}."),
    QT_TRANSLATE_NOOP(
        "Engine", "Model incorrectly returned multiple structured responses ({0}) when only one is expected."
    ),
)

PARTS = (
    # Amounts.
    QT_TRANSLATE_NOOP("Engine", "{0} tokens"),
    QT_TRANSLATE_NOOP("Engine", "{0} token"),
    QT_TRANSLATE_NOOP("Engine", "{0} calls"),
    QT_TRANSLATE_NOOP("Engine", "{0} call"),
    QT_TRANSLATE_NOOP("Engine", "{0} minutes"),
    QT_TRANSLATE_NOOP("Engine", "{0} seconds"),
    QT_TRANSLATE_NOOP("Engine", "{0} s"),
    QT_TRANSLATE_NOOP("Engine", "{0} attempts"),
    QT_TRANSLATE_NOOP("Engine", "{0} attempt"),
    QT_TRANSLATE_NOOP("Engine", "thread limit ({0}/{1}), run limit ({2}/{3})"),
    QT_TRANSLATE_NOOP("Engine", "thread limit ({0}/{1})"),
    QT_TRANSLATE_NOOP("Engine", "run limit ({0}/{1})"),
    QT_TRANSLATE_NOOP("Engine", "thread limit exceeded ({0}/{1} calls) and run limit exceeded ({2}/{3} calls)"),
    QT_TRANSLATE_NOOP("Engine", "thread limit exceeded ({0}/{1} calls)"),
    QT_TRANSLATE_NOOP("Engine", "run limit exceeded ({0}/{1} calls)"),
    QT_TRANSLATE_NOOP("Engine", "Tool"),
    QT_TRANSLATE_NOOP("Engine", "'{0}' tool"),
    # Personal data.
    QT_TRANSLATE_NOOP("Engine", "email"),
    QT_TRANSLATE_NOOP("Engine", "credit_card"),
    QT_TRANSLATE_NOOP("Engine", "ip"),
    QT_TRANSLATE_NOOP("Engine", "mac_address"),
    QT_TRANSLATE_NOOP("Engine", "url"),
    QT_TRANSLATE_NOOP("Engine", "redact"),
    QT_TRANSLATE_NOOP("Engine", "mask"),
    QT_TRANSLATE_NOOP("Engine", "hash"),
    QT_TRANSLATE_NOOP("Engine", "stand_in"),
    QT_TRANSLATE_NOOP("Engine", "what was sent"),
    QT_TRANSLATE_NOOP("Engine", "what the model said"),
    QT_TRANSLATE_NOOP("Engine", "what was to be sent, so the model was not asked"),
    QT_TRANSLATE_NOOP("Engine", "what was said, so the model was not asked"),
    # What is wrong with a setting: the first words are Pydantic's.
    QT_TRANSLATE_NOOP("Engine", "{0}: Field required"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Extra inputs are not permitted"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Input should be greater than or equal to {1}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Input should be greater than {1}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Input should be less than or equal to {1}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Input should be less than {1}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Input should be a valid integer, unable to parse string as an integer"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Input should be a valid number, unable to parse string as a number"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Input should be a valid {1}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Input should be {1}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: String should match pattern {1}"),
    QT_TRANSLATE_NOOP("Engine", "{0}: String should have at least {1} characters"),
    QT_TRANSLATE_NOOP("Engine", "{0}: String should have at least {1} character"),
    QT_TRANSLATE_NOOP("Engine", "{0}: Value error, {1}"),
    QT_TRANSLATE_NOOP("Engine", "set a limit for the conversation, for one turn, or both"),
    QT_TRANSLATE_NOOP("Engine", "the limit of one turn cannot be above that of the conversation"),
    QT_TRANSLATE_NOOP(
        "Engine", "say how many messages, how many tokens, or which part of what the model reads at once"
    ),
    QT_TRANSLATE_NOOP("Engine", "say either messages, or tokens, or a part of what the model reads at once"),
    QT_TRANSLATE_NOOP("Engine", "write {messages} where the conversation belongs"),
    QT_TRANSLATE_NOOP("Engine", 'it must describe an object ("type": "object")'),
    QT_TRANSLATE_NOOP("Engine", "the project's hooks file has no function {0}; it has: {1}"),
    QT_TRANSLATE_NOOP("Engine", 'the function {0} must be a plain one: write "def" without "async"'),
    QT_TRANSLATE_NOOP("Engine", "give a list of names"),
    QT_TRANSLATE_NOOP("Engine", "give a list"),
)
"""What stands in a sentence in place of {0}, {1}... and is no sentence by itself: a title that says the same is left alone."""
