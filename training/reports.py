"""Short built news: who did, wanted or refused what, what rose and what fell, who came after whom, how many were left.

In: a random generator. Out: (source, claim, label) triples, right by construction: two or three reports, and a claim
about one of them that is true, false or open for who or what it speaks of, though the words stand in the source. The
sentences are built from the tables below and from no data.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from lexicon import MONTHS, NUMBER_WORDS

SUPPORTED, CONTRADICTED, NEI = 0, 1, 2
Told = tuple[str, list[tuple[str, int]]]
"""A report, and claims about it with their labels."""

_FIRMS = ("Halvard", "Norwick", "Belmont Foods", "Tessaro", "Kestrel Air", "Orlin Bank", "the retailer",
          "the chipmaker",
          "Vantage Steel", "the brewer", "the region", "the city")  # fmt: skip
_MEASURES = ("sales", "profit", "exports", "rents", "costs", "debt", "wages", "prices", "shares", "orders", "imports",
             "output", "tax income", "visitor numbers", "membership", "ticket sales")  # fmt: skip
_UP = ("rose", "grew", "increased", "climbed", "went up", "jumped", "gained", "were higher")
_DOWN = ("fell", "dropped", "declined", "decreased", "shrank", "went down", "slid", "were lower")
_BODIES = ("The council", "The court", "The ministry", "The board", "The government", "The company", "Mayor Ana Rios",
           "The union", "The club", "The university", "Minister Paul Oden", "The hospital",
           "The committee")  # fmt: skip
# base, past, what is done to it
_DEEDS = (
    ("close the plant", "closed the plant", "the plant to be closed"),
    ("raise the fee", "raised the fee", "the fee to be raised"),
    ("ban the march", "banned the march", "the march to be banned"),
    ("sell the stadium", "sold the stadium", "the stadium to be sold"),
    ("publish the report", "published the report", "the report to be published"),
    ("dismiss the director", "dismissed the director", "the director to be dismissed"),
    ("build a tunnel", "built a tunnel", "a tunnel to be built"),
    ("cut the grant", "cut the grant", "the grant to be cut"),
    ("extend the contract", "extended the contract", "the contract to be extended"),
    ("recall the drug", "recalled the drug", "the drug to be recalled"),
    ("open the archive", "opened the archive", "the archive to be opened"),
    ("repair the bridge", "repaired the bridge", "the bridge to be repaired"),
    ("lift the curfew", "lifted the curfew", "the curfew to be lifted"),
    ("cancel the festival", "cancelled the festival", "the festival to be cancelled"),
)  # fmt: skip
# how it is told, and what becomes of "did it"
_ATTITUDES = (
    ("{who} plans to {base}", NEI), ("{who} hopes to {base}", NEI), ("{who} wants to {base}", NEI),
    ("{who} is to {base} next year", NEI), ("{who} may {base}", NEI), ("{who} was asked to {base}", NEI),
    ("{who} considered whether to {base}", NEI), ("{who} had promised to {base}", NEI),
    ("{who} refused to {base}", CONTRADICTED), ("{who} decided not to {base}", CONTRADICTED),
    ("{who} rejected a demand for {done}", CONTRADICTED), ("{who} turned down a proposal to {base}", CONTRADICTED),
    ("{who} failed to {base}", CONTRADICTED), ("{who} has not yet {past}", CONTRADICTED),
    ("{who} denied reports that it had {past}", CONTRADICTED), ("{who} dropped its plan to {base}", CONTRADICTED),
    ("{who} {past}", SUPPORTED), ("{who} managed to {base}", SUPPORTED), ("{who} went ahead and {past}", SUPPORTED),
)  # fmt: skip
_POSTS = ("chief executive", "coach", "director", "chair", "mayor", "editor", "head of the agency", "captain")
_PEOPLE = ("Omar Sayed", "Lucy Hart", "Ines Roth", "Dana Wilks", "Paul Etienne", "Mira Sandoval", "Jonas Beck",
           "Ruth Amadi",
           "Kofi Mensah", "Elena Dragan", "Tom Farrow", "Yuki Arai")  # fmt: skip
_KINDS = (
    ("primary", "secondary", "schools"), ("private", "public", "hospitals"), ("small", "large", "shops"),
    ("older", "younger", "patients"),
    ("foreign", "local", "students"), ("diesel", "electric", "cars"), ("indoor", "outdoor", "events"),
    ("northern", "southern", "districts"),
    ("married", "single", "women"), ("full-time", "part-time", "workers"), ("new", "existing", "members"),
)  # fmt: skip
_RULES = ("will be closed", "must pay the tax", "were tested", "get free meals", "are exempt", "face checks",
          "were warned",
          "lose the subsidy", "may apply", "are covered by the law")  # fmt: skip
_PARTS = (
    ("windows", "were lost", "survived"), ("boats", "sank", "stayed afloat"),
    ("members", "voted against it", "did not vote against it"),
    ("passengers", "were injured", "were unhurt"), ("shops", "closed", "stayed open"),
    ("samples", "were contaminated", "were clean"),
    ("flights", "were cancelled", "were not cancelled"), ("pupils", "passed", "failed"),
)  # fmt: skip
_TEAMS = ("Rovers", "Castel FC", "Union Berg", "Larch Town", "Porto Sul", "Harrow Athletic", "Dinamo", "Wexley")
_FARES = (
    "The fare",
    "The ticket price",
    "The fee",
    "The minimum wage",
    "The fine",
    "Rent for a stall",
    "The entrance fee",
)


def report(rng: random.Random) -> tuple[str, str, int]:
    """A few reports in any order, and a claim about one of them."""
    told = [make(rng) for make in rng.sample(_MAKERS, rng.choice((1, 2, 2, 3)))]
    claim, label = rng.choice(rng.choice(told)[1])
    return " ".join(text for text, _ in told), _sentence(claim), label


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:].rstrip(".") + "."


def _trends(rng: random.Random) -> Told:
    firm, (first, second, absent) = rng.choice(_FIRMS), rng.sample(_MEASURES, 3)
    up = rng.random() < 0.5
    verbs = [rng.choice(_UP if rising else _DOWN) for rising in (up, not up)]
    joint = rng.choice((", while {} {}", ", but {} {}", "; {} {}", ", and {} {}", " although {} {}"))
    text = f"{firm} said that {first} {verbs[0]} by {rng.randint(2, 40)} percent" + joint.format(second, verbs[1])
    if rng.random() < 0.5:
        text += rng.choice(
            (" because of the strike", " after a weak summer", " for the third time in a row", " from a year earlier")
        )
    claims = []
    for measure, rising in ((first, up), (second, not up)):
        claims.append((f"{measure} at {firm} {rng.choice(_UP if rising else _DOWN)}", SUPPORTED))
        claims.append((f"{measure} at {firm} {rng.choice(_DOWN if rising else _UP)}", CONTRADICTED))
    claims.append((f"{absent} at {firm} {rng.choice(_UP + _DOWN)}", NEI))
    claims.append((f"{firm} reported that both {first} and {second} {rng.choice(_UP + _DOWN)}", CONTRADICTED))
    return _sentence(text), claims


def _attitudes(rng: random.Random) -> Told:
    who, (base, past, done) = rng.choice(_BODIES), rng.choice(_DEEDS)
    frame, label = rng.choice(_ATTITUDES)
    said = {"base": base, "past": past, "done": done}
    claims = [(f"{who} {past}", label), (f"{who} {past}", label), (frame.format(who=who, **said), SUPPORTED)]
    if label == CONTRADICTED:
        claims.append((f"{who} did not {base}", SUPPORTED))
    if label == SUPPORTED:
        claims.append((f"{who} did not {base}", CONTRADICTED))
        claims.append((f"{who} refused to {base}", CONTRADICTED))
    return _sentence(frame.format(who=who, **said)), claims


def _successors(rng: random.Random) -> Told:
    new, old = rng.sample(_PEOPLE, 2)
    post, month = rng.choice(_POSTS), rng.choice(MONTHS)
    text = rng.choice((
        f"{new}, who took over as {post} from {old} in {month}, declined to comment",
        f"{new} became {post} in {month}, when {old} left", f"{old} was replaced as {post} by {new} in {month}",
        f"In {month} {new} succeeded {old} as {post}", f"{old} handed over to {new}, the new {post}, in {month}",
    ))  # fmt: skip
    return _sentence(text), [
        (f"{new} succeeded {old}", SUPPORTED), (f"{old} succeeded {new}", CONTRADICTED),
        (f"{new} has been {post} since {month}", SUPPORTED),
        (f"{old} has been {post} since {month}", CONTRADICTED), (f"{old} was {post} before {new}", SUPPORTED),
        (f"{new} was {post} before {old}", CONTRADICTED), (f"{old} was dismissed for poor results", NEI),
    ]  # fmt: skip


def _kinds(rng: random.Random) -> Told:
    (kind, other, noun), rule = rng.choice(_KINDS), rng.choice(_RULES)
    if rng.random() < 0.5:
        kind, other = other, kind
    text, excepted = f"{kind} {noun} {rule}", rng.random() < 0.5
    if excepted:
        text += rng.choice(
            (f"; {other} {noun} do not", f", but not {other} {noun}", f". This is not so for {other} {noun}")
        )
    apart = CONTRADICTED if excepted else NEI
    return _sentence(text), [
        (f"{kind} {noun} {rule}", SUPPORTED), (f"all {noun} {rule}", apart), (f"{other} {noun} {rule}", apart),
        (f"some {noun} {rule}", SUPPORTED), (f"no {noun} {rule}", CONTRADICTED),
    ]  # fmt: skip


def _parts(rng: random.Random) -> Told:
    noun, done, left = rng.choice(_PARTS)
    whole = rng.randint(5, 19)
    part = rng.choice([number for number in range(2, whole - 1) if 2 * number != whole])
    rest = whole - part
    words = {number: NUMBER_WORDS[number] if rng.random() < 0.5 else str(number) for number in (whole, part, rest)}
    claims = [
        (f"{words[part]} {noun} {done}", SUPPORTED),
        (f"{words[rest]} of the {words[whole]} {noun} {left}", SUPPORTED),
        (f"{words[rest]} of the {words[whole]} {noun} {done}", CONTRADICTED),
        (f"all {words[whole]} {noun} {done}", CONTRADICTED),
        (f"none of the {noun} {done}", CONTRADICTED),
        (f"most of the {noun} {done}", SUPPORTED if part > rest else CONTRADICTED),
        (f"most of the {noun} {left}", SUPPORTED if rest > part else CONTRADICTED),
        (f"not all of the {noun} {done}", SUPPORTED),
    ]  # fmt: skip
    return _sentence(f"{words[part]} of the {words[whole]} {noun} {done}"), claims


def _fares(rng: random.Random) -> Told:
    what = rng.choice(_FARES)
    low = rng.choice((2, 3, 4, 5, 8, 10, 12, 20, 40))
    step = rng.choice((0.5, 1, 1.5, 2, 3, 5))
    rising = rng.random() < 0.65
    before, after = (low, low + step) if rising else (low + step, low)
    amount = {
        value: f"{value:g}" if value == int(value) else f"{value:.2f}" for value in (before, after, step, step + 1)
    }
    verb, contrary = ("rises", "falls") if rising else ("falls", "rises")
    sign = rng.choice(("euros", "pounds", "dollars"))
    return f"{what} {verb} from {amount[before]} to {amount[after]} {sign}.", [
        (f"{what} {verb} by {amount[step]} {sign}", SUPPORTED),
        (f"{what} {verb} by {amount[step + 1]} {sign}", CONTRADICTED),
        (f"{what} {contrary} by {amount[step]} {sign}", CONTRADICTED),
        (f"{what} will be {amount[after]} {sign}", SUPPORTED),
        (f"{what} will be {'higher' if rising else 'lower'} than before", SUPPORTED),
        (f"{what} stays the same", CONTRADICTED),
        (f"{what} was {amount[after]} {sign} until now", CONTRADICTED),
    ]  # fmt: skip


def _matches(rng: random.Random) -> Told:
    winner, loser = rng.sample(_TEAMS, 2)
    goals = rng.randint(1, 5)
    against = rng.randint(0, goals - 1)
    year = rng.randint(1960, 2020)
    text = rng.choice((f"{winner} beat {loser} {goals}-{against}", f"{loser} lost {against}-{goals} to {winner}"))
    claims = [
        (f"{winner} won against {loser}", SUPPORTED), (f"{loser} won against {winner}", CONTRADICTED),
        (f"{winner} lost to {loser}", CONTRADICTED), (f"{loser} lost to {winner}", SUPPORTED),
        (f"{winner} and {loser} drew", CONTRADICTED),
        (f"{winner} scored {NUMBER_WORDS[goals]} goal{'s' * (goals > 1)}", SUPPORTED),
        (f"{loser} missed a penalty", NEI),
        (f"{winner} won by {NUMBER_WORDS[goals - against]} goal{'s' * (goals - against > 1)}", SUPPORTED),
    ]  # fmt: skip
    if rng.random() < 0.5:
        text += f" for the first time since {year}"
        claims += [
            (f"{winner} last beat {loser} in {year}", SUPPORTED),
            (f"{winner} beat {loser} for the first time", CONTRADICTED),
            (f"{winner} had not beaten {loser} since {year}", SUPPORTED),
            (f"{winner} beat {loser} in {year + rng.randint(1, 3)}", CONTRADICTED),
        ]  # fmt: skip
    return _sentence(text), claims


_MAKERS: tuple[Callable[[random.Random], Told], ...] = (
    _trends, _attitudes, _successors, _kinds, _parts, _fares, _matches,
)  # fmt: skip
