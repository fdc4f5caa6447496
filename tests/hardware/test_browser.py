"""The pages in a real browser: pictures that come, what is said of them, presses, and what other pages may not do.

Asked for by KIBITZ_BROWSER, the program of a Chromium, which Playwright (`pip install playwright`) drives; takes some
seconds.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import cv2
import numpy as np
import pytest

from engine.messages import ENGLISH
from firmware.calibrate.page import CalibrationPage
from firmware.frame import Frame
from firmware.window.page import Page, Words
from firmware.window.said import Line, Said

BROWSER = os.environ.get("KIBITZ_BROWSER", "")
LANDSCAPE, UPRIGHT = {"width": 1280, "height": 720}, {"width": 390, "height": 780}
PHONE = {"width": 320, "height": 568}
TABLET, HALF_A_SCREEN = {"width": 820, "height": 1180}, {"width": 683, "height": 768}
ENLARGED = {"width": 320, "height": 180}  # 1280x720 at 400 %
RED, BLUE = (200, 30, 30), (30, 40, 190)
DRAWING = "\n".join(f"{row:2} |{'R g  Bx |' * 4} {row}" for row in range(22, 0, -1))

WORDS = Words("en", "The table", "What has happened", "It has ended")
LISTEN = """() => {window.heard = []
const say = text => text.trim() && window.heard.push(text.trim())
const live = it => it.nodeType === 1 ? it.closest("[aria-live],[role=alert],[role=status]") : live(it.parentElement)
new MutationObserver(all => all.forEach(it => [...it.addedNodes].forEach(node => {
  const region = live(node)
  if (region && region.getAttribute("aria-live") !== "off") say(node.textContent)
}))).observe(document.body, {childList: true, subtree: true, characterData: true})}"""
"""Gathers in `heard` what comes into parts of the page that are read out as they change, as a screen reader would."""

pytestmark = pytest.mark.skipif(not BROWSER, reason="KIBITZ_BROWSER names no browser")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page() -> Iterator[Page]:
    page = Page(WORDS, {"confirm": "Confirm", "back": "Back"})
    yield page
    page.close()


def plain(colour: tuple[int, int, int]) -> np.ndarray:
    return np.full((960, 1280, 3), colour, np.uint8)


def opened(chromium: Any, address: str, size: dict[str, int] = LANDSCAPE) -> Any:
    """A tab that shows a page; what the browser complains of is gathered in its `complaints`."""
    tab = chromium.new_page(viewport=size)
    tab.complaints = []
    tab.on("console", lambda it: tab.complaints.append(it.text))
    tab.on("pageerror", lambda it: tab.complaints.append(str(it)))
    tab.goto(address, wait_until="commit")  # its pictures never end
    return tab


def listens(tab: Any) -> None:
    """Wait until a tab hears what comes; Playwright's own waiting is more than the page lets scripts do."""
    for _ in range(100):
        if tab.evaluate("typeof listen !== 'undefined' && on.readyState === 1"):
            return
        tab.wait_for_timeout(50)
    pytest.fail("the page does not listen")


def is_seen(tab: Any, colour: tuple[int, int, int]) -> None:
    """Wait until the middle of the picture has a colour on the screen; fails where it does not come to that."""
    for _ in range(100):
        box = tab.locator("img").bounding_box()
        if box and box["width"] > 40 and box["height"] > 40:
            shot = cv2.imdecode(np.frombuffer(tab.screenshot(), np.uint8), cv2.IMREAD_COLOR)[..., ::-1]
            x, y = int(box["x"] + box["width"] / 2), int(box["y"] + box["height"] / 2)
            if np.abs(shot[y, x].astype(int) - colour).max() < 12:
                return
        tab.wait_for_timeout(50)
    pytest.fail(f"the picture is not {colour}")


def test_each_picture_is_seen_as_soon_as_it_comes(chromium: Any, page: Page) -> None:
    page.show(plain(RED))
    tab = opened(chromium, page.address)
    is_seen(tab, RED)
    page.show(plain(BLUE))
    is_seen(tab, BLUE)
    assert [it for it in tab.complaints if "404" not in it] == []  # it asks for an icon, too


def test_what_is_said_changes_with_the_pictures(chromium: Any, page: Page) -> None:
    page.say(Said(("Black to move",)))
    tab = opened(chromium, page.address)
    tab.get_by_text("Black to move").wait_for(timeout=5000)
    page.say(Said(("White to move",), "is it so?", (Line("C2 red tower"),)))
    tab.get_by_text("White to move").wait_for(timeout=5000)
    tab.get_by_role("log", name="What has happened").get_by_text("C2 red tower").wait_for(timeout=5000)
    tab.get_by_role("alert").get_by_text("is it so?").wait_for(timeout=5000)
    assert tab.get_by_text("It has ended").is_hidden()
    assert [it for it in tab.complaints if "404" not in it] == []


def test_each_thing_is_read_out_once_and_what_was_there_before_not_at_all(chromium: Any, page: Page) -> None:
    page.say(Said(("all is well", "White to move"), "", (Line("before"),)))
    tab = opened(chromium, page.address)
    listens(tab)
    tab.evaluate(LISTEN)
    lines = Line("one"), Line("two"), Line("three")
    page.say(Said(("all is well", "Black to move"), "", (Line("before"), *lines)))
    tab.get_by_text("three").wait_for(timeout=5000)
    page.say(Said(("all is well", "Black to move"), "", lines, 1))
    asked = Said(("all is well", "Black to move"), "?", (*lines[1:], Line("asked", is_quiet=True)), 2, "A B")
    page.say(asked)
    tab.get_by_role("log").get_by_text("asked").wait_for(timeout=5000)
    page.say(replace(asked, state=(*asked.state, "told"), alert=""))
    tab.get_by_text("told", exact=True).wait_for(timeout=5000)
    assert sorted(tab.evaluate("heard")) == ["?", "Black to move", "one", "three", "told", "two"]
    assert tab.get_by_role("listitem").all_inner_texts() == ["two", "three", "asked"]


def test_buttons_press_and_the_page_stays(chromium: Any, page: Page) -> None:
    tab = opened(chromium, page.address)
    with tab.expect_response("**/press") as answered:
        tab.get_by_role("button", name="Back").click()
    assert answered.value.status == 204
    assert not answered.value.request.is_navigation_request(), "at which Firefox stops all that comes"
    assert page.pressed() == ["back"]
    assert tab.url == page.address


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_key_that_is_held_on_a_button_presses_it_once(chromium: Any, page: Page, key: str) -> None:
    tab = opened(chromium, page.address)
    tab.get_by_role("button", name="Back").focus()
    for held in (6, 1):
        with tab.expect_response("**/press", timeout=5000):
            for _ in range(held):  # but for the first, as if the key repeated itself
                tab.keyboard.down(key)
            tab.keyboard.up(key)
        tab.wait_for_timeout(200)
        assert page.pressed() == ["back"]


def set_hidden(tab: Any, hidden: bool) -> None:
    """Have a tab believe that another one is before it, or no longer."""
    tab.evaluate(
        """hidden => {Object.defineProperty(document, "hidden", {value: hidden, configurable: true})
        document.dispatchEvent(new Event("visibilitychange"))}""",
        hidden,
    )


def test_tabs_left_open_keep_no_press_waiting_and_are_up_to_date_when_gone_back_to(
    chromium: Any, page: Page
) -> None:
    page.show(plain(RED))
    page.say(Said(("all is well",)))
    context = chromium.new_context(viewport=LANDSCAPE)
    tabs: list[Any] = []
    for _ in range(4):
        for tab in tabs:
            set_hidden(tab, True)
        tabs.append(context.new_page())
        tabs[-1].goto(page.address, wait_until="commit", timeout=5000)
        is_seen(tabs[-1], RED)
    with tabs[-1].expect_response("**/press", timeout=5000):
        tabs[-1].get_by_role("button", name="Back").click()
    assert page.pressed() == ["back"]
    page.show(plain(BLUE))
    page.say(Said(("all is well again",)))
    assert tabs[0].get_by_text("all is well again").is_hidden()
    set_hidden(tabs[0], False)
    tabs[0].get_by_text("all is well again").wait_for(timeout=5000)
    is_seen(tabs[0], BLUE)
    context.close()


def test_three_windows_in_view_keep_no_press_waiting_and_go_on_hearing(chromium: Any, page: Page) -> None:
    page.show(plain(RED))
    context = chromium.new_context(viewport=LANDSCAPE)
    tabs = [context.new_page() for _ in range(3)]
    for tab in tabs:
        tab.goto(page.address, wait_until="commit", timeout=5000)
        is_seen(tab, RED)
        listens(tab)
    for number, tab in enumerate(tabs):
        with tab.expect_response("**/press", timeout=5000):
            tab.get_by_role("button", name="Back").click()
        assert page.pressed() == ["back"]
        page.say(Said((f"pressed in {number}",)))
        tab.get_by_text(f"pressed in {number}").wait_for(timeout=5000)
        assert tab.get_by_text("It has ended").is_hidden()
    context.close()


def test_a_button_pressed_when_nobody_serves_the_page_leaves_it_as_it_is(chromium: Any, page: Page) -> None:
    page.say(Said(("all is well",)))
    tab = opened(chromium, page.address)
    tab.get_by_text("all is well").wait_for(timeout=5000)
    page.close()
    tab.get_by_text("It has ended").wait_for(timeout=15000)
    with tab.expect_event("requestfailed", lambda it: it.url.endswith("/press")):
        tab.get_by_role("button", name="Back").click()
    tab.wait_for_timeout(200)
    assert tab.get_by_text("all is well").is_visible()


def test_a_browser_that_was_turned_away_goes_on_asking(chromium: Any, page: Page) -> None:
    page.say(Said(("all is well",)))
    tab = chromium.new_page(viewport=LANDSCAPE)
    tab.route("**/said", lambda it: it.fulfill(status=502))
    tab.goto(page.address, wait_until="commit")
    tab.get_by_text("It has ended").wait_for(timeout=5000)
    tab.unroute("**/said")
    page.say(Said(("all is well again",)))
    tab.get_by_text("all is well again").wait_for(timeout=15000)
    assert tab.get_by_text("It has ended").is_hidden()


def test_once_nobody_serves_it_the_page_says_so_and_keeps_its_picture(chromium: Any, page: Page) -> None:
    page.show(plain(RED))
    tab = opened(chromium, page.address)
    is_seen(tab, RED)
    page.close()
    tab.get_by_text("It has ended").wait_for(timeout=15000)
    is_seen(tab, RED)


def test_what_is_served_there_again_is_shown_anew(chromium: Any, page: Page) -> None:
    page.say(Said(("all is well",), "", (Line("one"),), 7))
    tab = opened(chromium, page.address)
    tab.get_by_text("all is well").wait_for(timeout=5000)
    page.close()
    tab.get_by_text("It has ended").wait_for(timeout=15000)
    again = Page(WORDS, {"confirm": "Another button"}, int(page.address.split(":")[-1].rstrip("/")))
    try:
        again.say(Said(("all is well again",), "", (Line("another"),)))
        again.show(plain(BLUE))
        tab.get_by_role("button", name="Another button").wait_for(timeout=15000)
        tab.get_by_text("all is well again").wait_for(timeout=5000)
        is_seen(tab, BLUE)
    finally:
        again.close()


def test_a_page_that_hears_nothing_for_long_says_so_until_it_does(chromium: Any, page: Page) -> None:
    page.say(Said(("all is well",)))
    tab = chromium.new_page(viewport=LANDSCAPE)
    tab.clock.install()
    tab.goto(page.address, wait_until="commit")
    tab.get_by_text("all is well").wait_for(timeout=5000)
    tab.clock.fast_forward(15_000)
    assert tab.get_by_text("It has ended").is_hidden()
    tab.clock.fast_forward(30_000)
    tab.get_by_text("It has ended").wait_for(timeout=1000)
    page.say(Said(("all is well again",)))
    tab.get_by_text("It has ended").wait_for(state="hidden", timeout=5000)
    tab.get_by_text("all is well again").wait_for(timeout=5000)


@pytest.mark.parametrize("to", ["2020-01-01", "2040-01-01"])
def test_a_clock_that_is_set_neither_hides_that_kibitz_is_lost_nor_says_so(
    chromium: Any, page: Page, to: str
) -> None:
    page.say(Said(("all is well",)))
    tab = chromium.new_page(viewport=LANDSCAPE)
    tab.clock.install(time="2030-01-01")
    tab.goto(page.address, wait_until="commit")
    tab.get_by_text("all is well").wait_for(timeout=5000)
    tab.clock.set_system_time(to)
    tab.clock.run_for(10_000)
    assert tab.get_by_text("It has ended").is_hidden()
    tab.clock.run_for(30_000)
    tab.get_by_text("It has ended").wait_for(timeout=1000)


def test_the_number_of_a_rule_is_not_parted_where_a_line_ends(chromium: Any, page: Page) -> None:
    rule = "N-6.5: a connector"
    page.say(Said(("all is well", rule), rule, (Line(rule),)))
    tab = opened(chromium, page.address, PHONE)
    listens(tab)
    for width in ("1em", "2em"):
        assert tab.evaluate(
            """width => ["#alert", "#state p:last-child", "#log li"].map(it => {
                const part = document.querySelector(it), number = document.createRange()
                part.style.width = width
                number.setStart(part.firstChild, 0)
                number.setEnd(part.firstChild, part.textContent.indexOf(":"))
                return number.getClientRects().length
            })""",
            width,
        ) == [1, 1, 1]


LINES = tuple(Line(f"C{number} red tower\nand more of it") for number in range(20))


def test_all_of_a_page_fits_a_wide_window(chromium: Any, page: Page) -> None:
    page.show(plain(RED))
    page.say(Said(("green, steady: all is well, play on", "Black to move"), "", LINES))
    tab = opened(chromium, page.address)
    is_seen(tab, RED)
    assert all(in_window(tab, it, LANDSCAPE) for it in ("img", "#state", "#log", "form"))
    assert tab.get_by_text("C19 red tower").bounding_box()["y"] >= tab.locator("#log").bounding_box()["y"] - 1


def test_an_upright_window_has_its_own_picture_over_all_its_width(chromium: Any, page: Page) -> None:
    page.show(plain(RED), lambda: plain(BLUE))
    tab = opened(chromium, page.address, PHONE)
    is_seen(tab, BLUE)
    assert tab.locator("img").bounding_box()["width"] == PHONE["width"]
    tab.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    is_seen(tab, RED)
    tab.set_viewport_size(PHONE)
    is_seen(tab, BLUE)
    assert [it for it in tab.complaints if "404" not in it] == []


@pytest.mark.parametrize("size", [TABLET, HALF_A_SCREEN], ids=["tablet", "half a screen"])
def test_in_an_upright_window_that_is_no_phone_s_the_words_are_seen_as_well(
    chromium: Any, page: Page, size: dict[str, int]
) -> None:
    page.show(np.concatenate([plain(RED), plain(RED)[:, :512]], axis=1), lambda: plain(BLUE))
    page.say(Said(("green, steady: all is well, play on", "Black to move"), "", LINES))
    tab = opened(chromium, page.address, size)
    is_seen(tab, RED)
    assert all(in_window(tab, it, size) for it in ("img", "#state", "#log", "form"))


@pytest.mark.parametrize("size", [LANDSCAPE, UPRIGHT, TABLET, HALF_A_SCREEN])
def test_buttons_stay_where_they_are_when_more_is_said(
    chromium: Any, page: Page, size: dict[str, int]
) -> None:
    page.show(plain(RED))
    page.say(Said(("green, steady: all is well, play on", "Black to move")))
    tab = opened(chromium, page.address, size)
    is_seen(tab, RED)
    before = tab.locator("form").bounding_box()
    page.say(Said(("green, steady: all is well, play on", "Black to move"), "is it so?", LINES))
    tab.get_by_text("is it so?").wait_for(timeout=5000)
    assert tab.locator("form").bounding_box() == before


def test_on_a_phone_the_latest_that_has_happened_is_seen_first(chromium: Any, page: Page) -> None:
    page.show(plain(RED), lambda: np.concatenate([plain(BLUE), plain(BLUE)]))
    page.say(Said(("green, steady: all is well, play on", "Black to move")))
    tab = opened(chromium, page.address, UPRIGHT)
    is_seen(tab, BLUE)
    for count in (1, 3, 20):
        page.say(Said(("green, steady: all is well, play on", "Black to move"), "", LINES[:count]))
        latest = tab.get_by_role("listitem").nth(count - 1)
        latest.wait_for(timeout=5000)
        tab.wait_for_timeout(100)
        at = latest.bounding_box()["y"] - tab.locator("#log").bounding_box()["y"]
        assert 0 <= at < 2, count
    assert tab.get_by_role("listitem").first.inner_text() == LINES[0].text, "it is heard in its order"


def test_on_a_phone_buttons_are_in_view_whatever_is_scrolled_to(chromium: Any, page: Page) -> None:
    page.show(plain(RED), lambda: np.concatenate([plain(BLUE), plain(BLUE)]))
    page.say(Said(("green, steady: all is well, play on", "Black to move"), "", LINES))
    tab = opened(chromium, page.address, PHONE)
    is_seen(tab, BLUE)
    assert in_window(tab, "form", PHONE)
    tab.locator("#log").focus()
    log, form = tab.locator("#log").bounding_box(), tab.locator("form").bounding_box()
    assert log["y"] + log["height"] <= form["y"] + 1, "nothing that is gone to is below them"


def test_much_enlarged_the_picture_is_still_seen_and_all_else_scrolled_to(chromium: Any, page: Page) -> None:
    page.show(plain(RED))
    page.say(Said(("green, steady: all is well, play on", "Black to move"), "", LINES))
    tab = opened(chromium, page.address, ENLARGED)
    is_seen(tab, RED)
    assert tab.locator("img").bounding_box()["height"] >= 100
    tab.get_by_role("button", name="Back").click(timeout=5000)
    assert tab.evaluate("document.documentElement.scrollWidth") == ENLARGED["width"]


def test_a_page_has_a_main_part_and_a_heading_that_is_heard(chromium: Any, page: Page) -> None:
    tab = opened(chromium, page.address)
    assert tab.get_by_role("main").get_by_role("heading", level=1).inner_text() == "Kibitz"
    box = tab.get_by_role("heading").bounding_box()
    assert max(box["width"], box["height"]) <= 1, "and not seen"


def in_window(tab: Any, what: str, size: dict[str, int]) -> bool:
    box = tab.locator(what).bounding_box()
    right, low = box["x"] + box["width"], box["y"] + box["height"]
    return min(box["x"], box["y"]) >= 0 and right <= size["width"] and low <= size["height"]


@pytest.mark.parametrize("size", [LANDSCAPE, UPRIGHT], ids=["landscape", "upright"])
def test_a_drawing_keeps_its_lines_beside_the_picture_and_the_latest_line_is_seen(
    chromium: Any, size: dict[str, int]
) -> None:
    page = CalibrationPage(ENGLISH)
    try:
        tab = opened(chromium, page.said.split()[-1], size)
        page.see(Frame(plain(BLUE), 0.0, "1"))
        page.ask("lay it out like this, please")
        page.draw(DRAWING)
        for number in range(20):
            page.say(f"not yet as asked for: {number}")
        tab.get_by_text("not yet as asked for: 19").wait_for(timeout=5000)
        is_seen(tab, BLUE)
        parts = ("img", "#state", "#seen", "#log")
        assert all(in_window(tab, it, size) for it in parts)
        left, *right = (tab.locator(it).bounding_box() for it in parts)
        beside = all(left["x"] + left["width"] <= it["x"] + 1 for it in right)
        assert beside == (size is LANDSCAPE)
        assert beside or all(left["y"] + left["height"] <= it["y"] + 1 for it in right)
        # No line of the drawing is broken or cut off, and the last of what was said is in view.
        assert tab.evaluate("at('seen').scrollWidth <= at('seen').clientWidth")
        assert tab.evaluate("log.scrollTop + log.clientHeight >= log.scrollHeight - 1")
        line = tab.evaluate("parseFloat(getComputedStyle(at('seen')).fontSize) * 1.5")
        assert tab.evaluate("at('seen').scrollHeight") <= (DRAWING.count("\n") + 1) * line
    finally:
        page.close()


def test_no_other_page_presses_or_shows_the_page_within_itself(chromium: Any, page: Page) -> None:
    html = (
        f'<iframe src="{page.address}"></iframe>'
        f'<form method="post" action="{page.address}press"><button name="press" value="confirm">x</button></form>'
    ).encode()

    class Foreign(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Foreign) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        tab = opened(chromium, f"http://127.0.0.1:{server.server_address[1]}/")
        with tab.expect_response("**/press") as answered:
            tab.get_by_role("button", name="x").click()
        server.shutdown()
    assert answered.value.status == 403
    assert page.pressed() == []
    assert any("frame-ancestors" in it for it in tab.complaints)
