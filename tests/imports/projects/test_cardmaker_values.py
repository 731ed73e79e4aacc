import pytest

from generator.imports.projects.cardmaker_values import PartLostError, evaluated, plain_parts

VALUES = {"suit": "cups", "one": "@[two]", "two": "@[suit]!", "loop": "@[loop]x", "pair": "{1} and {2}"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a @[ Suit ] b.", "a cups b."),
        ("%[@[suit],0,1]%[swords,5,9]", "cs"),
        ("@[pair,x,y]", "x and y"),
        ("@[one]", "cups!"),
        (r"\qa\q\c\n", '"a",\n'),
        ("#(switch;@[suit];swords;red;cups;blue)#", "blue"),
        ("#(switch;x;swords;red;#default;#empty)#-", "-"),
        ("#(if @[suit] == cups then yes else no)#", "yes"),
        ("#(if @[suit] != cups then yes)#", ""),
        ("#(if 1 == 1 then #(switch;a;a;deep)#)#", "deep"),
        ("a<br>b<br />c", "a\nb\nc"),
    ],
)
def test_value_is_worked_out(text, value):
    assert evaluated(text, VALUES) == value


@pytest.mark.parametrize(
    ("text", "part", "rest"),
    [
        ("no #sc;1;1;2#.", "#sc;1;1;2#", "no ."),
        ("##1;1;2##bgshape::#rect;0;-;-#::0xff#", "##1;1;2#", ""),
        ("$[elementcolor:@[x]![deckindex]]Wheat", "![deckindex]", "Wheat"),
        ("a <b>bold</b>", "<b>", "a bold"),
    ],
)
def test_part_that_is_lost_is_named(text, part, rest):
    with pytest.raises(PartLostError) as caught:
        evaluated(text, VALUES)

    assert str(caught.value) == part
    assert caught.value.remainder == rest


@pytest.mark.parametrize(
    "text", ["@[loop]", "@[none] a", "%[a,b,c]", "![cardindex]", "$[title]", "#(other;a)#", "#math;1+2#"]
)
def test_no_macro_stays_raw(text):
    with pytest.raises(PartLostError) as caught:
        evaluated(text, VALUES)

    assert not set("@%!$#[]") & set(caught.value.remainder)


def test_values_in_a_circle_end():
    with pytest.raises(PartLostError) as caught:
        evaluated("@[many]", {"many": "@[many]" * 100})

    assert len(caught.value.remainder) <= 20_000


def test_plain_texts_keep_their_columns():
    assert plain_parts("@[Suit] of @[suit]", {"suit": "suit_2"}) == (
        ("suit_2", True),
        (" of ", False),
        ("suit_2", True),
    )
    assert plain_parts("@[other]", {"suit": "suit"}) is None
    assert plain_parts("#(if a == b then c)#", {}) is None
