import pytest

from generator.base.errors import Faults, UsageError
from generator.exchange.exports.press.output_conditions import output_condition, read_condition
from generator.exchange.shops.shop_reader import find_shop, shop_names
from generator.load.files.folder import Folder


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
