def test_dead_links_are_found(script, tmp_path):
    (tmp_path / "printing").mkdir()
    (tmp_path / "index.html").write_text(
        '<a href="printing/#backs">right</a> <a href="printing/#fronts">no place</a> <a href="https://a.org/x">far</a>'
        '<img src="cards.png"><img src="gone.png"> <a href="./">right</a> <a href="#">right</a>',
        "utf-8",
    )
    (tmp_path / "printing/index.html").write_text(
        '<h2 id="backs"><a href="..">home</a></h2><a href="../own/">', "utf-8"
    )
    (tmp_path / "cards.png").touch()

    site = script("built_site").BuiltSite(tmp_path)

    assert [*site.pages] == ["/", "/printing/"]
    assert list(site.dead_links()) == [
        "/: printing/#fronts leads nowhere",
        "/: gone.png leads nowhere",
        "/printing/: ../own/ leads nowhere",
    ]
