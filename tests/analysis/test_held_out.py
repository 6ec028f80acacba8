"""Phrases that the grammar was not written for: what a reader would say of pairs on mixed subjects."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.judge.stance import probabilities

SUPPORTED = [
    ("Sales fell by a quarter.", "Sales fell by 26 percent."),
    ("The lake covers 12 square miles.", "The lake covers 31 square kilometres."),
    ("The rule takes effect from January 2024.", "The rule takes effect on 1 January 2024."),
    ("The paper was published in the second quarter of 2021.", "The paper was published in May 2021."),
    ("Several of the farms were flooded.", "All of the farms were flooded."),
    ("The prize was won by a Kenyan runner.", "A runner from Kenya won the prize."),
    ("The hotel has 14 rooms.", "The hotel has 14 rooms and a garden."),
    ("Mehr als die Hälfte der Befragten stimmte zu.", "62 Prozent der Befragten stimmten zu."),
    ("A fifth of the pupils walk to school.", "21 per cent of the pupils walk to school."),
    ("Just shy of 300 goats were vaccinated.", "291 goats were vaccinated."),
    ("The tunnel is 3 miles long.", "The tunnel is 4.8 km long."),
    ("The strike lasted a fortnight.", "The strike lasted 14 days."),
    ("Construction finished in the early 1970s.", "Construction finished in 1972."),
    ("The treaty was signed in Lisbon by Maria Costa.", "Maria Costa signed the treaty in Lisbon."),
    ("Rund 1,5 Millionen Menschen leben dort.", "Dort leben 1.512.000 Menschen."),
    ("Roughly one in ten trees died.", "11 % of the trees died."),
]

CONTRADICTED = [
    ("The quarry employs fewer than two dozen workers.", "The quarry employs 31 workers."),
    ("The paper was published in the second quarter of 2021.", "The paper was published in October 2021."),
    ("Most of the farms were flooded.", "Few of the farms were flooded."),
    ("The alloy contains no lead.", "The alloy contains lead."),
    ("The court upheld the ban.", "The court overturned the ban."),
    ("The bakery sells bread without yeast.", "The bakery sells bread with yeast."),
    ("The cat chased the dog.", "The dog chased the cat."),
    ("The prize was won by a Kenyan runner.", "A runner from Ethiopia won the prize."),
    ("Das Gesetz wurde 2016 abgelehnt.", "Das Gesetz wurde 2016 angenommen."),
    ("Die Kosten stiegen um 5 Prozent.", "Die Kosten sanken um 5 Prozent."),
    ("He was acquitted of fraud.", "He was convicted of fraud."),
    ("It costs £40.", "It costs £45."),
    ("The match ended 3-1.", "The match ended 2-1."),
    ("Ana Ruiz, 34, leads the team.", "Ana Ruiz, 43, leads the team."),
    ("The orchard yielded upwards of 9,000 kilos of plums.", "Growers picked 8.4 tonnes of plums in the orchard."),
    ("Ticket prices have trebled since 2010.", "Ticket prices have doubled since 2010."),
    ("Construction finished in the late 1970s.", "Construction finished in 1972."),
    ("The festival takes place every autumn.", "The festival takes place every spring."),
    ("Hardly anyone voted.", "Almost everyone voted."),
    ("The dam was never completed.", "The dam was completed."),
    ("The committee rejected the plan.", "The committee approved the plan."),
    ("The treaty was signed by the Spanish envoy.", "The treaty was signed by the Portuguese envoy."),
    ("The ship carried a cargo of copper.", "The ship carried a cargo of zinc."),
    ("Der Fluss ist 340 Kilometer lang.", "Der Fluss ist 430 Kilometer lang."),
    ("Die Brücke wurde im Mai 1951 eröffnet.", "Die Brücke wurde im Juni 1951 eröffnet."),
    ("Keine Schüler wurden verletzt.", "Einige Schüler wurden verletzt."),
    ("The mayor's brother owns the mill.", "The mayor's sister owns the mill."),
    ("More women than men applied.", "More men than women applied."),
    ("The north wing burned down.", "The south wing burned down."),
    ("Profits were up 4 %.", "Profits were down 4 %."),
    ("She left before the vote.", "She left after the vote."),
    ("The patients improved.", "Among patients older than 80, none improved."),
    ("The museum opens on Sundays.", "The museum opens on Mondays."),
    ("Nobody was arrested.", "Four people were arrested."),
    ("The company denied the report.", "The company confirmed the report."),
    ("At most 20 houses were damaged.", "25 houses were damaged."),
]

NOT_ENOUGH_INFO = [
    ("The senator will run again.", "The senator is considering whether to run again."),
    ("The hotel has 14 rooms and a pool.", "The hotel has 14 rooms."),
    ("The bridge collapsed because of the flood.", "The bridge collapsed after the flood."),
    ("Every resident was evacuated.", "Nearly every resident was evacuated."),
    ("The vaccine prevents malaria.", "The vaccine might prevent malaria."),
    ("The vaccine is guaranteed to prevent malaria.", "The vaccine is believed to prevent malaria."),
    ("Smoking leads to blindness.", "Smoking is correlated with blindness."),
    ("Alle Schüler wurden verletzt.", "Einige Schüler wurden verletzt."),
]


def likeliest(claim: str, source: str) -> str:
    shares = probabilities(compare(claim, [("s", source)]))
    return max(shares._asdict().items(), key=lambda item: item[1])[0]


@pytest.mark.parametrize(("claim", "source"), SUPPORTED)
def test_what_follows_from_the_source_is_supported(claim: str, source: str) -> None:
    assert likeliest(claim, source) == "supported"


@pytest.mark.parametrize(("claim", "source"), CONTRADICTED)
def test_what_the_source_rules_out_is_contradicted(claim: str, source: str) -> None:
    assert likeliest(claim, source) == "contradicted"


@pytest.mark.parametrize(("claim", "source"), NOT_ENOUGH_INFO)
def test_what_goes_beyond_the_source_is_left_open(claim: str, source: str) -> None:
    assert likeliest(claim, source) == "not_enough_info"
