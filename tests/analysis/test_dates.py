from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudge.analysis.compare.axes.date import relate
from adjudge.analysis.compare.comparison import compare
from adjudge.analysis.facts.calendar import FIRST, LAST
from adjudge.analysis.facts.dates import dates
from adjudge.analysis.facts.periods import DateRelation, Period
from adjudge.verdict import Relation
from tests.analysis.strategies import texts

LOOK_ALIKES = [
    "Those who come early may enter.",
    "Twentieth Century Fox made it.",
    "She is in her nineties.",
    "Temperatures rose into the nineties.",
    "Prices were in the 90s.",
    "Version 3.10.19 is out.",
    "He scored his second century.",
]


def only(text: str) -> Period:
    (found,) = dates(text)
    return found


def ordinal(year: int, month: int, day: int) -> int:
    return date(year, month, day).toordinal()


@given(texts)
def test_every_period_stands_at_its_offsets_and_does_not_end_before_it_begins(text: str) -> None:
    for period in dates(text):
        assert text[period.span.start : period.span.end] == period.span.text
        if period.start is not None and period.end is not None:
            assert period.start <= period.end


@given(st.dates(date(1701, 1, 1), date(2099, 12, 31)))
def test_one_day_is_the_same_however_it_is_written(day: date) -> None:
    forms = [
        day.strftime(form) for form in ("%d %B %Y", "%B %d, %Y", "%Y-%m-%d", "%d.%m.%Y", "%b %d, %Y", "%B %d , %Y")
    ]
    for form in forms:
        period = only(f"It happened on {form}")
        assert (period.start, period.end) == (day.toordinal(), day.toordinal()), form


@given(st.integers(1700, 2099), st.integers(1, 12))
def test_a_month_is_as_long_as_the_calendar_says(year: int, month: int) -> None:
    period = only(f"in {date(year, month, 1):%B %Y}")
    following = date(year + month // 12, month % 12 + 1, 1)
    assert period.start == ordinal(year, month, 1)
    assert period.end == (following - timedelta(days=1)).toordinal()


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("in 2019", (2019, 1, 1), (2019, 12, 31)),
        ("the 2010s", (2010, 1, 1), (2019, 12, 31)),
        ("Q3 2020", (2020, 7, 1), (2020, 9, 30)),
        ("the 19th century", (1801, 1, 1), (1900, 12, 31)),
        ("from 3 March to 5 April 2021", (2021, 3, 3), (2021, 4, 5)),
        ("between 2010 and 2015", (2010, 1, 1), (2015, 12, 31)),
        ("2010–12", (2010, 1, 1), (2012, 12, 31)),
        ("im März 2020", (2020, 3, 1), (2020, 3, 31)),
        ("am 3. Oktober 1990", (1990, 10, 3), (1990, 10, 3)),
        ("summer 2018", (2018, 6, 1), (2018, 8, 31)),
    ],
)
def test_periods_are_read_as_days(text: str, start: tuple[int, int, int], end: tuple[int, int, int]) -> None:
    period = only(text)
    assert (period.start, period.end) == (ordinal(*start), ordinal(*end))


def test_words_before_a_date_open_one_end() -> None:
    assert only("before 2019").end == ordinal(2018, 12, 31)
    assert only("before 2019").start == FIRST
    assert only("since 2019").start == ordinal(2019, 1, 1)
    assert only("since 2019").end == LAST
    assert only("after May 2019").start == ordinal(2019, 6, 1)
    assert only("until 2019").end == ordinal(2019, 12, 31)
    assert only("as of 4 June 2019").bearing is DateRelation.AS_OF


def test_an_ambiguous_date_keeps_both_readings() -> None:
    period = only("on 03/04/2019")
    assert set(period.readings) == {(ordinal(2019, 4, 3),) * 2, (ordinal(2019, 3, 4),) * 2}
    assert len(only("on 03/26/2019").readings) == 1


def test_parts_of_a_month_or_year_lie_inside_it() -> None:
    whole, early, late = only("in 2020"), only("early 2020"), only("late 2020")
    assert whole.start == early.start
    assert whole.end == late.end
    assert early.end is not None
    assert late.start is not None
    assert early.end < late.start


@pytest.mark.parametrize(
    "text", ["She may go.", "They march on.", "2000 people came.", "The sum reached 1999.", *LOOK_ALIKES]
)
def test_common_words_and_counts_are_no_dates(text: str) -> None:
    assert dates(text) == ()


def test_months_and_weekdays_without_a_year_are_kept_as_such() -> None:
    assert only("in May").month == 5
    assert only("on Tuesday").weekday == 1
    assert only("mid-March").month == 3
    assert not only("in May").dated


@pytest.mark.parametrize(
    ("claim", "source", "relation"),
    [
        ("in 2019", "in March 2019", Relation.COARSER),
        ("in March 2019", "in 2019", Relation.ABSENT),
        ("in 2018", "in March 2019", Relation.CONTRADICTED),
        ("in March", "on 4 March 2019", Relation.COARSER),
        ("in April", "on 4 March 2019", Relation.CONTRADICTED),
        ("before 2020", "in 2019", Relation.COARSER),
        ("before 2019", "in 2019", Relation.CONTRADICTED),
        ("in the 1990s", "in 1994", Relation.COARSER),
        ("on 03/04/2019", "on 3 April 2019", Relation.SAME),
        ("until 1999", "until 1998", Relation.CONTRADICTED),
        ("in 1999", "on a Monday", Relation.ABSENT),
        ("on 5 May 2001", "on 6 May 2001", Relation.CONTRADICTED),
        ("on 12 November 1997", "22 January 1960 - 12 November 1997", Relation.COARSER),
        ("in 1908", "from 1908 to 1910", Relation.COARSER),
        ("in 1909", "from 1908 to 1910", Relation.ABSENT),
        ("before 3 April", "on 1 April 2020", Relation.COARSER),
        ("before 3 April", "on 5 April 2020", Relation.CONTRADICTED),
        ("on 5 April 2020", "before 3 April", Relation.CONTRADICTED),
        ("before 24 March", "by 23 March", Relation.SAME),
        ("by 25 March", "as of 25 March 2020", Relation.COARSER),
        ("before 26 March", "as of 25 March", Relation.ABSENT),
        ("before 26 March 2020", "as of 25 March 2020", Relation.ABSENT),
        ("on 4 November", "between 4 November and 10 November 2003", Relation.COARSER),
        ("on 12 November", "between 4 November and 10 November 2003", Relation.CONTRADICTED),
        ("before 18 March 2020", "by 17 March", Relation.ABSENT),
        ("until 2003", "from 1994 to 2003", Relation.COARSER),
        ("until May 2003", "from 1994 to 2003", Relation.ABSENT),
        ("until 2003", "from 1994 to 6 May 2003", Relation.COARSER),
        ("from 1994", "1994-2003", Relation.COARSER),
        ("from 1994 to 2003", "until 2003", Relation.ABSENT),
        ("until 2001", "between 1990 and 2005", Relation.ABSENT),
        ("after the summer of 1996", "on 20 August 1998", Relation.COARSER),
        ("before the 21st century", "in 1995", Relation.COARSER),
        ("before the 21st century", "in 2015", Relation.CONTRADICTED),
        ("after the 2012 Olympics", "in September 2012", Relation.COARSER),
        ("in the early 17th century", "between 1599 and 1607", Relation.COARSER),
        ("from 3 May", "from 3 May to 28 June 2022", Relation.COARSER),
        ("until 28 June", "from 3 May to 28 June 2022", Relation.COARSER),
        ("on 28 June", "from 3 May to 28 June 2022", Relation.COARSER),
        ("on 3 July", "from 3 May to 28 June 2022", Relation.CONTRADICTED),
        ("on 3 July", "from 2019 to 2022", Relation.ABSENT),
        ("in late May", "on 3 May 2022", Relation.CONTRADICTED),
        ("in late May", "on 28 May 2022", Relation.COARSER),
        ("in late May", "in early May", Relation.CONTRADICTED),
        ("in late May", "in late May", Relation.SAME),
        ("in late May", "in May", Relation.ABSENT),
        ("in May", "in late May", Relation.COARSER),
        ("in late May 2022", "in late May", Relation.ABSENT),
        ("before the end of May", "on 25 May 2020", Relation.COARSER),
        ("in the early 19th century", "in 1891", Relation.CONTRADICTED),
        ("in the early 19th century", "in 1812", Relation.COARSER),
        ("in the early to mid 20th century", "in 1912", Relation.COARSER),
        ("in the 18th century", "in the seventeenth century", Relation.CONTRADICTED),
        ("in the 18th century", "in the eighteenth century", Relation.SAME),
        ("in the second half of the 18th century", "in 1721", Relation.CONTRADICTED),
        ("Anfang des 19. Jahrhunderts", "im Jahr 1891", Relation.CONTRADICTED),
        ("in den 1880er Jahren", "im Jahr 1874", Relation.CONTRADICTED),
        ("in den 1880er-Jahren", "im Jahr 1884", Relation.COARSER),
        ("in the nineties", "in 1987", Relation.CONTRADICTED),
        ("in the nineties", "in the 1990s", Relation.SAME),
        ("in the early nineties", "in 1991", Relation.COARSER),
        ("in the '20s", "in 2021", Relation.COARSER),
        ("in den Neunzigern", "im Jahr 1987", Relation.CONTRADICTED),
        ("im zweiten Quartal 2021", "im dritten Quartal 2021", Relation.CONTRADICTED),
        ("im 2. Quartal 2021", "im Mai 2021", Relation.COARSER),
        ("im Frühjahr 2022", "im Herbst 2022", Relation.CONTRADICTED),
        ("in the first half of 2021", "in October 2021", Relation.CONTRADICTED),
        ("im ersten Halbjahr 2021", "im März 2021", Relation.COARSER),
        ("am 3.10.2019", "am 3. Oktober 2019", Relation.SAME),
    ],
)
def test_periods_are_compared_by_what_they_hold(claim: str, source: str, relation: Relation) -> None:
    assert relate(only(claim), only(source)) is relation


def dated(claim: str, source: str) -> list[Relation]:
    return [finding.relation for finding in compare(claim, [("source", source)]).on("date")]


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("He led the club until 2003.", Relation.SAME),
        ("He joined the club in 1994.", Relation.SAME),
        ("He joined the club before 1996.", Relation.COARSER),
    ],
)
def test_an_end_is_measured_by_an_end_and_not_by_a_date_beside_it(claim: str, relation: Relation) -> None:
    assert dated(claim, "He joined the club in 1994 and led it until 2003.") == [relation]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Revenue in 2020 was $7 million.", "Revenue was $5 million in 2019 and $7 million in 2020."),
    ],
)
def test_a_date_that_opens_the_sentence_is_not_taken_for_that_of_another_clause(claim: str, source: str) -> None:
    assert dated(claim, source) == [Relation.SAME]


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Revenue was $7 million in 2019.", "Revenue was $5 million in 2019 and $7 million in 2020."),
        ("The plant opened in 1990.", "The plant opened in 1985, closed in 1990 and burned in 1995."),
        ("He left on Monday.", "He resigned on Monday and left on Tuesday."),
    ],
)
def test_the_date_of_another_clause_still_speaks_against_the_claim(claim: str, source: str) -> None:
    assert dated(claim, source) == [Relation.CONTRADICTED]


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        (
            "It was founded in 1990 and sold in 2005.",
            "It was founded in 1990 and sold in 2003.",
            [Relation.SAME, Relation.CONTRADICTED],
        ),
        (
            "He resigned on Tuesday and left on Monday.",
            "He resigned on Monday and left on Tuesday.",
            [Relation.CONTRADICTED, Relation.CONTRADICTED],
        ),
    ],
)
def test_a_date_that_bears_out_one_of_the_claim_does_not_speak_against_its_other(
    claim: str, source: str, expected: list[Relation]
) -> None:
    assert dated(claim, source) == expected


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("Ann Hale was born on 20 February 1894.", Relation.CONTRADICTED),
        ("Ann Hale was born on 10 February 1894.", Relation.SAME),
        ("Ann Hale was born before 1900.", Relation.COARSER),
        ("Ann Hale died in 1984.", Relation.CONTRADICTED),
        ("Ann Hale died in 1986.", Relation.COARSER),
        ("Ann Hale was born in Leeds and was a painter in 1920.", Relation.ABSENT),
    ],
)
@pytest.mark.parametrize("dash", ["–", "--"])
def test_birth_and_death_are_measured_by_the_ends_of_a_life(claim: str, relation: Relation, dash: str) -> None:
    assert dated(claim, f"Ann Hale (10 February 1894 {dash} 29 December 1986) was a painter.") == [relation]


@pytest.mark.parametrize(
    ("claim", "relation"),
    [
        ("Anna Hall starb 1984.", Relation.CONTRADICTED),
    ],
)
def test_a_german_life_has_its_ends_too(claim: str, relation: Relation) -> None:
    assert dated(claim, "Anna Hall (1894–1986) war eine Malerin.") == [relation]


@given(texts, texts)
def test_comparing_periods_clashes_both_ways_or_not_at_all(first: str, second: str) -> None:
    for ours in dates(first):
        assert relate(ours, ours) in (Relation.SAME, Relation.COARSER)
        for theirs in dates(second):
            clash = relate(ours, theirs) is Relation.CONTRADICTED
            assert clash == (relate(theirs, ours) is Relation.CONTRADICTED)


@pytest.mark.parametrize("text", ["10 adults came.", "12 adverts ran.", "5 adherents stayed."])
def test_a_count_of_things_that_begin_like_an_era_is_no_year(text: str) -> None:
    assert dates(text) == ()


@pytest.mark.parametrize("text", ["44 BC", "79 AD", "200 BCE."])
def test_an_era_is_read(text: str) -> None:
    assert [period.span.text for period in dates(text)] == [text.rstrip(".")]


@pytest.mark.parametrize(
    ("claim", "source", "expected"),
    [
        (
            "The bridge opened in 1931.",
            "Anna Berg was born in 1931 in Graz. The bridge opened in 1932. In 1931 the mill burnt down.",
            Relation.CONTRADICTED,
        ),
        ("The bridge opened in 1931.", "The bridge opened in 1931. The mill burnt down in 1932.", Relation.SAME),
        (
            "The bridge opened in 1931.",
            "The bridge opened to trains in 1932. It opened to cars in 1931.",
            Relation.SAME,
        ),
    ],
)
def test_a_date_of_another_event_bears_nothing_out(claim: str, source: str, expected: Relation) -> None:
    found = [one.relation for one in compare(claim, [("source", source)]).findings if one.axis == "date"]
    assert found == [expected]
