"""Answers that are values: what they must fit, and how a model is brought to give one (L28-L36)."""
