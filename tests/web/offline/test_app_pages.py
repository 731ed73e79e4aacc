"""What browsers need to install the pages, without a cookie."""

import io
import json
import re

import pytest
from PIL import Image

from generator.load.game_locations import templates_root
from generator.web.offline.app_pages import SIZES

STATIC = templates_root() / "web" / "static"


@pytest.fixture
def stranger(visitor):
    visitor.cookies = {}
    return visitor


def test_manifest_names_icons_that_are_there(stranger):
    answer = stranger.get("/app/manifest.webmanifest", ("accept-language", "ja"))
    manifest = json.loads(answer.body)

    assert answer.headers["content-type"] == "application/manifest+json"
    assert (manifest["lang"], manifest["display"], manifest["start_url"]) == ("ja", "standalone", "/play")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = Image.open(io.BytesIO(stranger.get(icon["src"]).body))
        assert (icon["sizes"], picture.format) == ("x".join(map(str, picture.size)), "PNG")


@pytest.mark.parametrize("address", ["/app/icon-193.png", "/app/icon-x.png", "/app/icon-99999999.png", "/app/"])
def test_other_sizes_are_not_drawn(stranger, address):
    assert stranger.get(address).status == 404
    assert set(SIZES) == {180, 192, 512}


def test_page_for_a_server_that_is_gone_says_what_to_do(stranger):
    assert "vallum serve" in stranger.get("/app/offline").text
    assert "vallum serve" in stranger.get("/app/offline", ("accept-language", "ja")).text


def test_worker_may_answer_for_the_play_room_only(stranger):
    scopes = {
        file.name: stranger.get(f"/static/{file.name}").headers.get("service-worker-allowed")
        for file in STATIC.glob("*.js")
    }

    assert {name: scope for name, scope in scopes.items() if scope} == {"worker.js": "/play"}
    assert 'register("/static/worker.js", { scope: "/play" })' in (STATIC / "offline.js").read_text("utf-8")


def test_kept_page_has_the_policy_of_the_page(visitor):
    page = visitor.get("/play")
    kept = re.search(r'<meta name="policy" content="([^"]+)">', page.text)[1].replace("&#39;", "'")

    assert kept == page.headers["content-security-policy"]
    assert "manifest-src 'self'; worker-src 'self'" in kept
    assert "offline.js" not in visitor.get("/gallery").text
