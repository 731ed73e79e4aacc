"""What is drawn often is in the file once, and referred to."""

import hashlib
from collections import Counter

import pikepdf
import pytest

GAMES = ("glory-to-rome", "hadrians-wall")
BOXES = ("fate_box", "player_box", "order_box", "site_box")
FACES = {
    "orders": 40 + 1,
    "sites": 6 + 6,
    "extras": 2 + 1 + 2 * 2 + 6 + 6,
    "fate": 48 + 1,
    "player_cards": 72 + 6,
    "player_boards": {"glory-to-rome": 1, "hadrians-wall": 6},
    "pieces": 5,
    "sheets": 2,
    "campaign_log": 1,
    "score_pad": 1,
    **dict.fromkeys(BOXES, 1),
}
"""Different faces in each file: fronts and backs, which are alike on a piece; boards, boxes and sheets have no back."""

ONE_SIDED = {"player_boards", "sheets", "campaign_log", "score_pad", *BOXES}


@pytest.fixture(params=[(game, language) for game in GAMES for language in ("en", "ja")], ids="-".join)
def files(request, prints):
    game, language = request.param
    return prints(game, "--lang", language)


def forms_of(file):
    streams = [thing for thing in file.pdf.objects if isinstance(thing, pikepdf.Stream)]
    return [stream for stream in streams if stream.get("/Subtype") == "/Form"]


def looks(form, known):
    """A digest of all that a form shows; fonts are the file's own."""
    if form.objgen not in known:
        digest = hashlib.sha256(form.read_raw_bytes())
        digest.update(repr([float(side) for side in form.BBox]).encode())
        for kind, things in form.get("/Resources", {}).items():
            for name, thing in things.items():
                inner = looks(thing, known) if kind == "/XObject" else shown(thing, known)
                digest.update(f"{kind}{name}{inner}".encode())
        known[form.objgen] = digest.hexdigest()
    return known[form.objgen]


def shown(thing, known):
    """A font by its number, a state or a pattern by its words, its mask by what it shows."""
    if thing.is_indirect:
        return str(thing.objgen)
    mask = thing.get("/SMask", {}).get("/G")
    return looks(mask, known) if mask is not None else thing.unparse().decode("latin-1")


def test_no_two_forms_show_the_same(files):
    for file in files:
        known = {}
        twice = [digest for digest, times in Counter(looks(f, known) for f in forms_of(file)).items() if times > 1]

        assert twice == []


def test_every_face_is_one_form_however_often_it_is_printed(files):
    for file in files:
        used, wanted = Counter(spot.form for spot in file.spots), FACES[file.stem]

        assert len(used) == (wanted[file.game] if isinstance(wanted, dict) else wanted)
        assert used.total() == len(file.fronts) * (1 if file.stem in ONE_SIDED else 2)


def test_every_form_is_drawn_somewhere(files):
    for file in files:
        forms = forms_of(file)
        faces, inside = {spot.form for spot in file.spots}, set(drawn_in(forms))

        assert {form.objgen for form in forms} == faces | inside | masks(forms)
        assert not faces & inside


def test_frames_and_icons_are_drawn_often_and_kept_once(prints):
    most = {}
    for file in prints("glory-to-rome") + prints("hadrians-wall"):
        drawn = Counter(drawn_in(forms_of(file)))
        most[file.stem] = max(drawn.values())

    assert most["orders"] == 40
    assert (most["fate"], most["player_cards"]) >= (48, 72)


def drawn_in(forms):
    """Each form that a form draws, as often as it is named."""
    return [x.objgen for form in forms for x in form.get("/Resources", {}).get("/XObject", {}).values()]


def masks(forms):
    states = [state for form in forms for state in form.get("/Resources", {}).get("/ExtGState", {}).values()]
    return {state.SMask.G.objgen for state in states if "/SMask" in state}


def test_every_font_file_is_there_once(files):
    for file in files:
        fonts = [thing for thing in file.pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing]
        names = [str(font.FontName).partition("+")[2] for font in fonts]

        assert len(names) == len(set(names)) == len({font.FontFile2.objgen for font in fonts})
