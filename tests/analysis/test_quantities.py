from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.analysis.compare.axes.number import relate
from adjudge.analysis.facts.comparators import Comparator
from adjudge.analysis.facts.quantities import Quantity, quantities
from adjudge.verdict import Relation
from tests.analysis.strategies import texts


def only(text: str) -> Quantity:
    (found,) = quantities(text)
    return found


@given(texts)
def test_every_quantity_stands_at_its_offsets_and_is_no_empty_interval(text: str) -> None:
    for quantity in quantities(text):
        assert text[quantity.span.start : quantity.span.end] == quantity.span.text
        assert text[quantity.number.start : quantity.number.end] == quantity.number.text
        assert quantity.span.start <= quantity.number.start < quantity.number.end <= quantity.span.end
        assert quantity.interval.low <= quantity.interval.high


@given(st.integers(0, 10**12))
def test_any_whole_number_with_thousands_separators_keeps_its_value(number: int) -> None:
    assert only(f"They counted {number:,} seals.").value == number


@pytest.mark.parametrize("digits", [17, 25, 300, 1_000, 10_000])
def test_a_long_number_is_compared_to_its_last_digit(digits: int) -> None:
    first, second = ("7" * (digits - 1) + last for last in "12")
    text = "The plant makes {} parts."
    assert relate(only(text.format(first)), only(text.format(second))) is Relation.CONTRADICTED
    assert relate(only(text.format(first)), only(text.format(first))) is Relation.SAME


@pytest.mark.parametrize("form", ["{} trillion euros", "{}/10", "{}00000 parts", "minus {} °F", "about {} percent"])
def test_no_number_is_too_long_to_be_read(form: str) -> None:
    found = only(f"It is {form.format('9' * 1_000)}.")
    assert 0 < abs(found.value) < inf


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("It raised $ 500\ufffdmillion.", 500e6, "USD"),
        ("It raised $\ufffd500 million.", 500e6, "USD"),
        ("It has 1\ufffd234\ufffd567 members.", 1_234_567, ""),
        ("It fell by 5\ufffd%.", 5, "percent"),
        ("It is 12\ufffdkm long.", 12_000, "metre"),
    ],
)
def test_a_lost_character_in_a_number_is_read_as_a_space(text: str, value: float, unit: str) -> None:
    found = only(text)
    assert (found.value, found.unit) == (value, unit)
    assert text[found.span.start : found.span.end] == found.span.text


@given(st.integers(1_000_000, 10**11))
def test_german_separators_give_the_same_value(number: int) -> None:
    german = f"{number:,}".replace(",", ".")
    assert only(f"Es sind {german} Euro und nicht mehr.").value == number


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("more than 645,000 cases", 645_000, inf),
        ("Under 650,000 cases", -inf, 650_000),
        ("at least 12 boats", 12, inf),
        ("no fewer than 12 boats", 12, inf),
        ("up to 40 guests", -inf, 40),
        ("40 or more guests", 40, inf),
        ("20 or more", 20, inf),
        ("between 30 and 40 people", 30, 40),
        ("10 to 20 crates", 10, 20),
        ("7–9 crates", 7, 9),
        ("15 ± 2 grams", 0.013, 0.017),
        ("two or three lambs", 2, 3),
        ("about 100 goats", 90, 110),
        ("~100 goats", 90, 110),
        ("nearly 200 goats", 180, 200),
        ("> 5 goats", 5, inf),
        ("mehr als 300 Ziegen", 300, inf),
        ("dozens of goats", 12, inf),
        ("hundreds of thousands of goats", 1e5, inf),
        ("Hunderttausende Ziegen", 1e5, inf),
        ("Hunderte Ziegen", 100, inf),
        ("Tausende Ziegen", 1000, inf),
        ("Millionen Ziegen", 1e6, inf),
        ("zwischen zwanzig und dreißig Ziegen", 20, 30),
        ("zwischen 30 und 40 Ziegen", 30, 40),
        ("growing herds, ranging from 10 to 20 goats", 10, 20),
        ("between 500 metres and 2 km", 500, 2000),
        ("zwischen minus 5 und minus 10 Grad", -10, -5),
        ("nearly minus 5 degrees", -5.5, -5),
        ("20 –25°C", 20, 25),
        ("between two and three goats", 2, 3),
        ("between two hundred and three hundred goats", 200, 300),
        ("between five hundred and one thousand goats", 500, 1000),
        ("between one hundred and fifty and two hundred goats", 150, 200),
        ("between one hundred and two hundred and fifty goats", 100, 250),
        ("more than a million goats", 1e6, inf),
        ("it exceeded the 30 goats of last year", 30, 30),
        ("it exceeded the 30 goats mark", 30, inf),
        ("more than the 30 goats of last year", 30, 30),
        ("weniger als die 30 Ziegen vom Vorjahr", 30, 30),
    ],
)
def test_words_around_a_number_make_it_an_interval(text: str, low: float, high: float) -> None:
    quantity = only(text)
    assert quantity.interval.low == pytest.approx(low)
    assert quantity.interval.high == pytest.approx(high)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("forty-two huts", 42),
        ("three hundred and six sheep", 306),
        ("a dozen eggs", 12),
        ("a couple of huts", 2),
        ("30 million votes", 3e7),
        ("1.2bn users", 1.2e9),
        ("45k users", 45_000),
        ("3 lakh voters", 3e5),
        ("2 crore voters", 2e7),
        ("12,34,567 voters", 1_234_567),
        ("3,7 Millionen Menschen", 3.7e6),
        ("no deaths", 0),
        ("ten thousand spectators", 10_000),
        ("1 250 pupils", 1250),
        ("half a million visitors", 500_000),
        ("a quarter of a million visitors", 250_000),
        ("half a dozen eggs", 6),
        ("two hundred and six thousand bees", 206_000),
        ("one million two hundred thousand and five bees", 1_200_005),
        ("three hundred thousand four hundred bees", 300_400),
        ("three and a half million bees", 3.5e6),
        ("2½ million bees", 2.5e6),
        ("dreieinhalb Millionen Bienen", 3.5e6),
        ("eine halbe Million Bienen", 500_000),
        ("eine Million Bienen", 1e6),
        ("ein halbes Dutzend Eier", 6),
        ("zwei Dutzend Eier", 24),
        ("siebzehn Bienen", 17),
        ("einundzwanzig Bienen", 21),
        ("dreihundertzwölf Bienen", 312),
        ("zweitausendfünfhundert Bienen", 2500),
        ("hunderttausend Bienen", 100_000),
        ("zwei Millionen dreihunderttausend Bienen", 2.3e6),
    ],
)
def test_numbers_are_read_in_every_notation(text: str, value: float) -> None:
    assert only(text).value == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("They have two and three calves.", [2, 3]),
        ("They sold two hundred and three hundred sheep.", [200, 300]),
        ("They slept 2 hours and 90 minutes.", [7200, 5400]),
        ("They walked 2 km and 3 km.", [2000, 3000]),
        ("They spent 3 hours and 5 coins.", [10_800, 5]),
    ],
)
def test_numbers_joined_by_and_are_not_added(text: str, values: list[float]) -> None:
    assert [quantity.value for quantity in quantities(text)] == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("Debt rose by $5 million to $25 million.", [5e6, 25e6]),
        ("The herd grew from 200 to 600.", [200, 600]),
        ("The herd grew from 3 to 5 million goats.", [3e6, 5e6]),
        ("The herd shrank from 5 to 3 million goats.", [5e6, 3e6]),
        ("Der Anteil stieg um 5 % auf 20 %.", [5, 20]),
        ("They paid £5 to 10 dollars.", [5, 10]),
    ],
)
def test_where_something_moved_from_and_to_is_no_range(text: str, values: list[float]) -> None:
    assert [quantity.value for quantity in quantities(text)] == values


def test_the_first_of_two_levels_takes_the_unit_and_noun_of_the_second() -> None:
    first, second = quantities("The price of bread rose from 10 to 15 euros.")
    assert first.unit == second.unit == "EUR"
    assert {level.head for level in quantities("The herd grew from 200 to 600 goats.")} == {"goat"}


@pytest.mark.parametrize(
    ("text", "unit", "value"),
    [
        ("14 %", "percent", 14),
        ("14 per cent", "percent", 14),
        ("12 Prozent", "percent", 12),
        ("one in five", "percent", 20),
        ("three quarters of the crew", "percent", 75),
        ("half of the crew", "percent", 50),
        ("2 percentage points", "percentage points", 2),
        ("$ 400 million", "USD", 4e8),
        ("US$30m", "USD", 3e7),
        ("£5", "GBP", 5),
        ("20 euros", "EUR", 20),
        ("5 km", "metre", 5000),
        ("2 miles", "metre", 3218.688),
        ("3 tonnes", "kilogram", 3000),
        ("two and a half hours", "second", 9000),
        ("2 hours 30 minutes", "second", 9000),
        ("2 Stunden und 20 Minuten", "second", 8400),
        ("1 hour 5 minutes 20 seconds", "second", 3920),
        ("6 feet 2 inches", "metre", 1.8796),
        ("3 years and 2 months", "year", 38 / 12),
        ("The ticket costs 10 pounds.", "GBP", 10),
        ("The goose weighs 10 pounds.", "kilogram", 4.5359237),
        ("One tenancy in twenty", "percent", 5),
        ("anderthalb Stunden", "second", 5400),
        ("12 Tonnen", "kilogram", 12_000),
        ("5 Gramm", "kilogram", 0.005),
        ("20 Hektar", "square metre", 200_000),
        ("80 Quadratmeter", "square metre", 80),
        ("2 Kubikmeter", "litre", 2000),
        ("drei Jahrzehnte", "year", 30),
        ("3 US-Dollar", "USD", 3),
        ("3 Mrd. Euro", "EUR", 3e9),
        ("3 Mio. €", "EUR", 3e6),
        ("It costs 85 cents.", "USD", 0.85),
        ("He brought 10 pounds of it.", "", 10),
        ("It was -5°C outside.", "celsius", -5),
        ("Es waren minus 5 Grad.", "celsius", -5),
        ("It was minus five degrees.", "", -5),
        ("The balance was −5 by noon.", "", -5),
        ("Sales: -5 %", "percent", 5),
        ("-5 apples", "", 5),
        ("It is 500 m away.", "metre", 500),
        ("Er ist 1,80 m groß.", "metre", 1.8),
        ("It cost $5 m.", "USD", 5e6),
        ("45m users", "", 45e6),
        ("an 18-year-old", "year", 18),
        ("aged 50", "year", 50),
        ("the 3rd edition", "ordinal", 3),
        ("the fourth attempt", "ordinal", 4),
        ("sales doubled", "times", 2),
        ("tenfold", "times", 10),
        ("3.4/10", "out of 10", 3.4),
        ("35 out of 100", "out of 100", 35),
    ],
)
def test_units_come_under_one_name(text: str, unit: str, value: float) -> None:
    quantity = only(text)
    assert quantity.unit == unit
    assert quantity.value == pytest.approx(value)


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("645,000 confirmed fever cases were counted", "case"),
        ("14 % of patients", "patient"),
        ("the number of recoveries reached 66", "recovery"),
        ("47 million people left", "person"),
        ("It was 40 degrees in May", "degree"),
        ("He brought 10 pounds of flour", "pound"),
    ],
)
def test_what_is_counted_is_named(text: str, head: str) -> None:
    assert only(text).head == head


@pytest.mark.parametrize("text", ["The train left at 18:30.", "um 8:05 Uhr", "at 20:15"])
def test_a_time_of_day_is_no_score(text: str) -> None:
    assert all(quantity.unit != "score" for quantity in quantities(text))


def test_eleven_at_the_start_of_a_german_sentence_is_a_number() -> None:
    assert only("Elf Ziegen kamen.").value == 11
    assert only("Es kamen elf Ziegen.").value == 11


@pytest.mark.parametrize(
    "text",
    [
        "It opened in 2019.",
        "COVID-19 spread.",
        "the one who left",
        "one of them",
        "No one came.",
        "ein Mann und eine Frau",
    ],
)
def test_years_identifiers_and_pronouns_are_no_quantities(text: str) -> None:
    assert quantities(text) == ()


def test_four_digits_before_a_plural_count_something() -> None:
    assert only("The hall holds 2000 people.").value == 2000
    assert only("They reached 1661 cases.").value == 1661


@pytest.mark.parametrize("text", ["the second half of the match", "She came in third."])
def test_parts_of_an_order_are_no_fractions(text: str) -> None:
    assert all(quantity.unit != "percent" for quantity in quantities(text))


@pytest.mark.parametrize(
    ("claim", "source", "relation"),
    [
        ("Under 650,000 cases", "more than 645,000 cases", Relation.ABSENT),
        ("more than 150 million records", "over 110 million records", Relation.CONTRADICTED),
        ("more than four decades", "more than three decades", Relation.CONTRADICTED),
        ("fewer than 30 boats", "fewer than 50 boats", Relation.CONTRADICTED),
        ("more than 550,000 readers", "over 500,000 readers", Relation.ABSENT),
        ("at least two boats", "more than one boat", Relation.ABSENT),
        ("more than 90 million records", "over 110 million records", Relation.COARSER),
        ("137 boats", "more than 100 boats", Relation.ABSENT),
        ("more than 30 million people", "approximately 47 million people", Relation.COARSER),
        ("more than 60 million people", "approximately 47 million people", Relation.CONTRADICTED),
        ("more than 8,310 boats", "approximately 8,316 boats", Relation.COARSER),
        ("fewer than 8,310 boats", "approximately 8,316 boats", Relation.CONTRADICTED),
        ("fewer than 41,750 boats", "about 41,700 boats", Relation.COARSER),
        ("more than 46 million people", "about 47 million people", Relation.ABSENT),
        ("over US $ 1.5 million", "US $ 2 million", Relation.COARSER),
        ("less than US $ 1.5 million", "approximately U.S. $ 2M", Relation.CONTRADICTED),
        ("two thirds of voters", "66 % of voters", Relation.COARSER),
        ("two thirds of voters", "67 % of voters", Relation.COARSER),
        ("two thirds of voters", "58 % of voters", Relation.CONTRADICTED),
        ("47 million people", "47.2 million people", Relation.COARSER),
        ("47.2 million people", "47 million people", Relation.ABSENT),
        ("at least 40 boats", "44 boats", Relation.COARSER),
        ("more than 44 boats", "44 boats", Relation.CONTRADICTED),
        ("44 boats", "44 boats", Relation.SAME),
        ("45 boats", "44 boats", Relation.CONTRADICTED),
        ("645,000 cases", "more than 645,000 cases", Relation.COARSER),
        ("5 km", "5,000 metres", Relation.SAME),
        ("fewer than 9 boats", "7 to 8 boats", Relation.COARSER),
        ("half of the crew", "50 % of the crew", Relation.SAME),
    ],
)
def test_numbers_are_compared_as_intervals(claim: str, source: str, relation: Relation) -> None:
    assert relate(only(claim), only(source)) is relation


@given(st.integers(0, 10**6), st.sampled_from(["", "about ", "over ", "at least ", "under ", "up to ", "nearly "]))
def test_a_number_stands_in_the_same_relation_to_itself(number: int, bound: str) -> None:
    quantity = only(f"They had {bound}{number:,} goats.")
    assert relate(quantity, quantity) is Relation.SAME


@given(st.integers(2, 10**6), st.integers(2, 10**6))
def test_two_exact_counts_clash_both_ways_or_not_at_all(first: int, second: int) -> None:
    ours, theirs = only(f"{first:,} goats"), only(f"{second:,} goats")
    clash = relate(ours, theirs) is Relation.CONTRADICTED
    assert clash == (relate(theirs, ours) is Relation.CONTRADICTED)


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_more_than_follows_exactly_from_larger_numbers(bound: int, count: int) -> None:
    claim, source = only(f"more than {bound:,} goats"), only(f"{count:,} goats")
    relation, known = relate(claim, source), source.interval
    if count > bound and not known.low <= claim.value <= known.high:
        assert relation is Relation.COARSER
    if count == bound:
        assert relation is Relation.CONTRADICTED


def test_comparators_are_closed_words() -> None:
    assert only("about 5 goats").comparator is Comparator.ABOUT
    assert only("about 5 goats").approximate


def test_a_unit_in_foreign_capitals_is_read_or_left_alone() -> None:
    assert len(quantities("It is 5 mİ away.")) == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3 in 4 adults smoke.", 75),
        ("9 of every 100 residents fell ill.", 9),
        ("Neun von zehn Befragten sagen ja.", 90),
    ],
)
def test_odds_are_shares(text: str, value: float) -> None:
    [found] = quantities(text)
    assert (found.value, found.unit) == (value, "percent")
