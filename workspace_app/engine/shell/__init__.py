"""Running programs for agents so that they stay within their limits, and nothing of them stays behind (L95-L108)."""
