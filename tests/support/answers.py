"""A place for answers that tests look into."""

from adjudge.engines.around.ledger import StoredAnswer, split_key


class MemoryAnswers:
    """Answers in memory, for as long as the process runs."""

    def __init__(self) -> None:
        self._versions: dict[str, dict[str, StoredAnswer]] = {}

    async def get(self, key: str) -> StoredAnswer | None:
        asked, version = split_key(key)
        versions = self._versions.get(asked, {})
        return versions.get(version) if version else next(reversed(versions.values()), None)

    async def put(self, key: str, answer: StoredAnswer) -> str:
        versions = self._versions.setdefault(key, {})
        versions.pop(answer.version, None)
        versions[answer.version] = answer
        return f"{key}-{answer.version}"

    def __len__(self) -> int:
        return sum(map(len, self._versions.values()))
