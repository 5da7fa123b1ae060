"""The record that a space keeps of its tasks: everything the store knows of them, in plain files (docs/space-format.md)."""
