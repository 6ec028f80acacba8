"""The news checker: the index beside substring scans and in-memory BM25, retrieval, carried labels, the MCP hop.

The index is measured on generated records; retrieval and labels on the databases in the folder that ADJUDGE_DATABASES
names: isot.jsonl.gz and fever_claims.jsonl.gz. ADJUDGE_BENCH_SIZES and ADJUDGE_BENCH_CLAIMS make it smaller.
"""

import asyncio
import gzip
import json
import os
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from adjudge import Case
from adjudge.check import acheck, engine_of
from adjudge.evidence.index import Index
from adjudge.evidence.records import Searched, folded, searched
from adjudge.evidence.tools import LocalTools
from adjudge.protocols.news import News
from adjudge.results.news import NewsResult
from adjudge.results.registry import typed_result
from benchmarks import news_claims, news_memory, news_plot
from benchmarks.table import Table

DATABASES = Path(os.environ.get("ADJUDGE_DATABASES", "../shared/data/databases"))
SIZES = tuple(int(size) for size in os.environ.get("ADJUDGE_BENCH_SIZES", "10000,100000,1000000").split(","))
_ALTERED = int(os.environ.get("ADJUDGE_BENCH_CLAIMS", "400"))
_HELD_OUT = int(os.environ.get("ADJUDGE_BENCH_CLAIMS", "1000"))
_GOLD = {"SUPPORTS": "SUPPORTED", "REFUTES": "REFUTED", "REAL": "SUPPORTED", "FAKE": "REFUTED"}


def index() -> Table:
    """Build and query stores of growing size, compared with the seed's method and an in-memory BM25 library."""
    rows, points = [], []
    for size in SIZES:
        with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
            found = _measured(Path(folder), size)
        rows.append(found[0])
        points.append(found[1])
    news_plot.draw(points)
    return Table(
        title="News: the evidence index",
        what=f"Generated records of 8 to 14 words, {news_memory.QUERIES} queries of 5 to 7 words taken from records, "
        "in one run. Substring is the seed's way: every row is looked at "
        f"({news_memory.SCANS} queries, rows already in memory). bm25s is an in-memory BM25 library; it cannot add to "
        "an index. Memory is the peak of a process that does nothing else, interpreter and libraries included. "
        "Growth: [plot](img/news-index.svg).",
        columns=[
            "records", "build s", "MB on disk", "p50 ms", "p99 ms", "substring p50 ms", "bm25s build s", "bm25s p50 ms",
            "build MB", "query MB", "substring MB", "bm25s MB",
        ],
        rows=rows,
    )  # fmt: skip


def _measured(folder: Path, size: int) -> tuple[list[str], dict[str, float]]:
    build_s, build_mb = news_memory.of("build", folder, size)
    store = news_memory.store_in(folder)
    disk = sum(path.stat().st_size for path in (folder / "fever").rglob("*") if path.is_file())
    texts = [record.text for record in news_memory.records(size)]
    queries = news_memory.queries(texts)
    times = _times([lambda query=query: store.search(query, limit=5) for query in queries])
    lowered = [text.lower() for text in texts]
    scans = _times(
        [lambda query=query: [row for row in lowered if query.lower() in row] for query in queries[: news_memory.SCANS]]
    )
    other = _bm25s(texts, queries)
    p50, p99, scan = _at(times, 50), _at(times, 99), _at(scans, 50)
    row = [f"{size:,}", f"{build_s:.1f}", f"{disk / 1e6:.1f}", f"{p50:.2f}", f"{p99:.2f}", f"{scan:.1f}"]
    row += [f"{other[0]:.1f}", f"{other[1]:.2f}"] if other else ["-", "-"]
    alone = [news_memory.of(role, folder, size) for role in ("query", "substring", "bm25s")]
    row += [f"{build_mb:.0f}", *(f"{found[0]:.0f}" if found else "-" for found in alone)]
    point = {"records": size, "ranked": p50, "substring": scan, "bm25s": other[1] if other else 0.0}
    return row, point


def _bm25s(texts: Sequence[str], queries: Sequence[str]) -> tuple[float, float] | None:
    try:
        import bm25s
    except ImportError:
        return None
    began = time.perf_counter()
    library: Any = news_memory.bm25s_index(texts)
    build_s = time.perf_counter() - began

    def ask(query: str) -> object:
        return library.retrieve(bm25s.tokenize([query], show_progress=False), k=5, show_progress=False)

    return build_s, _at(_times([lambda query=query: ask(query) for query in queries[:50]]), 50)


def _times(acts: Sequence[Callable[[], object]]) -> list[float]:
    """Milliseconds of each operation, after a warm-up."""
    acts[0]()
    found = []
    for act in acts:
        began = time.perf_counter()
        act()
        found.append((time.perf_counter() - began) * 1000)
    return sorted(found)


def _at(times: Sequence[float], percent: int) -> float:
    return times[min(len(times) - 1, len(times) * percent // 100)]


def retrieval() -> Table:
    """Measure how often the record that a claim was made from is among the first five hits."""
    index, records = _databases()
    rng = random.Random(5)
    made = [(kind, claim, text) for text, _, kind, claim in _altered(records, rng)]
    rows = []
    for match, most in (("ranked", 10_000), ("hybrid", 300), ("substring", 10_000)):
        hits: Counter[str] = Counter()
        asked: Counter[str] = Counter()
        for kind, claim, text in made[:most]:
            found = [hit.evidence.text for hit in index.search(claim, limit=5, match=match).hits]  # type: ignore[arg-type]
            hits[kind] += text in found
            asked[kind] += 1
        shares = [
            f"{hits[kind] / asked[kind]:.1%} ({asked[kind]})" for kind in ("paraphrase", "negation", "number", "name")
        ]
        rows.append([match, *shares])
    return Table(
        title="News: the right record among the first five",
        what="Claims made from ISOT and FEVER records: said in other words, denied, with another number, with another "
        "name. Recall at 5, and in brackets how many claims; hybrid on the first 300.",
        columns=["match", "other words", "denied", "other number", "other name"],
        rows=rows,
    )


def verdicts() -> Table:
    """Measure how often a label is applied to a claim for which it is wrong."""
    index, records = _databases()
    rng = random.Random(9)
    protocol, engine = News(index=str(index.folder)), engine_of("offline")
    ours: Counter[tuple[str, str]] = Counter()
    seed: Counter[tuple[str, str]] = Counter()

    async def judge() -> None:
        for text, label, kind, claim in _altered(records, rng)[:_ALTERED]:
            verdict = await acheck(Case.open(claim), protocol=protocol, engine=engine)
            result = typed_result(verdict)
            assert isinstance(result, NewsResult)
            deciding = [
                line
                for line, one in zip(result.evidence, result.counted, strict=True)
                if one.effect == verdict.label and folded(text) in line
            ]
            ours[kind, _told(verdict.label, label, kind, own=bool(deciding))] += 1
            first = index.search(claim, limit=1).hits[:1]
            said = _GOLD.get(first[0].evidence.label, "NEI") if first else "NEI"
            seed[kind, _told(said, label, kind, own=bool(first) and first[0].evidence.text == text)] += 1

    asyncio.run(judge())
    rows = []
    for name, found in (("Adjudge, offline", ours), ("the seed's rule: the first hit's label", seed)):
        total = sum(found.values())
        wrong = sum(count for (_, told), count in found.items() if told == "wrong")
        cells = [_shares(found, kind) for kind in ("paraphrase", "negation", "number", "name")]
        rows.append([name, f"{wrong / total:.2%} ({wrong} of {total})", *cells])
    return Table(
        title="News: labels carried over wrongly",
        what="Claims made from labelled records. Right: the label for other words, its opposite for a denial; for "
        "another number or name, anything that does not carry the record's own label over. Cells: right / wrong / NEI.",
        columns=["", "wrong", "other words", "denied", "other number", "other name"],
        rows=rows,
    )


def held_out() -> Table:
    """Judge each published claim by all other records; nothing here was written by us."""
    index, records = _databases()
    rng = random.Random(13)
    fever = [(text, label) for text, label in records if label in ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")]
    engine = engine_of("offline")
    found: Counter[str] = Counter()
    seed: Counter[str] = Counter()

    async def judge() -> None:
        for text, label in rng.sample(fever, _HELD_OUT):
            gold = _GOLD.get(label, "NEI")
            tools = Others(index, text)
            verdict = await acheck(Case.open(text), protocol=News().with_tools(tools), engine=engine)
            found["nei" if verdict.label == "NEI" else "right" if verdict.label == gold else "wrong"] += 1
            first = (await tools.search_databases(text)).hits[:1]
            said = _GOLD.get(first[0].evidence.label, "NEI") if first else "NEI"
            seed["nei" if said == "NEI" else "right" if said == gold else "wrong"] += 1

    asyncio.run(judge())
    rows = [
        [name, f"{one['wrong'] / _HELD_OUT:.2%}", str(one["right"]), str(one["wrong"]), str(one["nei"])]
        for name, one in (("Adjudge, offline", found), ("the seed's rule: the first hit's label", seed))
    ]
    return Table(
        title="News: published claims, judged by the other records",
        what=f"{_HELD_OUT} FEVER claims (a third each SUPPORTS, REFUTES, NOT ENOUGH INFO), each judged by an index "
        "without itself. Most are not in the index in other words: NEI is then the right answer.",
        columns=["", "wrong", "decided rightly", "decided wrongly", "left open"],
        rows=rows,
    )


class Others(LocalTools):
    """The index without one record."""

    def __init__(self, index: Index, without: str) -> None:
        super().__init__(index.folder)
        self._all = index
        self._without = without

    async def search_databases(self, query: str) -> Searched:
        hits = [hit for hit in self._all.search(query, limit=6).hits if hit.evidence.text != self._without]
        return searched("search_databases", query, hits, nothing="NO_DB_MATCH")


def _told(said: str, label: str, kind: str, *, own: bool) -> str:
    """Whether a verdict on an altered claim is right, wrong, or none; `own` says that the record itself decided it."""
    gold = _GOLD[label]
    if said == "NEI":
        return "nei"
    if kind == "paraphrase":
        return "right" if said == gold else "wrong"
    if kind == "negation":
        return "right" if said != gold else "wrong"
    # Another figure or name: a true record may refute it; a false one says nothing of it, though another record may.
    return "wrong" if said == gold and (own or gold == "SUPPORTED") else "right"


def _shares(found: Counter[tuple[str, str]], kind: str) -> str:
    total = sum(count for (one, _), count in found.items() if one == kind) or 1
    return " / ".join(f"{found[kind, told] / total:.0%}" for told in ("right", "wrong", "nei"))


def _altered(records: Sequence[tuple[str, str]], rng: random.Random) -> list[tuple[str, str, str, str]]:
    """(record, label, kind, claim) for a sample of the labelled records."""
    labelled = [(text, label) for text, label in records if label in _GOLD]
    chosen = rng.sample(labelled, min(1000, len(labelled)))
    names = ["Olga Brandt", "Peter Miller", "Anna Lindqvist", "John Carter"]
    made = []
    for text, label in chosen:
        made += [(text, label, "paraphrase", claim) for claim in news_claims.paraphrases(text)[:1]]
        if claim := news_claims.negated(text):
            made.append((text, label, "negation", claim))
        if claim := news_claims.other_number(text, rng):
            made.append((text, label, "number", claim))
        if claim := news_claims.other_name(text, names, rng):
            made.append((text, label, "name", claim))
    rng.shuffle(made)
    return made


def _databases() -> tuple[Index, list[tuple[str, str]]]:
    """A new index of the databases, and their records."""
    folder = Path(tempfile.gettempdir()) / "adjudge-bench-news"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    records = []
    for name, source, column in (("isot", "isot.jsonl.gz", "label"), ("fever", "fever_claims.jsonl.gz", "orig_label")):
        with gzip.open(DATABASES / source) as file:
            rows = [json.loads(line) for line in file]
        path = folder / f"{name}.jsonl"
        path.write_text("".join(json.dumps({"claim": r["claim"], "label": r[column]}) + "\n" for r in rows))
        list(Index(folder / "index").add(name, [path]))
        records += [(row["claim"], row[column]) for row in rows]
    return Index(folder / "index"), records


def hop() -> Table:
    """Measure a call of the searcher in process, over MCP in memory, over stdio and over HTTP."""
    from tests.mcp.support import TOKEN, listening, settings

    from adjudge.mcp.agents import SEARCHER, add_identity, add_searcher, new_server
    from adjudge.mcp.link import Link
    from adjudge.mcp.orchestrator import http_client, started
    from adjudge.settings.environment import Environment
    from mcp import Client

    with tempfile.TemporaryDirectory() as folder:
        news = settings(Path(folder))
        tools = LocalTools(news.index)
        server = new_server(SEARCHER)
        add_searcher(server, tools)
        add_identity(server, engine_of("offline"))

        async def over(link: Link) -> list[float]:
            async def call() -> object:
                return await link.call("search_databases", {"query": "Alder bridge"})

            try:
                await call()
                return sorted([await _timed(call) for _ in range(200)])
            finally:
                await link.close()

        async def direct() -> list[float]:
            await tools.search_databases("Alder bridge")
            return sorted([await _timed(lambda: tools.search_databases("Alder bridge")) for _ in range(200)])

        stdio = started(news, engine=None, environment=Environment()).searcher
        found = {
            "in process": asyncio.run(direct()),
            "MCP in memory": asyncio.run(over(Link("m", lambda: Client(server)))),
        }
        found["MCP over stdio"] = asyncio.run(over(Link("s", stdio)))
        with listening(server) as url:
            found["MCP over HTTP"] = asyncio.run(over(Link("h", lambda: http_client(url, token=TOKEN))))
    return Table(
        title="News: the cost of the MCP hop",
        what="One search_databases on a small index, 200 calls one after the other on an open connection.",
        columns=["", "p50 ms", "p99 ms"],
        rows=[[name, f"{_at(times, 50):.2f}", f"{_at(times, 99):.2f}"] for name, times in found.items()],
    )


async def _timed(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    await act()  # type: ignore[misc]
    return (time.perf_counter() - began) * 1000
