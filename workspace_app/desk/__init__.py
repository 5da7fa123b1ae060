"""What a person can do, as verbs: the one API that the screens and the command line call."""
