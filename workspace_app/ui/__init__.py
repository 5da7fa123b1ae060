"""What is seen: Qt. Knows the verbs, the queries and the events."""
