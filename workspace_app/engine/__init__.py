"""What runs. The only package that imports AutoGen."""
