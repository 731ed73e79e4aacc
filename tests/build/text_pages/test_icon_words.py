import pytest

from generator.base.messages import Messages
from generator.build.text_pages.icon_words import IconWords

WORDS = {
    "en": Messages({"between": ", ", "sheet.count": "{n} {what}"}),
    "ja": Messages({"between": "、", "sheet.count": "{what}{n}"}),
}
NAMES = {
    "en": {"coin": "Coin", "role_patron": "Patron", "horn": ""},
    "ja": {"coin": "硬貨", "role_patron": "庇護者", "horn": ""},
}


def words(markup, language="en"):
    return "".join(span.text for span in IconWords(NAMES[language], WORDS[language]).spans(markup))


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ("Pay {coin}.", "Pay Coin."),
        ("{coin}{coin}{big_gate}", "2 Coin, big gate"),
        ("2{coin} or {coin}3", "2 Coin or Coin 3"),
        ("{coin}coins", "coins"),
        ("With {role_patron}**PATRON**, hire.", "With PATRON, hire."),
        ("the coin {coin}, the patron {role_patron}", "the coin, the patron"),
        ("sound it {horn} now", "sound it now"),
        (r"1 \{coin\}", "1 {coin}"),
    ],
)
def test_icons_are_words(markup, said):
    assert words(markup) == said


@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ("{coin}を払う", "硬貨を払う"),
        ("{coin}硬貨を払う", "硬貨を払う"),
        ("{coin}か{role_patron}", "硬貨か庇護者"),
        ("{coin}{coin}を払う", "硬貨2を払う"),
    ],
)
def test_particle_follows_the_name_of_an_icon(markup, said):
    assert words(markup, "ja") == said


def test_markup_stays_with_its_words():
    spans = IconWords(NAMES["en"], WORDS["en"]).spans("**Pay {coin}** now")

    assert [(span.text, span.bold) for span in spans] == [("Pay ", True), ("Coin", True), (" now", None)]
