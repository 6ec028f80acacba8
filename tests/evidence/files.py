"""Files in the published formats, with records of our own."""

import csv
import json
from pathlib import Path

REAL = [
    "Mayor of Brenn opens new bridge over the Alder",
    "Parliament passes water law after long debate",
    "Central bank of Orland keeps rates at 3 percent",
]
FAKE = ["Mayor of Brenn admits to being a lizard", "Scientists prove that chocolate cures all colds"]
CLAIMS = [
    ("The Alder bridge opened in 1931.", "SUPPORTS"),
    ("Brenn has 40,000 inhabitants.", "SUPPORTS"),
    ("Orland borders the sea.", "REFUTES"),
    ("Most people of Brenn like rain.", "NOT ENOUGH INFO"),
]


def isot(folder: Path, name: str, titles: list[str]) -> Path:
    path = folder / name
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["title", "text", "subject", "date"])
        rows.writerows([title, "BRENN (Reuters) - A text.", "politics", "May 1, 2017"] for title in titles)
    return path


def fever(folder: Path, name: str = "train.jsonl", claims: list[tuple[str, str]] = CLAIMS) -> Path:
    path = folder / name
    lines = [
        {"id": n, "verifiable": "VERIFIABLE", "label": label, "claim": claim, "evidence": [[[1, 2, "X", 0]]]}
        for n, (claim, label) in enumerate(claims)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
