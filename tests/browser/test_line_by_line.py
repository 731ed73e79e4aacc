"""Paragraphs in ten scripts, broken and set by us and by Chromium: the same words on each line, at the same places."""

import html
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from generator.typeset.scripts.script_runs import iso_script
from generator.typeset.scripts.writing_direction import is_rtl_language
from generator.typeset.text.font_library import FontLibrary
from generator.typeset.text.single_line import LineStyle, line_shape, paragraphs_of
from generator.typeset.text.text_markup import TextOrigin, plain

pytestmark = pytest.mark.browser
CONFIG = Path(__file__).parents[2] / "templates" / "fonts.toml"
SIZE, PITCH = 10, 20
WIDTHS = (110, 150, 200, 260)
TEXTS = {
    "en": "The lamplighter draws two cards, keeps one of them, and gives the other to the player on the left; every "
    "fifth card costs one extra coin.",
    "el": "Ο φρουρός του τείχους τραβάει δύο κάρτες, κρατάει τη μία και δίνει την άλλη στον παίκτη αριστερά του· κάθε "
    "πέμπτη κάρτα κοστίζει ένα νόμισμα.",
    "ru": "Смотритель стены берёт две карты, оставляет одну из них, а другую отдаёт игроку слева; каждая пятая карта "
    "стоит на одну монету больше.",
    "he": "שומר החומה לוקח (2) קלפים, שומר אחד מהם ונותן את השני לשחקן משמאל; כל קלף חמישי עולה 15 מטבעות, כלומר "
    "Vallum 2.0 בסך הכול.",
    "ar": "يسحب حارس السور بطاقتين (2) من المجموعة، ويحتفظ بواحدة ويعطي الأخرى للاعب على يساره؛ كل بطاقة خامسة تكلف 15 "
    "قطعة ذهبية في Vallum 2.0.",
    "hi": "दीवार का पहरेदार दो पत्ते खींचता है, एक अपने पास रखता है और दूसरा बाईं ओर के खिलाड़ी को देता है। हर पाँचवें पत्ते की "
    "क़ीमत एक सिक्का अधिक है।",
    "th": "ผู้เฝ้ากำแพงจั่วไพ่สองใบเก็บไว้หนึ่งใบแล้วส่งอีกใบให้ผู้เล่นทางซ้ายไพ่ทุกใบที่ห้ามีราคาเพิ่มขึ้นหนึ่งเหรียญทอง",
    "ja": "城壁の番人は「山札」からカードを引き、気に入ったものを手元に残して、ほかを左隣のプレイヤーに渡す。そのたびに金貨を多く払う（最大で全部）。",
    "ko": "성벽지기는 카드 두 장을 뽑아 한 장은 가지고 나머지 한 장은 왼쪽 사람에게 줍니다. 다섯 번째 카드마다 금화 한 닢을 더 냅니다.",
    "zh-Hans": "城墙守卫抽两张牌，留下其中一张，把另一张交给左边的玩家；每第五张牌要多付“一枚”金币（最多三枚）。",
    "zh-Hant": "城牆守衛抽兩張牌，留下其中一張，把另一張交給左邊的玩家；每第五張牌要多付「一枚」金幣（最多三枚）。",
}
RULES = """
p[lang=ko] { word-break: keep-all }
p[lang=ja] { font-kerning: none !important }
p { position: absolute; left: 0; top: 0; margin: 0; line-break: strict; text-spacing-trim: trim-start;
    font-feature-settings: 'lnum' !important }
"""
"""Korean is broken between words and Japanese set solid, as we do; lines are filled, as ours are before short last lines are evened out."""
SCRIPT = """document.fonts.ready.then(() => {
    const lines = [...document.querySelectorAll('p')].map(p => {
        const found = {};
        for (let at = 0; at < p.firstChild.length; at++) {
            const range = document.createRange();
            range.setStart(p.firstChild, at);
            range.setEnd(p.firstChild, at + 1);
            const box = range.getClientRects()[0], char = p.firstChild.data[at];
            if (char.trim()) (found[Math.round(box.top / PITCH)] ??= []).push([char, box.left, box.right]);
        }
        return Object.keys(found).sort((a, b) => a - b).map(row => found[row]);
    });
    document.body.innerHTML = '<pre></pre>';
    document.querySelector('pre').textContent = JSON.stringify(lines);
})"""


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    for package in ("icu", "fontpkg_ibm_plex_sans_arabic", "justmytype_intl_sea", "justmytype_intl_south_asia"):
        pytest.importorskip(package)
    return FontLibrary(tomllib.loads(CONFIG.read_text("utf-8")), tmp_path_factory.mktemp("fonts"))


@pytest.fixture(scope="module")
def theirs(library, tmp_path_factory):
    """The lines of Chromium by language and width: each character with its left and right edge."""
    faces, paragraphs = {}, []
    for language, text in TEXTS.items():
        scripts = tomllib.loads(CONFIG.read_text("utf-8"))["scripts"]
        others = [family for char in text for family in scripts.get(iso_script(char), ())]
        fonts = dict.fromkeys((*library.stack("text", language), *(id_ for id_ in others if id_ in library)))
        faces |= {
            id_: f"@font-face {{ font-family: '{id_}'; src: url('file://{library[id_].path}') }}" for id_ in fonts
        }
        family = ", ".join(f"'{id_}'" for id_ in fonts)
        direction = "rtl" if is_rtl_language(language) else "ltr"
        for width in WIDTHS:
            style = html.escape(f"width: {width}px; font: {SIZE}px/{PITCH}px {family}")
            paragraphs.append(f'<p lang="{language}" dir="{direction}" style="{style}">{text}</p>')
    page = tmp_path_factory.mktemp("page") / "page.html"
    script = SCRIPT.replace("PITCH", str(PITCH))
    page.write_text(
        f"<meta charset=utf-8><style>{RULES}{''.join(faces.values())}</style>{''.join(paragraphs)}<script>{script}</script>",
        encoding="utf-8",
    )
    flags = [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--allow-file-access-from-files",
        "--force-device-scale-factor=4",
    ]
    found = subprocess.run(
        [
            "chromium",
            *flags,
            f"--user-data-dir={page.parent}/user",
            "--virtual-time-budget=20000",
            "--dump-dom",
            page.as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    answers = json.loads(html.unescape(re.search("<pre>(.*?)</pre>", found.stdout, re.DOTALL)[1]))
    return dict(zip([(language, width) for language in TEXTS for width in WIDTHS], answers, strict=True))


def our_lines(library, language, width):
    """Our lines: their characters, and their left and right edge."""
    style = LineStyle(language=language, size=SIZE)
    (paragraph,) = paragraphs_of(plain(TEXTS[language]), style, library, TextOrigin("text"))
    for line in paragraph.lines(width / SIZE):
        runs, _ = line_shape(paragraph, line, SIZE).place(0.0, 0.0)
        left = width - paragraph.width(line) * SIZE if paragraph.is_rtl else 0.0
        text = "".join(run.text for run in runs)
        yield sorted("".join(text.split())), left, left + max(run.x + run.width for run in runs)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", TEXTS)
def test_lines_are_those_of_chromium(library, theirs, language, width):
    ours = list(our_lines(library, language, width))
    expected = theirs[language, width]

    assert ["".join(text) for text, _, _ in ours] == ["".join(sorted(char for char, _, _ in line)) for line in expected]
    for (_, left, right), line in zip(ours, expected, strict=True):
        assert left == pytest.approx(min(edge for _, edge, _ in line), abs=0.1)
        # The blank half of a full-width mark at the end of a line counts as ink to Chromium.
        assert max(edge for _, _, edge in line) - right == pytest.approx(0.0, abs=0.1) or line[-1][0] in "，。；）、」"
