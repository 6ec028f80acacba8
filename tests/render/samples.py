"""Sample cases and verdicts: unanimous and faithful; mutated with everything a card can show; ambiguous."""

from collections.abc import Mapping

from adjudge.case import CLAIM_ID, Case, Document
from adjudge.questions.jury import (
    Argument,
    Frame,
    KeyEvidence,
    NamedVote,
    RubricAnswer,
    Side,
    Speech,
    Turn,
    Vote,
    frame_type,
)
from adjudge.record import digest
from adjudge.results.jury import ChangedMind, JuryLabel, JuryResult, PlainVote, RubricLine
from adjudge.transcript import Entry, Transcript, Trouble, Usage
from adjudge.verdict import (
    Confidence,
    Dissent,
    Finding,
    MinimalEdit,
    Provenance,
    Quote,
    RejectedQuote,
    Relation,
    Severity,
    Stance,
    Timing,
    Verdict,
)

ROLES = {
    "literal": "Literal Fact-Checker",
    "context": "Context Guardian",
    "steelman": "Steelman Advocate",
    "sceptic": "Sceptic",
}
AXES = {
    "numeric_fidelity": "Are all numbers, units, and percentages in the claim supported by the truth?",
    "scope_fidelity": "Are who/where/when correctly represented?",
    "causal_fidelity": "Does the claim avoid causal leaps not supported by the truth?",
    "certainty_fidelity": "Are hedges and certainty preserved?",
    "context_sufficiency": "Are key caveats, qualifiers, or denominators reflected or not contradicted?",
}
SOURCE = (
    "The national registry counted more than 645,000 newly vaccinated adults in March 2021, up from 410,000 in "
    "February. Vaccination was associated with fewer hospital admissions, although the authors caution that the "
    "study did not control for age. A follow-up is planned for 2022."
)
CLAIM = "Under 650,000 adults were vaccinated in March 2021, and vaccination caused fewer hospital admissions."


def quote(case: Case, document_id: str, text: str, *, nth: int = 0) -> Quote:
    """The words as a quote: their nth occurrence in the document."""
    whole = case.document(document_id).text
    start = -1
    for _ in range(nth + 1):
        start = whole.index(text, start + 1)
    return Quote(text=text, document_id=document_id, start=start, end=start + len(text), occurrences=whole.count(text))


def vote(side: Side, confidence: float, reasoning: str, *evidence: tuple[str, str, str, str]) -> Vote:
    points = tuple(KeyEvidence(field=f, claim_says=c, truth_says=t, issue=i) for f, c, t, i in evidence)
    return Vote(reasoning=reasoning, key_evidence=points, verdict=side, confidence=confidence)


NUMBERS = ("quantities", "Under 650,000", "more than 645,000", "a floor became a ceiling")
CAUSE = ("relationship_type", "caused", "associated with", "an association became a cause")
MUTATED, FAITHFUL = Side.MUTATED, Side.FAITHFUL


def frame() -> Frame:
    return frame_type().model_validate(
        {
            "entities": ["national registry", "adults"],
            "quantities": [
                {"value": "645,000", "unit": "adults", "in_claim": False, "in_truth": True},
                {"value": "650,000", "unit": "adults", "in_claim": True, "in_truth": False},
            ],
            "scope": {"region": "national", "group": "adults", "timeframe": "March 2021"},
            "modality": "caused",
            "relationship_type": "causation",
            "caveats": ["did not control for age"],
        }
    )


def entry(
    kind: str, agent: str, phase: str, *, question: Mapping[str, object], reply: object = None, **more: object
) -> Entry:
    return Entry.model_validate(
        {
            "number": 0,
            "phase": phase,
            "agent": agent,
            "kind": kind,
            "question": question,
            "question_hash": digest([kind, agent, phase]),
            "engine": "offline",
            "reply": reply,
            "usage": Usage(calls=1, input_tokens=812, output_tokens=164, cost_usd=0.00021),
            **more,
        }
    )


def brief(name: str) -> dict[str, object]:
    return {"name": name, "role": ROLES.get(name, name), "instructions": ""}


def votes(**given: Vote) -> tuple[NamedVote, ...]:
    return tuple(NamedVote(juror=name, vote=one) for name, one in sorted(given.items()))


def first_votes() -> tuple[NamedVote, ...]:
    return votes(
        literal=vote(MUTATED, 0.92, "“More than 645,000” sets a floor; “Under 650,000” sets a ceiling.", NUMBERS),
        context=vote(FAITHFUL, 0.58, "Month and group are kept; the figures are close to one another."),
        steelman=vote(FAITHFUL, 0.71, "Read kindly, 645,000 is under 650,000 and the gist survives.", NUMBERS),
    )


def second_votes() -> tuple[NamedVote, ...]:
    return votes(
        literal=vote(MUTATED, 0.94, "The bound is turned round and the cause is new.", NUMBERS, CAUSE),
        context=vote(MUTATED, 0.77, "The debate showed that the caveat on age is lost.", CAUSE),
        steelman=vote(FAITHFUL, 0.62, "The number can still be read as true.", NUMBERS),
    )


def speeches() -> tuple[Speech, ...]:
    def said(speaker: str, side: Side, turn: Turn, text: str, *evidence: tuple[str, str, str, str]) -> Speech:
        argument = Argument(key_evidence=vote(side, 0.5, "", *evidence).key_evidence, argument=text)
        return Speech(speaker=speaker, side=side, turn=turn, round=1, argument=argument)

    return (
        said("literal", MUTATED, Turn.CONSTRUCTIVE, "The source gives a lower bound, the claim an upper one.", NUMBERS),
        said("steelman", FAITHFUL, Turn.CONSTRUCTIVE, "Nothing in the source excludes a number just under 650,000."),
        said("literal", MUTATED, Turn.REBUTTAL, "Nothing supports it either; and “caused” is simply not there.", CAUSE),
        said("context", FAITHFUL, Turn.REBUTTAL, "I grant the cause: the authors did not control for age."),
    )


def rubric(case: Case) -> tuple[RubricLine, ...]:
    no = {
        "numeric_fidelity": ("A floor became a ceiling.", "Under 650,000", "more than 645,000"),
        "causal_fidelity": ("An association became a cause.", "caused", "associated with"),
    }
    lines = []
    for axis, question in AXES.items():
        known = CLAIM in case.claim and SOURCE in case.documents[0].text
        reason, claim_says, truth_says = no.get(axis, ("Kept.", "", "")) if known else ("Kept.", "", "")
        given = RubricAnswer(
            axis=axis,
            reason=reason,
            claim_quotes=(claim_says,) if claim_says else (),
            truth_quotes=(truth_says,) if truth_says else (),
            answer="No" if claim_says else "Yes",
        )
        quotes = (quote(case, CLAIM_ID, claim_says), quote(case, "source", truth_says)) if claim_says else ()
        lines.append(RubricLine(axis=axis, question=question, answer=given, quotes=quotes, founded=bool(quotes)))
    return tuple(lines)


def transcript(case: Case, *, failed: str = "") -> Transcript:
    shared = {"claim": case.claim, "truth": [{"id": d.id, "text": d.text} for d in case.documents]}
    first, second = first_votes(), second_votes()
    entries = [
        entry("parse_frame", "parser", "fact frame", question=shared, reply=frame().model_dump(mode="json")),
        *(
            entry("cast_vote", v.juror, "round 0", question={**shared, "brief": brief(v.juror)}, reply=dump(v.vote))
            for v in first
        ),
        *(
            entry(
                "argue",
                s.speaker,
                "debate",
                question={**shared, "side": s.side, "turn": s.turn, "round": s.round},
                reply=dump(s.argument),
            )
            for s in speeches()
        ),
        entry(
            "check_progress",
            "checker",
            "debate",
            question={"last_round": 1},
            reply={"reason": "Both sides repeat themselves.", "new_reasoning": "No"},
        ),
        *(
            entry(
                "vote_again",
                v.juror,
                "round 2",
                question={**shared, "brief": brief(v.juror), "first_votes": [dump(x) for x in first]},
                reply=dump(v.vote),
            )
            for v in second
        ),
        entry(
            "answer_rubric",
            "foreperson",
            "foreperson",
            question={**shared, "rubric": [{"axis": a, "question": q} for a, q in AXES.items()]},
            reply={
                "answers": [dump(line.answer) for line in rubric(case)],
                "reasoning": "Two axes fail.",
                "minimal_edit": "",
                "confidence": 0.8,
            },
        ),
    ]
    if failed:
        trouble = Trouble(error="EngineTimeout", message="No answer within 60 s.", hint="Try again.")
        entries.insert(4, entry("cast_vote", failed, "round 0", question=shared, trouble=trouble))
    return Transcript(entries=tuple(one.model_copy(update={"number": n}) for n, one in enumerate(entries, 1)))


def dump(record: object) -> object:
    return record.model_dump(mode="json")  # type: ignore[attr-defined]


def case(claim: str = CLAIM, source: str = SOURCE, **more: object) -> Case:
    return Case.model_validate(
        {"id": "vaccines-1", "claim": claim, "documents": [Document(text=source, kind="a registry study", **more)]}
    )


def result(of: Case, label: JuryLabel, **changes: object) -> JuryResult:
    given: dict[str, object] = {
        "verdict": label,
        "confidence": 0.82,
        "reasoning": "Two axes fail.",
        "minimal_edit": None,
        "dissent_note": None,
        "fact_frame": frame(),
        "round_0": first_votes(),
        "debate": (),
        "debate_rounds": 0,
        "debate_stopped": "unanimous",
        "round_2": second_votes(),
        "changed_minds": (),
        "failed_jurors": (),
        "rubric": rubric(of),
        "plain_vote": PlainVote(label=label, faithful=0, mutated=3, failed=0),
        "foreperson_confidence": 0.8,
        **changes,
    }
    return JuryResult.model_validate(given)


def verdict(of: Case, label: JuryLabel, stance: Stance, **changes: object) -> Verdict:
    record = transcript(of)
    given: dict[str, object] = {
        "case_id": of.id,
        "protocol": "jury",
        "label": label.value,
        "stance": stance,
        "confidence": Confidence(value=0.82),
        "reasons": ("Two axes fail.",),
        "result": result(of, label),
        "usage": record.usage,
        "provenance": Provenance(
            adjudge="0.1.0",
            protocol={"name": "jury", "max_rounds": 2, "dissent_threshold": 2},
            engines=dict.fromkeys(["parser", *ROLES, "foreperson"], "offline"),
            case_digest="9f2c" * 16,
            prompts={"cast_vote": "v1:3b7e1c", "argue": "v1:90aa41"},
        ),
        "transcript": record,
        "timing": Timing(total_s=3.42, cached_calls=2),
        **changes,
    }
    return Verdict.model_validate(given)


def faithful() -> tuple[Case, Verdict]:
    """All agree."""
    of = case(claim="More than 645,000 adults were newly vaccinated in March 2021.")
    yes = vote(FAITHFUL, 0.95, "Number, group and month are the source's own.")
    everyone = votes(**dict.fromkeys(ROLES, yes))
    plain = PlainVote(label=JuryLabel.FAITHFUL, faithful=4, mutated=0, failed=0)
    finding = Finding(
        axis="quantities",
        relation=Relation.SAME,
        claim_quote=quote(of, CLAIM_ID, "645,000"),
        source_quote=quote(of, "source", "645,000"),
        explanation="the same number",
        severity=Severity.LOW,
    )
    return of, verdict(
        of,
        JuryLabel.FAITHFUL,
        Stance.SUPPORTED,
        confidence=Confidence(value=0.95, calibrated_on="VitaminC dev, 2,000 pairs"),
        reasons=("Every number, name and hedge of the claim is in the source.",),
        findings=(finding,),
        result=result(of, JuryLabel.FAITHFUL, round_0=everyone, round_2=everyone, plain_vote=plain),
    )


def mutated() -> tuple[Case, Verdict]:
    """Debate, a changed mind, a dissenter, a failed juror, a rejected quote and an edit that came out faithful."""
    of = case()
    edit = CLAIM.replace("Under 650,000", "More than 645,000").replace("caused", "was associated with")
    findings = tuple(
        Finding(
            axis=field,
            relation=Relation.CONTRADICTED,
            claim_quote=quote(of, CLAIM_ID, claim_says),
            source_quote=quote(of, "source", truth_says),
            explanation=issue,
            severity=Severity.HIGH,
        )
        for field, claim_says, truth_says, issue in (NUMBERS, CAUSE)
    )
    dissent = Dissent(
        who="steelman", verdict="Faithful", confidence=0.62, reasoning="The number can still be read as true."
    )
    return of, verdict(
        of,
        JuryLabel.MUTATED,
        Stance.CONTRADICTED,
        reasons=("The claim turns a lower bound into an upper one and an association into a cause.", "numeric: no"),
        findings=findings,
        quotes=tuple(q for f in findings for q in (f.claim_quote, f.source_quote) if q),
        rejected_quotes=(
            RejectedQuote(
                text="vaccination was proven to reduce admissions",
                document_id="source",
                who="literal",
                reason="not found",
            ),
        ),
        dissent=(dissent,),
        failed_agents=("sceptic",),
        minimal_edit=MinimalEdit(text=edit, rejudged_label="Faithful"),
        transcript=transcript(of, failed="sceptic"),
        result=result(
            of,
            JuryLabel.MUTATED,
            minimal_edit=edit,
            dissent_note="steelman (Faithful, 0.62): The number can still be read as true.",
            debate=speeches(),
            debate_rounds=1,
            debate_stopped="no new reasoning",
            changed_minds=(ChangedMind(juror="context", before=FAITHFUL, after=MUTATED),),
            failed_jurors=("sceptic",),
            plain_vote=PlainVote(label=JuryLabel.FAITHFUL, faithful=2, mutated=1, failed=1),
        ),
    )


def ambiguous() -> tuple[Case, Verdict]:
    """Two against two, and no findings of the verdict's own."""
    of = case()
    four = votes(
        literal=vote(MUTATED, 0.8, "The bound is turned round."),
        sceptic=vote(MUTATED, 0.9, "A cause is claimed."),
        context=vote(FAITHFUL, 0.6, "The gist is kept."),
        steelman=vote(FAITHFUL, 0.7, "645,000 is under 650,000."),
    )
    dissent = tuple(
        Dissent(who=v.juror, verdict=v.vote.verdict, confidence=v.vote.confidence, reasoning=v.vote.reasoning)
        for v in four
    )
    plain = PlainVote(label=JuryLabel.AMBIGUOUS, faithful=2, mutated=2, failed=0)
    return of, verdict(
        of,
        JuryLabel.AMBIGUOUS,
        Stance.NOT_ENOUGH_INFO,
        confidence=Confidence(value=0.55),
        reasons=("Three axes hold, two do not, and two jurors disagree with the other two.",),
        dissent=dissent,
        result=result(of, JuryLabel.AMBIGUOUS, round_0=four, round_2=four, plain_vote=plain),
    )
