"""Finding files by name and by content (L109-L115)."""
