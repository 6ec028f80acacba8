"""Roles that change and roles that only seem to; opposites that answer the claim and opposites of something else."""

import pytest

from adjudge.analysis.compare.comparison import compare
from adjudge.verdict import Relation


def contradicted(claim: str, source: str) -> set[str]:
    """The axes on which the source contradicts the claim."""
    found = compare(claim, [("source", source)]).findings
    return {finding.axis for finding in found if finding.relation is Relation.CONTRADICTED}


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Den Pokal holte Mara Lindt.", "Mara Lindt holte den Pokal."),
        ("Den Vorwurf wies der Trainer zurück.", "Der Trainer wies den Vorwurf zurück."),
        ("Die Klage wies die Richterin ab.", "Die Richterin wies die Klage ab."),
        ("In Hamburg gründete Otto eine neue Stiftung.", "Otto gründete in Hamburg eine neue Stiftung."),
        ("Unbeschädigt blieb der Turm.", "Der Turm blieb unbeschädigt."),
        ("Silber gewann Mara Lindt.", "Mara Lindt gewann Silber."),
        ("Der Nachbarin gab der Gärtner einen Schlüssel.", "Der Gärtner gab der Nachbarin einen Schlüssel."),
        ("Mara Lindt ist so alt wie Jon Beck.", "Jon Beck ist so alt wie Mara Lindt."),
        ("Mara Lindt is as tall as Jon Beck.", "Jon Beck is as tall as Mara Lindt."),
        ("Otto wurde von Bosch übernommen.", "Bosch hat Otto übernommen."),
        ("Von Bosch wurde Otto übernommen.", "Otto wurde von Bosch übernommen."),
        ("Den Briefträger hat der Hund gebissen.", "Der Hund hat den Briefträger gebissen."),
        ("Silber hat Lindt gewonnen.", "Lindt hat Silber gewonnen."),
        ("Der Verein hat den Trainer verpflichtet.", "Der Trainer wurde vom Verein verpflichtet."),
        ("Vom Verein wurde der Trainer verpflichtet.", "Der Trainer wurde vom Verein verpflichtet."),
        ("Die Bahn fährt von Bremen nach Hamburg.", "Die Bahn fährt von Hamburg nach Bremen."),
        ("Hamburg spielte gegen Bremen.", "Bremen spielte gegen Hamburg."),
        ("Der Trainer hat den Kapitän getroffen.", "Der Kapitän hat den Trainer getroffen."),
    ],
)
def test_what_german_moves_to_the_front_keeps_its_role(claim: str, source: str) -> None:
    assert contradicted(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The mill closed in 1987.", "The mill opened in 1901. It closed in 1987."),
        ("The mill closed.", "The mill opened in 1901. It closed in 1987."),
        ("The mill closed in 1987.", "The mill opened in 1901."),
        ("Mara Lindt left the board in 2018.", "Mara Lindt joined the board in 2012. She left in 2018."),
        ("Der Pegel sank am Sonntag.", "Der Pegel stieg am Samstag. Am Sonntag sank er."),
    ],
)
def test_an_opposite_of_another_time_does_not_clash(claim: str, source: str) -> None:
    found = compare(claim, [("source", source)]).findings
    assert not [finding for finding in found if finding.axis == "wording"]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Rents rose in 2019.", "Rents fell in 2019. Wages rose in 2019."),
        ("Rents rose.", "Rents fell. Wages rose."),
        ("The new road leads north to Ayr.", "The new road leads south to Ayr. The old road leads north to Oban."),
    ],
)
def test_an_opposite_clashes_though_the_claims_word_is_said_of_something_else(claim: str, source: str) -> None:
    assert "wording" in contradicted(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Rents were lower than wages.", "Wages were higher than rents."),
        ("Mara is two years younger than Jon.", "Jon is two years older than Mara."),
        ("Mara Lindt is two years younger than Jon Beck.", "Jon Beck is two years older than Mara Lindt."),
        ("Die Mieten waren niedriger als die Löhne.", "Die Löhne waren höher als die Mieten."),
        ("Fewer girls than boys enrolled.", "More boys than girls enrolled."),
        ("The mill lies north of the pond.", "The pond lies south of the mill."),
        ("The strike came before the election.", "The election came after the strike."),
        ("Bosch sold the mill to Otto.", "Otto bought the mill from Bosch."),
    ],
)
def test_opposites_with_exchanged_sides_say_the_same(claim: str, source: str) -> None:
    assert contradicted(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source", "axis"),
    [
        ("Rents were lower than wages.", "Rents were higher than wages.", "wording"),
        ("Fewer girls than boys enrolled.", "More girls than boys enrolled.", "wording"),
        ("The mill lies north of the pond.", "The mill lies south of the pond.", "wording"),
        ("The court approved the plan.", "The court rejected the plan. It had not approved it before.", "wording"),
    ],
)
def test_opposites_alone_or_exchanged_sides_alone_clash(claim: str, source: str, axis: str) -> None:
    assert contradicted(claim, source) == {axis}


def test_forms_of_to_be_and_to_have_add_nothing() -> None:
    source = "Das Boot war nach Angaben der Werft zu schwer beladen."
    for claim in ("Nach Angaben der Werft sei das Boot zu schwer gewesen.", "Das Boot sei zu schwer beladen worden."):
        found = compare(claim, [("source", source)]).findings
        assert not [finding for finding in found if finding.axis == "wording"]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Der Rat nahm den Plan an.", "Der Rat lehnte den Plan nicht ab."),
        ("Der Rat nahm den Plan nicht an.", "Der Rat lehnte den Plan ab."),
        ("Der Pegel stieg.", "Der Pegel stieg im Mai und ging im Juni zurück."),
        ("Der Pegel ging 2019 zurück.", "Der Pegel sank 2019."),
        ("Der Seemann ist tot.", "Der Seemann kam ums Leben."),
    ],
)
def test_what_is_denied_or_another_verb_is_no_german_opposite(claim: str, source: str) -> None:
    assert contradicted(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Der Pegel ging 2019 zurück.", "Der Pegel sank 2019."),
        ("Der Pegel sank 2019.", "Der Pegel ging 2019 zurück."),
        ("Der Rat lehnte den Plan ab.", "Der Rat wies den Plan zurück."),
    ],
)
def test_a_separable_verb_is_what_its_synonyms_are(claim: str, source: str) -> None:
    found = compare(claim, [("source", source)]).findings
    assert not [finding for finding in found if finding.axis == "wording"]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The grocer was convicted of fraud.", "The grocer was cleared of fraud."),
        ("The grocer was convicted of fraud.", "The grocer was acquitted of fraud."),
        ("The court upheld the fine.", "The court quashed the fine."),
        ("The union welcomed the plan.", "The union criticised the plan."),
        ("The fire was deliberate.", "The fire was accidental."),
        ("Sales rose in March.", "Sales were unchanged in March."),
        ("Sales were flat in March.", "Sales fell in March."),
    ],
)
def test_verdicts_and_movements_that_exclude_each_other(claim: str, source: str) -> None:
    assert "wording" in contradicted(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("He was convicted of murder.", "He was found guilty of murder but cleared of theft."),
        ("Profit rose 5%.", "Profit was up 5%, while revenue was unchanged."),
        ("Unions welcomed the plan.", "Unions praised the plan but criticised its timing."),
        ("The court upheld the fine.", "The court confirmed the fine but quashed the ban."),
        ("The rent of the flat rose.", "The flat's rent rose."),
        ("Sales rose in March.", "Sales, flat in February, climbed in March."),
    ],
)
def test_opposites_in_another_clause_do_not_clash(claim: str, source: str) -> None:
    assert contradicted(claim, source) == set()


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The winner is a man.", "The winner is a woman."),
        ("Ms Orr drives a blue car.", "Ms Orr drives a red car."),
        ("Pupils who slept less had higher marks.", "Pupils who slept less had lower marks."),
    ],
)
def test_what_excludes_it_still_contradicts(claim: str, source: str) -> None:
    assert contradicted(claim, source)


def test_who_lived_has_not_died() -> None:
    assert "wording" in contradicted("The patient lived in the night.", "The patient died in the night.")


@pytest.mark.parametrize(
    ("claim", "source", "clashes"),
    [
        ("Chile got a gift of 40 boats from Norway.", "Norway gave a gift of 40 boats to Chile.", False),
        ("The night train goes from Graz.", "The night train goes to Graz.", True),
    ],
)
def test_the_two_ends_of_a_way_are_no_opposites(claim: str, source: str, clashes: bool) -> None:
    found = compare(claim, [("source", source)]).findings
    assert any("opposites" in finding.explanation for finding in found) is clashes
