"""A game with a component of every kind that is printed in its own way: small, for tests of what an order does."""

HEAD = 'format = 1\ntitle = { en = "All kinds", ja = "全種" }\nlanguages = ["en", "ja"]\n'
SIDE = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:pnp="urn:vallum:pnp" width="{{ face.width + 2 * face.bleed }}mm"
 height="{{ face.height + 2 * face.bleed }}mm"
 viewBox="{{ -face.bleed }} {{ -face.bleed }} {{ face.width + 2 * face.bleed }} {{ face.height + 2 * face.bleed }}">
%s
<rect x="{{ -face.bleed }}" y="{{ -face.bleed }}" width="{{ face.width + 2 * face.bleed }}"
 height="{{ face.height + 2 * face.bleed }}" fill="{{ theme.colour.%s }}"/>
<rect x="6" y="6" width="{{ 3 if card.id == 'x' else 6 }}" height="3" fill="#ffffff"/>
%s
</svg>
"""
LABEL = '<text x="6" y="14" font-family="text" font-size="7pt" fill="#ffffff">{{ card.label }}</text>'
LONG = "\n\n".join(f"Take card {number}, read it aloud and lay it down." for number in range(1, 120))
NETS = {
    "die": "{{ draw.die_net(component.edge, bleed=face.bleed) if component.form == 'net' else "
    "draw.die_stickers(component.edge) }}",
    "pawn": "{{ draw.standee(component.width, component.height, bleed=face.bleed) }}",
    "box": "{{ draw.tuck_box(component.width, component.height, component.depth, bleed=face.bleed) }}",
}
ROUND = '<circle pnp:layer="cut" cx="{{ face.width / 2 }}" cy="{{ face.height / 2 }}" r="{{ face.width / 2 }}"/>'
COMPONENTS = {
    "deck": 'kind = "cards"\ntrim = ["40mm", "60mm"]\nbleed = "2mm"\nrows = "two.csv"\nback = "back.svg.j2"',
    "hand": 'kind = "cards"\ntrim = ["40mm", "60mm"]\nbleed = "2mm"\nrows = "two.csv"',
    "coins": 'kind = "tokens"\ntrim = ["20mm", "20mm"]\nbleed = "2mm"\nshape = "round"\nrows = "two.csv"\n'
    'front = "round.svg.j2"\nback = "round.svg.j2"',
    "chits": 'kind = "tokens"\ntrim = ["20mm", "20mm"]\nbleed = "0mm"\nrows = "two.csv"\nmaterial = "board"',
    "mat": 'kind = "boards"\ntrim = ["150mm", "100mm"]\nbleed = "2mm"\nrows = "two.csv"',
    "map": 'kind = "boards"\ntrim = ["400mm", "300mm"]\nbleed = "3mm"\nrows = "two.csv"',
    "pad": 'kind = "sheets"\ntrim = "page"\nbleed = "0mm"\nsheets = ["tally"]\nfront = "shared/sheet.svg.j2"',
    "slip": 'kind = "sheets"\ntrim = ["90mm", "120mm"]\nbleed = "2mm"\nrows = "two.csv"',
    "die": 'kind = "dice"\nedge = "14mm"\nrows = "dice.csv"\nfront = "die.svg.j2"\ncolumns = { '
    + ", ".join(f'face{side}.type = "number"' for side in range(1, 7))
    + " }",
    "pawn": 'kind = "standees"\nwidth = "16mm"\nheight = "26mm"\nrows = "two.csv"\nfront = "pawn.svg.j2"',
    "tent": 'kind = "standees"\nform = "tent"\nwidth = "16mm"\nheight = "26mm"\nrows = "two.csv"',
    "box": 'kind = "boxes"\nholds = ["deck"]\nrows = "two.csv"\nfront = "box.svg.j2"',
    "case": 'kind = "boxes"\nholds = ["hand"]\nsleeve = "0.1mm"\nrows = "one.csv"\nfront = "box.svg.j2"',
    "rules": 'kind = "booklets"\ntrim = ["105mm", "148mm"]\ntext = "rules"',
    "leaf": 'kind = "booklets"\ntrim = "page"\ntext = "leaf"',
}
"""The keys of each component in game.toml, without its title."""


def all_kinds(*names):
    """The files of a game with these components, or with all."""
    chosen = names or tuple(COMPONENTS)
    manifest = [HEAD]
    for name in chosen:
        keys = COMPONENTS[name]
        front = "" if "front = " in keys or "text = " in keys else '\nfront = "front.svg.j2"'
        manifest.append(f'[components.{name}]\ntitle = {{ en = "{name}", ja = "{name}" }}\n{keys}{front}\n')
    texts = {
        f"rules/{name}.{language}.md": f"# {name}\n\n{words}\n" + LONG * (name == "rules")
        for name in ("rules", "leaf")
        for language, words in (("en", "Take a card."), ("ja", "カードを1枚取る。"))
    }
    sheet = 'title = { en = "Tally", ja = "集計" }\nversion = "1"\n[areas.tally]\ntitle = { en = "Tally", ja = "集計" }\nboxes = 3\n'
    return {
        "game.toml": "\n".join(manifest),
        "one.csv": "id\nx\n",
        "two.csv": "id,copies\nx,2\ny,1\n",
        "dice.csv": "id,face1,face2,face3,face4,face5,face6\nx,1,2,3,4,5,6\ny,1,2,3,4,5,6\n",
        "sheets/tally.toml": sheet,
        "templates/front.svg.j2": SIDE % ("", "ink", ""),
        "templates/back.svg.j2": SIDE % ("", "paper", ""),
        "templates/round.svg.j2": SIDE % (ROUND, "ink", LABEL),
        **{f"templates/{name}.svg.j2": SIDE % (net, "ink", "") for name, net in NETS.items()},
        **texts,
    }
