import pytest

from adjudge.analysis.text.language import OTHER, language
from adjudge.engines.offline.languages import languages_differ


@pytest.mark.parametrize(
    "text",
    [
        "Die Firma verkaufte 200 Autos.",
        "Der Zug hat 14 Wagen.",
        "Siemens kaufte die Firma.",
        "Berlin ist die Hauptstadt.",
        "Maria ist Ärztin.",
        "Er starb 1997.",
        "Sie lebt in Wien.",
        "Die Fabrik schloss 2010.",
        "Der Preis sank deutlich.",
        "Im Juni stieg die Quote.",
        "Das Dorf hat 400 Einwohner.",
        "Karl wohnt in Bonn.",
        "Die Regierung lehnte einstimmig den Antrag ab.",
    ],
)
def test_a_short_german_text_is_german(text: str) -> None:
    assert language(text) == "German"


@pytest.mark.parametrize(
    "text",
    [
        "Der Spiegel interviewed Müller.",
        "Ursula von der Leyen visited Kyiv.",
        "Hans Bock was a German chemist born in Königstein im Taunus.",
        "Hovshaga is a football club located in Växjö Municipality, Växjö.",
        "Die Hard earned millions.",
        "Many soldiers die in war.",
        "Sturm und Drang influenced Goethe.",
        "Ships sank.",
        "An Indian girl playing an instrument.",
        "Samsung hired Jung.",
    ],
)
def test_german_names_in_an_english_text_do_not_make_it_german(text: str) -> None:
    assert language(text) in ("", "English")


@pytest.mark.parametrize("text", ["Frankfurt am Main", "Mülheim an der Ruhr", "Der Spiegel", "Das Boot", "Die Zeit"])
def test_a_name_alone_shows_no_language(text: str) -> None:
    assert language(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        "De brug werd in 1974 gebouwd.",
        "De minister die viel trad af.",
        "Le pont fut construit en 1974.",
        "Marie habite Paris.",
        "El puente es viejo.",
        "Texto bilingüe.",
        "",
    ],
)
def test_a_short_text_in_another_language_is_not_german(text: str) -> None:
    assert language(text) != "German"


@pytest.mark.parametrize(
    "text",
    ["La clinique a testé 412 patients.", "Le pont a coûté 12 millions.", "Paris est belle.", "Szpital ma 310 łóżek."],
)
def test_a_short_text_without_a_word_of_english_is_in_another_language(text: str) -> None:
    assert language(text) in (OTHER, "French")


@pytest.mark.parametrize("text", ["Café Müller", "There was a coup d'état.", "I'll come along.", "The naïve painter"])
def test_one_foreign_word_does_not_make_a_text_foreign(text: str) -> None:
    assert language(text) in ("", "English")


@pytest.mark.parametrize("text", ["Stadt: Bonn; Area (km²): 141.06.", "Dose (µg): 5; Patients: 30."])
def test_a_sign_of_a_unit_shows_no_language(text: str) -> None:
    assert language(text) == ""


def test_a_script_has_a_name_that_readers_know() -> None:
    assert language("诊所测试了412名患者。") == "Chinese or Japanese"
    assert language("Клиника закрыта.") == "Cyrillic"


def test_languages_differ_only_where_both_show() -> None:
    assert languages_differ("The harbour is closed.", "Der Hafen ist geschlossen.") == ("English", "German")
    assert languages_differ("Velsen", "Der Hafen ist geschlossen.") is None


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("Мост открылся в 1931 году.", "Cyrillic"),
        ("تم افتتاح الجسر عام 1931.", "Arabic"),
        ("Η γέφυρα άνοιξε το 1931.", "Greek"),
        ("The Greek letter π stands for it, and the β decay is slow.", "English"),
        ("1931", ""),
    ],
)
def test_another_script_is_another_language(text: str, script: str) -> None:
    assert language(text) == script
