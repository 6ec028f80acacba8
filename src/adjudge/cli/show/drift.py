"""`adjudge runs drift`: compare a stored run with its calibration or another run, and print what has moved."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from json import dumps

from adjudge.cli.show.console import notice, out
from adjudge.cli.show.tables import figures
from adjudge.errors import ConfigError
from adjudge.evals.drift import Sampled, Summary, drift, labelled_summary, summary
from adjudge.protocols import risk
from adjudge.protocols.risk import RiskPromise
from adjudge.protocols.traits import traits
from adjudge.settings.environment import load_environment
from adjudge.store.runs import Run
from adjudge.store.store import Store
from adjudge.verdict import Verdict

_SHOWN = 12


async def show_drift(run: str, reference: str | None, *, json: bool) -> bool:
    """Compare the texts and outcomes of a run with those of another, or of the labelled cases of its calibration.
    Returns whether something has moved."""
    environment = load_environment()
    async with await Store.open(environment.store_path) as store:
        new = await store.get_run(run)
        after = await _summary(store, new.id)
        if reference is None:
            promise = _promise_for(new, risk.read(environment.promises_path))
            name, before = promise.calibrated_on, labelled_summary(promise)
        else:
            name = (await store.get_run(reference)).id
            before = await _summary(store, name)
    found = drift(before, after)
    moved = [one for one in found if one.drifted]
    if json:
        content = {
            "run": new.id,
            "reference": name,
            "drifted": bool(moved),
            "compared": [asdict(one) for one in found],
        }
        sys.stdout.write(dumps(content, ensure_ascii=False) + "\n")
        return bool(moved)
    rows = [
        (one.what, f"{one.before:.3f}", f"{one.after:.3f}", f"{one.distance:+.2f}", "moved" if one.drifted else "")
        for one in found[:_SHOWN]
    ]
    out().print(figures(f"{new.id} compared with {name}", ("", "reference", "run", "distance", ""), rows))
    if moved:
        listed = ", ".join(one.what for one in moved)
        notice(f"These cases are not like the reference ({listed}): what --risk promised does not apply to them.")
    else:
        notice("No drift was found in texts and outcomes. This does not prove that the verdicts are equally accurate.")
    return bool(moved)


def _promise_for(run: Run, promises: Sequence[RiskPromise]) -> RiskPromise:
    """The labelled cases of the calibration that a run's protocol and engine have. Raises a `ConfigError` if there are
    none."""
    engines = sorted(set(run.engines.values()))
    found = risk.keyed(promises).get((run.protocol, engines[0])) if len(engines) == 1 else None
    if found is None:
        raise ConfigError(
            f"No labelled cases are stored for {run.protocol} on {' and '.join(engines)}.",
            hint=f"Calibrate with `adjudge calibrate DATA --protocol {run.protocol}`, or name a run with --reference.",
        )
    return found


async def _summary(store: Store, run_id: str) -> Summary:
    found = []
    async for stored in store.outcomes(run_id):
        verdict = stored.outcome
        if stored.case is not None and isinstance(verdict, Verdict):
            texts = [document.text for document in stored.case.documents]
            # A label that was withheld says as much about the texts as one that was given.
            stance = verdict.abstained.stance if verdict.abstained else verdict.stance
            found.append(Sampled(traits(stored.case.claim, texts), stance.value))
    return summary(found)
