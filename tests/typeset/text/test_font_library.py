"""Fonts are found, checked, pinned and chosen; what cannot be used is said in one line."""

import copy
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.base.errors import Faults
from generator.base.system.install_command import install_packages
from generator.typeset.text import font_library
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.font_role import RoleStyle

LICENCE = "SIL Open Font License 1.1"


def own(data=b"", **more):
    """A config with one font of the game's own, and the reader that gives its bytes."""
    table = {"file": "fonts/own.ttf", "licence": LICENCE, **more}
    return {"fonts": {"own": table}, "stacks": {"text": {"any": ["own"]}}}, lambda name: data or None


def complaint(config, reader=lambda _: None, cache=None):
    with pytest.raises(Faults) as caught:
        FontLibrary(config, cache, read_file=reader)["own"]
    return str(caught.value)


@pytest.fixture
def alegreya(fonts):
    return Path(fonts["alegreya-sans"].path).read_bytes()


def test_every_font_of_ours_is_there(fonts):
    assert all(Path(font.path).is_file() for font in fonts.values())
    assert all("Open Font License" in font.licence for font in fonts.values())


def test_roles_are_those_of_the_file(fonts):
    assert fonts.roles == ("title", "heading", "text")


@pytest.mark.parametrize(
    ("role", "language", "style", "first"),
    [
        ("text", "en", {}, "alegreya-sans"),
        ("text", "en", {"bold": True, "italic": True}, "alegreya-sans-bold-italic"),
        ("title", "en", {"bold": True}, "cinzel-bold"),
        ("text", "ja", {"bold": True}, "noto-sans-jp-bold"),
        ("text", "ja", {"italic": True}, "noto-sans-jp"),
        ("text", "xx", {}, "alegreya-sans"),
    ],
)
def test_stack_begins_with(fonts, role, language, style, first):
    assert fonts.stack(role, language, **style)[0] == first


def test_stack_may_say_what_bold_is(font_config):
    config = copy.deepcopy(font_config)
    config["stacks"]["title"]["ja"] = {"families": ["noto-sans-jp"], "regular": 700}

    assert FontLibrary(config).stack("title", "ja") == ("noto-sans-jp-bold",)


def test_unknown_role_names_the_nearest(fonts):
    with pytest.raises(Faults, match=r"no stack called 'tite'; did you mean 'title'\?"):
        fonts.stack("tite", "en")


def test_language_without_stack_is_a_fault():
    config, _ = own()
    config["stacks"]["text"] = {"en": ["own"]}

    with pytest.raises(Faults, match="nothing for language 'ja'"):
        FontLibrary(config).stack("text", "ja")


def test_all_faults_of_the_file_at_once():
    config = {
        "fonts": {"a": {"file": "a.ttf", "wight": 3}, "b": {"file": "b.ttf", "licence": "x", "weight": "bold"}},
        "stacks": {"text": {"en": ["aa"], "fr": {"families": ["a"], "figures": "ab"}, "ja": "a"}},
        "stack": {},
    }

    with pytest.raises(Faults) as caught:
        FontLibrary(config, where="my/fonts.toml")
    said = str(caught.value)
    assert "my/fonts.toml [stack]: 'stack' is not known here; did you mean 'stacks'?" in said
    assert "[fonts.a]: 'wight' is not known here; did you mean 'weight'?" in said
    assert "[fonts.a]: licence is missing" in said
    assert "[fonts.b]: weight is 'bold'; it is a number from 1 to 1000" in said
    assert "[stacks.text.en]: no family called 'aa'" in said
    assert "[stacks.text.fr]: no family called 'ab'" in said
    assert "[stacks.text.ja]: 'a' is not a list of families" in said


@pytest.mark.parametrize("value", [3, [], "x", None, True])
@pytest.mark.parametrize(
    "place", [("fonts", "own"), ("stacks", "text"), ("fonts", "own", "axes"), ("fonts", "own", "features")]
)
def test_wrong_kinds_are_faults_or_fine(place, value):
    config, _ = own()
    table = config
    for step in place[:-1]:
        table = table[step]
    table[place[-1]] = value

    if place[-1] == "features" and value == []:
        assert FontLibrary(config).roles
    else:
        with pytest.raises(Faults):
            FontLibrary(config)


def test_missing_package_says_what_to_install():
    config, _ = own(package="fontpkg_no_such_font")

    said = "comes with the package 'fontpkg-no-such-font', which is not installed; name a font that is installed"
    assert said in complaint(config)


def test_missing_file_in_package():
    config, _ = own(package="fontpkg_cinzel")

    assert complaint(config) == "fonts.toml [fonts.own]: 'fonts/own.ttf' cannot be read (No such file or directory)"


@pytest.mark.parametrize("file", ["../x.ttf", "/etc/passwd", "files/../../x.ttf", "a\\b.ttf"])
def test_package_file_stays_in_its_package(file):
    config, _ = own(package="fontpkg_cinzel")
    config["fonts"]["own"]["file"] = file

    assert "lies outside the package" in complaint(config)


def test_package_name_is_not_imported():
    config, _ = own(package="json.tool")

    assert "is no package's name" in complaint(config)


def test_file_of_the_game(fonts, alegreya, tmp_path):
    config, reader = own(alegreya)
    mine = FontLibrary(config, tmp_path, read_file=reader)

    assert Path(mine["own"].path).read_bytes() == alegreya
    assert Path(mine["own"].path).parent == tmp_path


def test_missing_file_of_the_game():
    config, reader = own()

    assert complaint(config, reader) == "fonts.toml [fonts.own]: 'fonts/own.ttf' is not in the game's folder"


@pytest.mark.parametrize(
    ("start", "says"),
    [
        (b"OTTO" + bytes(8), "is damaged: it has no table 'cmap'"),
        (b"ttcf", "is a collection of fonts"),
        (b"wOF2", "is a web font"),
        (b"wOFF", "is a web font"),
        (b"%!PS", "is not a TrueType or OpenType font"),
        (b"", "is not a TrueType or OpenType font"),
    ],
)
def test_other_kinds_are_refused(alegreya, start, says):
    config, reader = own(start + alegreya[4:] if start else b"\0")

    assert says in complaint(config, reader)


@pytest.mark.parametrize("length", [5, 12, 100, 300, 5_000, 100_000])
def test_short_file_is_damaged(alegreya, length):
    config, reader = own(alegreya[:length])

    assert "is damaged" in complaint(config, reader) or "is not a TrueType or OpenType font" in complaint(
        config, reader
    )


def test_file_over_20_mb_is_refused(alegreya):
    config, reader = own(alegreya + bytes(20 * 2**20))

    assert "is over 20 MB" in complaint(config, reader)


def test_licence_bits_are_obeyed(alegreya):
    row = alegreya.index(b"OS/2", 12)
    at = int.from_bytes(alegreya[row + 8 : row + 12], "big") + 8
    config, reader = own(alegreya[:at] + b"\0\2" + alegreya[at + 2 :])

    assert "forbids embedding (fsType 0x0002)" in complaint(config, reader)


def test_axis_must_exist_and_reach(font_config):
    for axes, says in (({"wdth": 80}, "has no axis 'wdth'"), ({"wght": 2000}, "has no wght of 2000, only 400 to 900")):
        config = copy.deepcopy(font_config)
        config["fonts"]["cinzel"]["axes"] = axes

        with pytest.raises(Faults, match=says):
            FontLibrary(config)["cinzel"]


def test_font_without_glyphs_is_damaged(alegreya, tmp_path):
    row = alegreya.index(b"maxp", 12)
    at = int.from_bytes(alegreya[row + 8 : row + 12], "big") + 4
    total = int.from_bytes(alegreya[row + 4 : row + 8], "big") - (int.from_bytes(alegreya[at : at + 2], "big") << 16)
    font = alegreya[: row + 4] + (total & 0xFFFFFFFF).to_bytes(4, "big") + alegreya[row + 8 : at] + b"\0\0"
    config, reader = own(font + alegreya[at + 2 :])

    with pytest.raises(Faults, match="is damaged: it has no glyphs"):
        FontLibrary(config, tmp_path, read_file=reader).typeface("own")


def test_damaged_outline_is_not_drawn_in_silence(alegreya):
    row = alegreya.index(b"glyf", 12)
    at = int.from_bytes(alegreya[row + 8 : row + 12], "big") + 5000
    config, reader = own(alegreya[:at] + bytes([alegreya[at] ^ 1]) + alegreya[at + 1 :])

    assert "is damaged: its table 'glyf' has a wrong check sum; get the file again" in complaint(config, reader)


def test_pinned_weights_differ(fonts):
    light, bold = (fonts.typeface(id_).font for id_ in ("noto-sans-jp", "noto-sans-jp-bold"))
    glyph = light.get_nominal_glyph(ord("A"))

    assert not light.face.axis_infos
    assert light.get_glyph_h_advance(glyph) < bold.get_glyph_h_advance(glyph)
    assert bold.get_nominal_glyph(ord("兵")) == light.get_nominal_glyph(ord("兵"))


def test_pinned_file_is_kept(font_config, tmp_path):
    first = Path(FontLibrary(font_config, tmp_path)["cinzel-bold"].path)
    os.utime(first, (1, 1))
    before = first.stat().st_mtime_ns
    second = Path(FontLibrary(font_config, tmp_path)["cinzel-bold"].path)

    assert first == second
    assert second.stat().st_mtime_ns == before
    assert sorted(file.name for file in tmp_path.iterdir()) == [first.name, f"{first.name}.sha256"]


@pytest.mark.parametrize("damage", [b"", b"\0" * 500_000, b"\0\1\0\0" * 10])
def test_damaged_kept_file_is_made_again(font_config, tmp_path, damage):
    path = Path(FontLibrary(font_config, tmp_path)["cinzel-bold"].path)
    whole = path.read_bytes()
    path.write_bytes(damage)

    assert Path(FontLibrary(font_config, tmp_path)["cinzel-bold"].path).read_bytes() == whole


def test_unusable_cache_folder_is_replaced(font_config, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    fonts = FontLibrary(font_config, tmp_path / "file" / "fonts")
    path = Path(fonts["cinzel"].path)

    assert path.is_file()
    assert tmp_path not in path.parents
    del fonts
    assert not path.exists()


def test_nothing_heavy_is_imported():
    code = (
        "import sys, tomllib, pathlib, generator.typeset.text.paragraph\n"
        "from generator.typeset.text.font_library import FontLibrary\n"
        "fonts = FontLibrary(tomllib.loads(pathlib.Path('templates/fonts.toml').read_text('utf-8')))\n"
        "fonts['alegreya-sans']\n"
        "heavy = {'uharfbuzz', 'pyphen', 'fontpkg', 'fontpkg_alegreya_sans', 'justmytype_intl_cjk'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)

    assert done.stdout == "[]\n"


def used(config, cache, reader=lambda _: None):
    """The bytes of the font as it is used."""
    return Path(FontLibrary(config, cache, read_file=reader)["own"].path).read_bytes()


def test_cached_fonts_exchanged_for_each_other_are_made_anew(tmp_path, alegreya):
    bold = own(file="files/Cinzel[wght].ttf", package="fontpkg_cinzel", weight=700, axes={"wght": 700})[0]
    light = own(file="files/Cinzel[wght].ttf", package="fontpkg_cinzel", weight=400, axes={"wght": 400})[0]
    right = used(bold, tmp_path), used(light, tmp_path)
    first, second = sorted(tmp_path.glob("*.ttf"))
    one, two = first.read_bytes(), second.read_bytes()
    first.write_bytes(two)
    second.write_bytes(one)

    assert (used(bold, tmp_path), used(light, tmp_path)) == right


def test_cached_font_with_one_changed_byte_is_made_anew(tmp_path, alegreya):
    config, reader = own(alegreya)
    used(config, tmp_path, reader)
    (cached,) = tmp_path.glob("*.ttf")
    spoilt = bytearray(alegreya)
    spoilt[-9] ^= 1
    cached.write_bytes(spoilt)

    assert used(config, tmp_path, reader) == alegreya


def test_font_with_the_directory_of_another_does_not_take_its_place(tmp_path, alegreya):
    other = bytearray(alegreya)
    other[-9] ^= 1
    for data in (alegreya, bytes(other)):
        config, reader = own(data)
        assert used(config, tmp_path, reader) == data


def test_damaged_directory_is_a_fault(alegreya):
    for at in range(12, 12 + 16 * alegreya[5], 16):
        damaged = bytearray(alegreya)
        damaged[at] = 0xFF
        config, reader = own(bytes(damaged))
        assert "is damaged" in complaint(config, reader)


@pytest.mark.parametrize(
    ("language", "first"),
    [
        ("zh", "noto-sans-sc"),
        ("zh-Hans", "noto-sans-sc"),
        ("zh-TW", "noto-sans-tc"),
        ("ko", "noto-sans-kr"),
        ("ar-EG", "ibm-plex-sans-arabic"),
        ("he", "noto-sans-hebrew"),
        ("th", "noto-sans-thai"),
        ("pt-BR", "alegreya-sans"),
    ],
)
def test_language_begins_with_the_fonts_of_its_script(fonts, language, first):
    assert fonts.stack("text", language)[0] == first


def test_letters_of_other_scripts_find_a_font(fonts):
    pytest.importorskip("justmytype_intl_south_asia")
    role = fonts.font_role(RoleStyle("title", "en"))

    assert role.missing_characters("กำแพง दीवार 성벽 墙 wall") == ()


def test_missing_package_of_a_script_is_named(font_config, tmp_path, monkeypatch):
    monkeypatch.setattr(font_library, "package_folder", lambda _: None)
    role = FontLibrary(font_config, tmp_path).font_role(RoleStyle("text", "th"))

    with pytest.raises(Faults) as caught:
        role.pieces("ไพ่")
    assert str(caught.value).endswith(
        f"'justmytype-intl-sea', which is not installed; install it with: {install_packages('justmytype-intl-sea')}"
    )


def test_family_of_an_installed_package_needs_only_its_name(font_config, tmp_path):
    config = {"fonts": {}, "stacks": {"text": {"any": ["alegreya-sans"]}, "title": {"any": ["cinzel"]}}}
    fonts = FontLibrary(config, tmp_path)

    assert fonts.stack("text", "en", bold=True, italic=True) == ("alegreya-sans-700-italic",)
    assert fonts.stack("title", "en", bold=True) == ("cinzel-700",)
    assert Path(fonts["cinzel-700"].path).is_file()
    assert (
        fonts.licences(["en"])[0]
        == "Alegreya Sans: SIL Open Font License 1.1, Copyright 2013 The Alegreya Sans Project Authors"
    )


def test_package_without_a_file_gives_all_its_fonts(tmp_path):
    config = {
        "fonts": {"mine": {"package": "fontpkg-alegreya-sans", "features": ["lnum"]}},
        "stacks": {"text": {"any": ["mine"]}},
    }
    fonts = FontLibrary(config, tmp_path)

    assert fonts.stack("text", "en", italic=True) == ("mine-400-italic",)
    assert fonts.typeface("mine-400").features == ("lnum",)


def test_weights_stand_for_a_font_each(tmp_path):
    table = {"package": "fontpkg_cinzel", "file": "files/Cinzel[wght].ttf", "weights": [400, 900], "licence": LICENCE}
    fonts = FontLibrary({"fonts": {"mine": table}, "stacks": {"text": {"any": ["mine"]}}}, tmp_path)

    assert [*fonts] == ["mine", "mine-900"]
    assert fonts.stack("text", "en", bold=True) == ("mine-900",)
    assert fonts["mine"].path != fonts["mine-900"].path


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (
            {"stacks": {"text": {"any": ["amirri"]}}},
            "no family called 'amirri'; name a font that is installed",
        ),
        (
            {"fonts": {"x": {"package": "fontpkg-none"}}},
            "the package 'fontpkg-none' is not installed, or lists no fonts; name a font that is installed",
        ),
        ({"scripts": {"hebrew": ["x"]}}, "'hebrew' is no script; write its ISO 15924 code, like 'Hebr' or 'Arab'"),
        (
            {"fonts": {"x": {"file": "a.ttf", "licence": "", "weights": [0]}}},
            "weights is [0]; write weights = [400, 700], those of a variable font",
        ),
    ],
)
def test_what_is_wrong_with_families(config, expected):
    with pytest.raises(Faults) as caught:
        FontLibrary(config)
    assert expected in str(caught.value)


def test_font_with_pictures_for_letters_is_refused_with_advice():
    head = b"\0\1\0\0" + (5).to_bytes(2, "big") + bytes(6)
    rows = b"".join(
        tag + bytes(4) + (200).to_bytes(4, "big") + (4).to_bytes(4, "big")
        for tag in (b"CBDT", b"cmap", b"head", b"hhea", b"maxp")
    )

    assert "has pictures in place of outlines; save those you need to icons/" in complaint(
        *own(head + rows + bytes(200))
    )
