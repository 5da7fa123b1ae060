"""Models: named slots bound to providers, the clients that speak to them, and the built-in Practice model."""
