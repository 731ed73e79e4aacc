"""Orders that a program which was started anew makes again."""

import pytest

from generator.web.site.tab_orders import MOST_KEPT, KeptOrder, TabOrders

ORDER = KeptOrder("/press/print/picket", "application/x-www-form-urlencoded", "part=watch")
PLACE = "/press/print/order/"


@pytest.fixture
def orders(tmp_path):
    return TabOrders(tmp_path / "orders.json")


def test_order_is_found_by_all_its_addresses(orders, tmp_path):
    orders.keep(f"{PLACE}a1", ORDER)

    later = TabOrders(tmp_path / "orders.json")
    assert [later.find(f"{PLACE}{rest}") for rest in ("a1", "a1/live", "a1/raid.pdf/page.png?x", "b2")] == [
        *[ORDER] * 3,
        None,
    ]
    assert later.find("/press/print/export/a1") == ORDER
    assert later.find("/press/print/picket") is None
    assert later.id_at("/press/print/picket") == ""


def test_order_that_was_begun_anew_has_its_old_addresses_too(orders):
    orders.keep(f"{PLACE}a1", ORDER)
    orders.begin_anew(f"{PLACE}a1/live", f"{PLACE}b2")

    assert orders.present(f"{PLACE}a1/raid.pdf") == f"{PLACE}b2/raid.pdf"
    assert orders.present(f"{PLACE}c3") == f"{PLACE}c3"


def test_stopped_order_is_forgotten_under_all_its_ids(orders):
    for id_ in ("a1", "b2", "c3"):
        orders.keep(f"{PLACE}{id_}", ORDER)
    orders.begin_anew(f"{PLACE}a1", f"{PLACE}b2")
    orders.forget(f"{PLACE}b2/stop")

    assert [orders.find(f"{PLACE}{id_}") for id_ in ("a1", "b2", "c3")] == [None, None, ORDER]


def test_oldest_orders_give_way(orders):
    for number in range(MOST_KEPT + 1):
        orders.keep(f"{PLACE}n{number}", ORDER)

    assert (orders.find(f"{PLACE}n0"), orders.find(f"{PLACE}n1")) == (None, ORDER)


@pytest.mark.parametrize("text", ["", "[1]", '{"a1": 3}', '{"a1": ["x"]}', "\x00"])
def test_damaged_file_holds_no_orders(orders, tmp_path, text):
    (tmp_path / "orders.json").write_text(text, "utf-8")

    assert orders.find(f"{PLACE}a1") is None
    orders.keep(f"{PLACE}b2", ORDER)
    assert orders.find(f"{PLACE}b2") == ORDER
