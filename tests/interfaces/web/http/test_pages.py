"""The pages as the server gives them: words, what they load, and that nothing in them needs more than our own files."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import httpx
import msgspec
import pytest
import rowdy_tictactoe

import rowdy
from rowdy.interfaces.languages import languages
from rowdy.interfaces.titles import edition_title
from rowdy.interfaces.web.http.assets import DATA_MODULES, FOR_GOOD, Assets
from rowdy.interfaces.web.http.menu import Offer, offers
from rowdy.interfaces.words import Words, fixed_messages
from rowdy.rules.catalog import CATALOG
from scripts import typedefs
from tests.interfaces.web.serving import serving_tables
from tests.visiting_games import installed

PAGES = (
    "/",
    "/new/xoxo",
    "/new/djeco",
    "/rules/xoxo",
    "/rules/djeco?edition=sv&target=7",
    "/learn/xoxo",
    "/learn/djeco",
    "/table/abc",
    "/hand/abc",
    "/screen/abc",
    "/replay",
)
MAX_PAGE_BYTES = 150_000
GUEST = ("table/waiting/name-dialog.js", "table/waiting/waiting-room.js")
MET_FIRST = {"/hand/abc": GUEST, "/table/abc": (*GUEST, "table/waiting/invitation.js")}
"""What somebody may meet at a table before its board: whoever comes is asked for a name, whoever opened it invites."""
STATIC = Path(rowdy.__file__).parent / "interfaces" / "web" / "static"
SCRIPTS, STYLES = sorted(STATIC.rglob("*.js")), sorted(STATIC.rglob("*.css"))
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving_tables(tmp_path_factory.mktemp("pages") / "tables.sqlite") as address:
        yield address


@pytest.fixture
def http(server: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server, headers={"Origin": server}) as client:
        yield client


class Page(HTMLParser):
    """All tags of a page with their attributes, and the text of each script."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, str] = {}
        self._script: str | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._script = dict(attrs).get("id") if tag == "script" else None

    def handle_data(self, data: str) -> None:
        if self._script:
            self.texts[self._script] = data
            self._script = None

    def loads(self) -> set[str]:
        """The addresses that a browser fetches for this page."""
        found = set()
        for tag, attributes in self.tags:
            address = attributes.get("src") or (attributes.get("href") if tag == "link" else None)
            if address:
                found.add(address)
        return found


def page_at(http: httpx.Client, path: str) -> Page:
    answer = http.get(path)
    assert answer.status_code == 200, path
    return Page(answer.text)


def imports(script: str, text: str, form: str) -> set[str]:
    """The addresses of what a script imports in one form."""
    names = re.findall(form + r'"(\.{1,2}/[^"]+)"', re.sub(r"/\*.*?\*/", "", text, flags=re.S))
    return {posixpath.normpath(posixpath.join(posixpath.dirname(script), name)) for name in names}


def scripts_from(http: httpx.Client, first: set[str], form: str) -> dict[str, str]:
    """Scripts and all that they import in one form, by their addresses."""
    texts: dict[str, str] = {}
    waiting = set(first)
    while waiting:
        address = waiting.pop()
        answer = http.get(address)
        assert answer.status_code == 200, address
        texts[address] = answer.text
        waiting |= imports(address, answer.text, form) - set(texts)
    return texts


def later_scripts(http: httpx.Client, page: Page) -> dict[str, str]:
    """The scripts that a page fetches only when they are first used, by their addresses."""
    first = {address for address in page.loads() if address.endswith(".js")}
    texts = scripts_from(http, first, r"(?:from ?|\bimport\()")
    return {address: text for address, text in texts.items() if address not in first}


# Words


@pytest.mark.parametrize(
    ("language", "path"),
    [
        pytest.param(language, path, marks=() if language == "de" or (nth + at) % 5 == 0 else pytest.mark.long)
        for nth, language in enumerate(languages())
        for at, path in enumerate(PAGES)
    ],
)
def test_every_page_speaks_every_language(http: httpx.Client, path: str, language: str) -> None:
    answer = http.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    page = Page(answer.text)
    html = next(attributes for tag, attributes in page.tags if tag == "html")
    assert html["lang"] == answer.headers["content-language"] == Words(language).locale
    said = msgspec.json.decode(page.texts["words"])
    assert said.items() <= Words(language).with_gaps("page-").items()
    first = {address for address in page.loads() if address.endswith(".js")}
    assert_words_known(http, first, set(said), language, set())


def assert_words_known(
    http: httpx.Client, scripts: set[str], known: set[str], language: str, checked: set[str]
) -> None:
    """Scripts know all words that they say; what they fetch later brings those that are not known by then."""
    texts = scripts_from(http, scripts, "from ?")
    said = {message for text in texts.values() for message in re.findall(r"""["'`](page-[a-z0-9-]+)["'`]""", text)}
    assert said <= known, scripts
    for address, text in texts.items():
        for line in text.splitlines():
            for later in imports(address, line, r"\bimport\(") - checked:
                checked.add(later)
                static, script = later.split("/js/")
                own = re.findall(r'words: ?"([^"]+)"', line)
                assert own in ([], [script])
                brought = http.get(f"{static}/words/{language}/{script}").text if own else "export const WORDS={};"
                words = msgspec.json.decode(brought.removeprefix("export const WORDS=").removesuffix(";"))
                assert words.items() <= Words(language).with_gaps("page-").items()
                assert words.keys() - known or not own, "words that the page has are not fetched again"
                assert_words_known(http, {later}, known | words.keys(), language, checked)


def test_words_of_no_script_are_not_found(http: httpx.Client) -> None:
    static = f"/static/{Assets().version}"
    assert http.get(f"{static}/words/en/table/dialogs.js").headers["cache-control"] == FOR_GOOD
    for path in ("words/xx/table/dialogs.js", "words/en/table/nothing.js", "words/en/../css/base.css"):
        assert http.get(f"{static}/{path}").status_code == 404


def test_a_language_that_was_chosen_stays(http: httpx.Client) -> None:
    english = {"Accept-Language": "en"}
    assert 'lang="en"' in http.get("/", headers=english).text
    assert 'lang="de"' in http.get("/?lang=de", headers=english).text
    assert 'lang="de"' in http.get("/new/xoxo", headers=english).text
    assert http.get("/api/nothing", headers=english).json()["say"] == Words("de")("error-no-such-page")
    assert 'lang="en"' in http.get("/?lang=en").text
    assert 'lang="en"' in http.get("/?lang=klingon", headers={"Accept-Language": "de"}).text


def test_words_in_another_language_than_the_page_say_so(tmp_path: Path) -> None:
    """A game of another package that speaks English alone is marked as English on a German page, and only there."""
    guest = installed(tmp_path, nim="tests.visiting_games:NIM")
    with guest, serving_tables(tmp_path / "tables.sqlite") as address, httpx.Client(base_url=address) as browser:
        german = {path: browser.get(path, headers={"Accept-Language": "de"}).text for path in ("/", "/rules/nim")}
        assert german["/"].count('<h3 lang="en">') == 1
        assert '<h1 lang="en">' in german["/rules/nim"]
        assert '<h1 lang="en">' in browser.get("/new/nim", headers={"Accept-Language": "it"}).text
        assert "<h3 lang" not in browser.get("/", headers={"Accept-Language": "en"}).text
        assert "<h1 lang" not in browser.get("/rules/xoxo", headers={"Accept-Language": "de"}).text


class Languages(HTMLParser):
    """The texts of a page's body by the language in which it says they are."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: dict[str, set[str]] = {}
        self._open: list[tuple[str, str]] = [("", "")]
        self.feed(html.partition("<body>")[2].partition("</body>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "img", "input", "link", "meta"):
            self._open.append((tag, dict(attrs).get("lang") or self._open[-1][1]))

    def handle_endtag(self, tag: str) -> None:
        while self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.setdefault(self._open[-1][1], set()).add(" ".join(data.split()))


def test_on_the_rules_page_of_a_guest_every_text_is_in_the_language_that_it_says(tmp_path: Path) -> None:
    """The guest's own words are English, those that all games share are German, also within one sentence."""
    guest = installed(tmp_path, tictactoe="rowdy_tictactoe:KIT")
    german = {"Accept-Language": "de"}
    with guest, serving_tables(tmp_path / "tables.sqlite") as address, httpx.Client(base_url=address) as browser:
        texts = Languages(browser.get("/rules/tictactoe?line=loses", headers=german).text).texts
        lesson = Languages(browser.get("/learn/tictactoe", headers=german).text).texts
        first, in_english = (browser.get("/", headers={"Accept-Language": language}).text for language in ("de", "en"))
        ours = Languages(browser.get("/rules/xoxo", headers=german).text).texts
    words = Words("de")
    signs = {"X", "O"}  # which the drawn board has, too
    brought = set(fixed_messages(rowdy_tictactoe.ENGLISH).values()) - signs
    assert {text for text in brought if text in texts["en"]} == {
        "Tic-tac-toe",
        "The third X in the top row ends the game.",
        "By turns you put your sign on an empty square. Three in a row end the game.",
        "classic rules",
        "misère rules",
        "What do three in a row do for whoever has them?",
        "They win.",
        "They lose.",
    }
    assert not texts[""] & brought
    assert {words("rules-rulings"), words("rules-editions"), words("page-rules-changed")} <= texts[""]
    assert not texts["en"] & texts[""]
    assert "Tic-tac-toe" in lesson["en"]
    assert "Tic-tac-toe" not in lesson[""]
    assert ('data-in-english="tictactoe"' in first, "data-in-english" in in_english) == (True, False)
    assert ours["en"] == {"English"}  # as the menu of languages calls it


def test_the_other_language_keeps_the_page(http: httpx.Client) -> None:
    links = [attributes for tag, attributes in page_at(http, "/?a=1%262&lang=de").tags if tag == "a"]
    found = {link["hreflang"]: link["href"] for link in links if "hreflang" in link}
    assert found == {Words(language).locale: f"/?a=1%262&lang={language}" for language in languages()}


@pytest.mark.parametrize(("cookie", "theme"), [("dark", "dark"), ("light", "light"), ('"><b>', "auto"), ("", "auto")])
def test_light_and_dark_are_right_from_the_start(http: httpx.Client, cookie: str, theme: str) -> None:
    page = Page(http.get("/", headers={"Cookie": f"theme={cookie}"}).text)
    assert next(attributes for tag, attributes in page.tags if tag == "html")["data-theme"] == theme


def test_words_are_given_with_gaps_and_in_each_number() -> None:
    words = Words().with_gaps("page-")
    assert words["page-players"] == "{players} players"
    assert words["page-new-rules-changed"] == {"1": "one changed", "other": "{count} changed"}


def test_a_game_is_offered_with_all_that_can_be_chosen(http: httpx.Client) -> None:
    home = http.get("/").text
    for number, game in enumerate(CATALOG):
        assert f'href="/new/{game}"' in home
        page = page_at(http, f"/new/{game}")
        offer = msgspec.json.decode(page.texts["offer"], type=Offer)
        assert offer == offers(Words())[number]
        assert "mcts" not in {bot.name for bot in offer.bots}, "it is there to be measured, not to be met"
    assert http.get("/new/chess").status_code == 404


# Addresses that lead nowhere

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/nowhere", "/new/chess", "/table/", '/"><script>'])
@pytest.mark.parametrize("language", languages())
def test_whoever_got_lost_is_shown_the_way_back(http: httpx.Client, path: str, language: str) -> None:
    answer = http.get(path, headers={**BROWSER, "Accept-Language": language})
    assert (answer.status_code, answer.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert answer.headers["content-language"] == Words(language).locale
    assert f"<h1>{Words(language)('error-no-such-page')}</h1>" in answer.text
    assert "<script>" not in answer.text
    assert any(tag == "a" and attributes.get("href") == "/" for tag, attributes in Page(answer.text).tags)


@pytest.mark.parametrize("path", ["//other.site/x", "///other.site", "/\\other.site", "/%09/other.site"])
def test_the_page_for_lost_addresses_links_to_no_other_site(server: str, path: str) -> None:
    asked = urlsplit(server)
    connection = HTTPConnection(asked.hostname or "", asked.port)
    connection.request("GET", path, headers=BROWSER)
    answer = connection.getresponse()
    page = Page(answer.read().decode())
    connection.close()
    assert answer.status == 404
    links = [attributes["href"] or "" for tag, attributes in page.tags if tag == "a"]
    assert len(links) > 2
    assert all(re.match(r"/(?![/\\\s])", link) or link == "/" for link in links), links


@pytest.mark.parametrize(("path", "headers"), [("/nowhere", {}), ("/nowhere", {"Accept": "*/*"}), ("/api/no", BROWSER)])
def test_programs_and_scripts_get_json(http: httpx.Client, path: str, headers: dict[str, str]) -> None:
    answer = http.get(path, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-such-page")


def test_a_page_cannot_be_sent_to(http: httpx.Client) -> None:
    answer = http.post("/", headers={**BROWSER, "Accept-Language": "en"})
    assert answer.status_code == 405
    assert f"<h1>{Words('en')('error-wrong-method')}</h1>" in answer.text


# What a page may do


@pytest.mark.parametrize("path", PAGES)
def test_pages_need_nothing_but_files_of_ours(http: httpx.Client, path: str) -> None:
    """Pages work where nothing but our own files may be loaded or run."""
    page = page_at(http, path)
    for tag, attributes in page.tags:
        assert tag != "style"
        assert not [name for name in attributes if name == "style" or name.startswith("on")], (tag, attributes)
        assert tag != "script" or "src" in attributes or attributes["type"] == "application/json"
    for address in page.loads():
        assert address.startswith("/static/")
        assert http.get(address).status_code == 200, address


def test_scripts_and_styles_are_given_from_whatever_folder() -> None:
    found = {path for path in Assets().files if path.endswith((".js", ".css"))}
    assert found == {path.relative_to(STATIC).as_posix() for path in SCRIPTS + STYLES} | DATA_MODULES.keys()
    assert {"js/home/page.js", "js/table/page.js", "css/base.css"} <= found


def test_scripts_and_styles_name_no_other_place_and_write_no_markup() -> None:
    for path, asset in Assets().files.items():
        text = asset.content.decode()
        assert set(re.findall(r"https?://[\w.]+", text)) <= {"http://www.w3.org"}, path
        assert not re.search(r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval)\b", text), path
        assert not re.search(r"""setAttribute\(\s*["']style""", text), path
        assert not re.search(r"url\((?!#)|@import", text), path


def test_only_the_transport_goes_out_of_the_page() -> None:
    """Something in the page itself could stand for the server one day."""
    out = re.compile(r"\b(fetch\(|WebSocket|XMLHttpRequest|sendBeacon|EventSource|RTCPeerConnection|WebTransport)")
    found = {path: set(out.findall(asset.content.decode())) for path, asset in Assets().files.items()}
    assert {path: names for path, names in found.items() if names} == {
        "js/common/transport.js": {"fetch(", "WebSocket"}
    }


def test_every_script_says_why_it_exists_and_is_checked() -> None:
    for path in SCRIPTS:
        first, second, *_ = path.read_text("utf-8").splitlines()
        assert re.fullmatch(r"// .+\.", first), path
        assert second == "// @ts-check", path


def test_comments_indents_and_some_blanks_stay_at_home_and_leave_their_lines() -> None:
    """No text may go over several lines, since its indents would be lost as well, nor end one with a brace."""
    assets = Assets()
    for path in SCRIPTS:
        source, given = path.read_text("utf-8"), assets.files[path.relative_to(STATIC).as_posix()].content.decode()
        assert len(given.splitlines()) == len(source.splitlines())
        for written, kept in zip(source.splitlines(), given.splitlines(), strict=True):
            line = re.sub(r"/\*\* @type .*?\*/ ?", "", written) if kept else written
            if re.search("[\"'`/]", line) and not line.startswith(("import {", "export {")):
                texts = re.findall('"[^"]*"', line)
                plain = not re.search(r"['`/\\]", line)
                exact = (line.lstrip(), re.sub(r" \{$", "{", line.lstrip()), "")
                assert kept in exact or (plain and re.findall('"[^"]*"', kept) == texts)
            assert not kept or re.findall(r"[\w$#]+|\+ ?\+|- ?-", kept) == re.findall(r"[\w$#]+|\+ ?\+|- ?-", line)
            assert re.sub(r"\s", "", kept) in (re.sub(r"\s", "", line), "")
            assert kept or re.match(r"\s*(//|/\*|\*|$)", line), f"{path.name}: {line}"
            assert kept.count("`") % 2 == 0, f"{path.name}: {line}"


def test_styles_lose_only_what_says_nothing() -> None:
    """In a text they would say something."""
    assets = Assets()
    for path in STYLES:
        source, given = path.read_text("utf-8"), assets.files[path.relative_to(STATIC).as_posix()].content.decode()
        texts = re.findall(r"""/\*.*?\*/|"[^"\n]*"|'[^'\n]*'""", source, re.S)
        assert not [text for text in texts if text[0] != "/" and set(text) & set("{};,:")], path
        bare = [re.sub(r"\s|/\*.*?\*/|;(?=\s*})", "", text, flags=re.S) for text in (source, given)]
        assert bare[0] == bare[1]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", languages())
def test_the_first_load_is_small(http: httpx.Client, path: str, language: str) -> None:
    """Even before it is packed, and for somebody who is asked for a name and then waits for others."""
    answer = http.get(path, headers={"Accept-Language": language})
    assert answer.status_code == 200
    loads = Page(answer.text).loads()
    if met := MET_FIRST.get(path):
        static = f"/static/{Assets().version}"
        loads |= scripts_from(http, {f"{static}/js/{script}" for script in met}, "from ?").keys()
        loads |= {f"{static}/words/{language}/{script}" for script in met} | {f"{static}/css/dialogs.css"}
    sizes = {address: len(http.get(address).content) for address in loads}
    assert len(answer.content) + sum(sizes.values()) <= MAX_PAGE_BYTES, sizes


@pytest.mark.parametrize("path", PAGES)
def test_every_module_that_a_page_needs_is_fetched_at_once(http: httpx.Client, path: str) -> None:
    loads = page_at(http, path).loads()
    scripts = [address for address in loads if address.endswith(".js")]
    for script in scripts:
        assert imports(script, http.get(script).text, "from ?") <= loads


def test_what_a_table_needs_only_later_is_not_fetched_at_once(http: httpx.Client) -> None:
    page = page_at(http, "/table/abc")
    later = {address.split("/static/")[1].split("/", 1)[1] for address in later_scripts(http, page)}
    assert {"fairness.js", "game-over.js", "dialogs.js", "actions/menu.js", "waiting/waiting-room.js"} <= {
        name.removeprefix("js/table/") for name in later
    }


def test_the_types_of_the_page_are_those_of_the_messages() -> None:
    """If this fails: `python scripts/typedefs.py`."""
    assert typedefs.PATH.read_text("utf-8") == typedefs.typedefs()


# Files


def test_files_are_kept_for_good_under_their_version(http: httpx.Client) -> None:
    assets = Assets()
    address = assets.address("js/home/page.js")
    packed, plain = http.get(address), http.get(address, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content == assets.files["js/home/page.js"].content
    for answer in (packed, plain):
        assert answer.headers["cache-control"] == FOR_GOOD
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["vary"] == "Accept-Encoding"
    older = http.get(address.replace(assets.version, "older"))
    assert (older.content, older.headers["cache-control"]) == (plain.content, "no-store")


@pytest.mark.parametrize("path", ["js/nothing.js", "%2e%2e/pages.py", "..%2fpages.py", "/etc/passwd", "js", ""])
def test_only_files_of_the_page_are_given(http: httpx.Client, path: str) -> None:
    assert http.get(f"/static/{Assets().version}/{path}").status_code == 404


def test_the_version_changes_with_any_file(tmp_path: Path) -> None:
    versions = []
    for name, text in (("a.js", "1"), ("a.js", "2"), ("b.css", "2"), ("b.css", "")):
        (tmp_path / name).write_text(text)
        versions.append(Assets(tmp_path).version)
    assert len(set(versions)) == 4
    assert Assets(tmp_path).version == versions[-1]


# Codes for friends


def test_a_link_is_drawn_as_a_code(http: httpx.Client, server: str) -> None:
    answer = http.post("/api/qr", json={"text": f"{server}/table/abc#{'k' * 43}"})
    assert answer.headers["content-type"] == "image/svg+xml"
    drawing = ElementTree.fromstring(answer.text)
    assert drawing.tag == f"{SVG}svg"
    assert drawing.get("viewBox")
    assert {part.tag for part in drawing} == {f"{SVG}path"}
    assert not {name for part in drawing.iter() for name in part.attrib if name == "style" or name.endswith("href")}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("http://example.org/table/abc#key", "qr-link"),
        ("javascript://localhost/", "qr-link"),
        ("http://localhost@example.org/", "qr-link"),
        ("http://[", "qr-link"),
        ("hello", "qr-link"),
        ("http://localhost/" + "a" * 300, "body-form"),
    ],
)
def test_only_links_to_this_server_are_drawn(http: httpx.Client, text: str, code: str) -> None:
    answer = http.post("/api/qr", json={"text": text})
    assert (answer.status_code, answer.json()["code"]) == (400, code)


@pytest.mark.parametrize(("language", "book"), [("en", "en"), ("de", "de"), ("ru", "de")])
def test_the_rules_are_those_by_which_a_game_begins_in_that_language(
    http: httpx.Client, language: str, book: str
) -> None:
    told = http.get(f"/rules/xoxo?lang={language}").text
    words = Words(language)
    by_the_book = words("page-rules-by", edition=edition_title(words, "xoxo", book))
    assert f'data-testid="rules-edition">{by_the_book}<' in told
