import pytest
from PIL import Image

from generator.base.errors import Faults, UsageError
from generator.exports.press.output_conditions import output_condition, profile_for, read_condition, read_profiles
from generator.load.files.folder import Folder
from generator.load.game_locations import data_root
from generator.load.shops.shop_reader import find_shop, shop_names
from generator.write.colours.cmyk_pictures import most_ink
from generator.write.colours.profile_conversion import ProfileConversion

PROFILES = read_profiles(data_root() / "profiles")
LEVELS = range(0, 256, 15)


@pytest.mark.parametrize("name", [name for name in shop_names() if find_shop(name).condition])
def test_every_shop_has_its_condition(name):
    shop = find_shop(name)
    condition = output_condition(shop.condition, shop.ink or 400)

    assert condition.intent.condition == shop.condition
    assert condition.profile.content
    assert not shop.ink or condition.profile.ink <= shop.ink
    assert shop.standard != "pdfx-4" or condition.intent.profile  # PDF/X-4 wants it in the file


def test_profile_is_embedded_where_it_is_of_the_condition():
    exact, near = output_condition("FOGRA39", 300), output_condition("JC200103", 300)

    assert exact.is_exact
    assert exact.intent.profile == exact.profile.content
    assert not near.is_exact
    assert near.intent.profile == b""


def test_faulty_conditions_are_told(tmp_path, put_files):
    put_files(tmp_path, {"conditions.toml": '[FOGRA39]\ntitle = "Coated"\ncolour = 1\n'})

    with pytest.raises(Faults, match=r"\[FOGRA39.registry\]: registry is missing"):
        read_condition(Folder(tmp_path, "data"), "FOGRA39", 300)
    with pytest.raises(UsageError, match="no printing condition called 'FOGRA93'; did you mean 'FOGRA39'"):
        output_condition("FOGRA93", 300)


@pytest.mark.parametrize("name", PROFILES)
def test_profile_lays_down_no_more_ink_than_it_says(name):
    profile = PROFILES[name]
    colours = bytes(level for red in LEVELS for green in LEVELS for blue in LEVELS for level in (red, green, blue))
    converted = ProfileConversion(profile.content, name).converted(
        Image.frombytes("RGB", (len(colours) // 3, 1), colours)
    )

    assert profile.ink - 5 < most_ink(converted) <= profile.ink


def test_list_that_names_no_file_is_a_fault(tmp_path):
    (tmp_path / "profiles.toml").write_text('[swop]\nfile = "swop.icc"\ncondition = "CGATS TR 001"\nink = 300\n')

    with pytest.raises(Faults, match=r"profiles.toml:2.*there is no file 'swop.icc' beside the list"):
        read_profiles(tmp_path)


def test_file_that_is_no_profile_is_refused():
    with pytest.raises(UsageError, match="mine: no ICC profile of CMYK printing"):
        ProfileConversion(b"no profile", "mine")


def test_shop_gets_the_profile_of_its_condition():
    assert profile_for("CGATS TR 001", 240).name == "swop"
    assert profile_for("JC200103", 300).name == "fogra39"


def test_condition_without_a_profile_is_refused():
    with pytest.raises(UsageError, match="no colour profile for the printing condition 'FOGRA52'; there are FOGRA39, "):
        profile_for("FOGRA52", 300)


def test_limit_below_every_profile_is_refused():
    with pytest.raises(UsageError, match="for FOGRA39 takes 238 % of ink; the shop takes 200 %"):
        profile_for("FOGRA39", 200)
