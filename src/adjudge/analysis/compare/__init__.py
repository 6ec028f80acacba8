"""The facts of a claim beside those of its sources: findings with the exact words of both sides."""
