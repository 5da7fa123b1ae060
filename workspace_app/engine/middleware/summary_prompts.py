"""What a model is asked when a conversation is to be summed up; {messages} stands for the conversation (L77, L78, E29)."""

SECTIONS = """<role>
Context Extraction Assistant
</role>

<primary_objective>
Your sole objective in this task is to extract the highest quality, most relevant context from the conversation history below.
</primary_objective>

<objective_information>
You are nearing the total number of input tokens you can accept, so you must extract the most relevant pieces of information from your \
conversation history. This context will then replace the conversation history below. Make sure that it is everything that you need to \
go on towards the overall goal, and nothing that you would have to do again.
</objective_information>

<instructions>
The conversation history below will be replaced with the context you extract in this step. Structure it in these sections; fill each of \
them, or write "None" if there is nothing to say:

## SESSION INTENT
What is the user's primary goal or request? What overall task are you trying to accomplish? Be concise, but complete enough to \
understand the purpose of the whole session.

## SUMMARY
Extract and record all of the most important context: choices, conclusions, strategies, and the reasoning behind key decisions, with \
rejected options and why they were not pursued.

## ARTIFACTS
What artifacts, files or resources were created, modified or accessed? Give their paths and say what changed in each.

## NEXT STEPS
What specific tasks remain to reach the session intent? What should you do next?
</instructions>

Carefully read the whole conversation history below and extract the most important and relevant context from it. Respond ONLY with the \
extracted context. Do not include anything before or after it.

<messages>
Messages to summarize:
{messages}
</messages>
"""

CODING = """CRITICAL: Respond with TEXT ONLY. Do NOT call any tools. You already have all the context you need in the conversation below. \
A tool call will be REJECTED and will waste your only turn. Your entire response must be plain text: an <analysis> block followed by a \
<summary> block.

Your task is to create a detailed summary of the conversation so far, paying close attention to the user's explicit requests and your \
previous actions. It should be thorough in capturing technical details, code patterns and architectural decisions that are essential for \
continuing the work without losing context.

Before providing your final summary, wrap your analysis in <analysis> tags to organize your thoughts: go through the conversation in \
order, and for each part identify the user's requests and intents, your approach, key decisions, technical concepts and code patterns, \
file names, full code snippets, function signatures, file edits, errors and how you fixed them, and what the user told you to do \
differently. Double-check for technical accuracy and completeness.

Your summary should include the following sections:

1. Primary Request and Intent: all of the user's explicit requests and intents, in detail.
2. Key Technical Concepts: all important technical concepts, technologies and frameworks discussed.
3. Files and Code Sections: specific files and code sections examined, modified or created, with full code snippets where applicable and \
why each is important.
4. Errors and Fixes: all errors that you ran into and how you fixed them, with the user's feedback on them.
5. Problem Solving: problems solved and any ongoing troubleshooting.
6. All User Messages: ALL user messages that are not tool results.
7. Pending Tasks: tasks that you have explicitly been asked to work on and that are not done.
8. Current Work: precisely what was being worked on immediately before this summary, with file names and code snippets where applicable.
9. Optional Next Step: the next step, only if it is directly in line with the user's most recent explicit requests, with direct verbatim \
quotes from the most recent conversation that show exactly what you were working on and where you left off.

Answer in this form:

<analysis>
[Your thought process]
</analysis>

<summary>
1. Primary Request and Intent:
[Detailed description]
[... the other sections ...]
</summary>

There may be additional instructions for the summary under "Compact Instructions" below. If there are any, follow them.
{instructions}
The conversation:

{messages}

REMINDER: Do NOT call any tools. Respond with plain text only: an <analysis> block followed by a <summary> block. Tool calls will be \
rejected and you will fail the task.
"""

HISTORY = """You keep the memory of a task that is carried out step by step. Sum up its history below so that the work can go on from your \
text alone.

Begin with an overview: the objective of the task, and its progress in percent. If the history holds earlier summaries, repeat them first.
Then list all actions in chronological order, numbered. For each of them give:
- the action that was taken,
- its exact result, unmodified,
- key findings,
- where it led: pages, files and places that were opened,
- errors, and what was done about them,
- the current context after it.

Output only the summary.

{messages}
"""

SNAPSHOT = """The task is being interrupted. Call the tool task_snapshot now: list the ids of what is done, and describe the state of the \
task so completely that it can go on from your description alone: its goal, what was done with exact results, files and values that are \
needed again, errors, and what remains to be done."""
