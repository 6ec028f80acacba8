"""`adjudge runs drift`: compare two stored runs and print what has moved."""

import sys
from dataclasses import asdict
from json import dumps

from adjudge.cli.show.console import notice, out
from adjudge.cli.show.tables import figures
from adjudge.evals.drift import Sampled, drift
from adjudge.protocols.traits import traits
from adjudge.settings.environment import load_environment
from adjudge.store.store import Store
from adjudge.verdict import Verdict

_SHOWN = 12


async def show_drift(run: str, reference: str, *, json: bool) -> bool:
    """Compare the texts and outcomes of two runs. Returns whether something has moved."""
    async with await Store.open(load_environment().store_path) as store:
        names = [(await store.get_run(name)).id for name in (reference, run)]
        before, after = [await _sampled(store, name) for name in names]
    found = drift(before, after)
    moved = [one for one in found if one.drifted]
    if json:
        content = {
            "run": names[1],
            "reference": names[0],
            "drifted": bool(moved),
            "compared": [asdict(one) for one in found],
        }
        sys.stdout.write(dumps(content, ensure_ascii=False) + "\n")
        return bool(moved)
    rows = [
        (one.what, f"{one.before:.3f}", f"{one.after:.3f}", f"{one.distance:+.2f}", "moved" if one.drifted else "")
        for one in found[:_SHOWN]
    ]
    out().print(figures(f"{names[1]} compared with {names[0]}", ("", "reference", "run", "distance", ""), rows))
    if moved:
        listed = ", ".join(one.what for one in moved)
        notice(f"These cases are not like the reference ({listed}): what --risk promised does not apply to them.")
    else:
        notice("No drift was found in texts and outcomes. This does not prove that the verdicts are equally accurate.")
    return bool(moved)


async def _sampled(store: Store, run_id: str) -> list[Sampled]:
    found = []
    async for stored in store.outcomes(run_id):
        if stored.case is not None and isinstance(stored.outcome, Verdict):
            texts = [document.text for document in stored.case.documents]
            found.append(Sampled(traits(stored.case.claim, texts), stored.outcome.stance.value))
    return found
