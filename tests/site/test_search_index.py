import json

PAGE = """<html><body><nav><h2 id="other">Elsewhere</h2></nav><article class="md-content__inner">
<h1 id="printing">Printing<a class="headerlink" href="#printing">¶</a></h1>
<p>Cut <em>all</em> sheets.</p><script>hidden()</script>
<h2 id="backs">Backs</h2><table><tr><td>long</td><td>edge</td></tr></table>
</article><footer>the end</footer></body></html>"""


def index(script, tmp_path, pages):
    for name, text in pages.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    script("search_index").write_index(tmp_path, tmp_path / "index.js")
    assigned, _, places = (tmp_path / "index.js").read_text("utf-8").partition("=")
    assert assigned == "window.searchIndex"
    return json.loads(places.removesuffix(";\n"))


def test_every_section_of_a_page_is_found_by_its_words(script, tmp_path):
    first, second = index(script, tmp_path, {"recipes.html": PAGE})

    assert first == {
        "address": "recipes.html",
        "title": "Printing",
        "page": "Printing",
        "text": "Cut all sheets.",
        "rank": 1,
    }
    assert (second["address"], second["title"], second["text"]) == ("recipes.html#backs", "Backs", "long edge")


def test_guides_come_before_references_and_the_log_of_changes_is_left_out(script, tmp_path):
    pages = {"changelog.html": PAGE, "printing.html": PAGE, "reference/keys.html": PAGE, "architecture.html": PAGE}
    ranks = {place["address"]: place["rank"] for place in index(script, tmp_path, pages) if "#" not in place["address"]}

    assert set(ranks) == {"printing.html", "reference/keys.html", "architecture.html"}
    assert ranks["printing.html"] > ranks["reference/keys.html"] > ranks["architecture.html"]
