"""Search in Chromium: as you type, by an address, by keyboard, and with words that make no sense."""

import pytest

NONSENSE = ["zzyzxqj", '"', "+", "-", "++", "title:", "nosuchfield:moss", "*", "**", "~", "moss~99", "^", "a^b", "the", "constructor",
            "__proto__", "<img src=x onerror=alert(1)>", "\\", "(", "论文", "𝛼", " ", "a" * 5000]  # fmt: skip


@pytest.fixture(params=["/", "/x/y/"])
def search(request, hosts, tab):
    opened = tab()
    opened.go(hosts[request.param] + "search/")
    opened.base = hosts[request.param]
    return opened


def results(page):
    return page.locator("[data-results=all] a[href*='papers/']")


def status(page):
    return page.locator("[role=status]")


def type_query(page, text):
    page.locator("input[name=q]").fill("")
    page.locator("input[name=q]").press_sequentially(text, delay=15)


def test_results_come_as_one_types_and_lead_to_the_paper(search):
    page = search.page
    type_query(page, "cross-block reconstruction")
    results(page).first.wait_for()
    assert "CBQ" in results(page).first.inner_text()
    assert status(page).inner_text().strip() != ""
    results(page).first.click()
    page.wait_for_url("**/papers/**")
    assert page.url.startswith(search.base + "papers/")
    assert "CBQ" in page.inner_text("h1")


def test_found_words_are_highlighted_in_a_passage(search):
    page = search.page
    type_query(page, "quantization")
    results(page).first.wait_for()
    marked = [text.casefold() for text in page.locator("[data-results=all] mark").all_inner_texts()]
    assert marked
    assert any(text.startswith("quanti") for text in marked)


def test_inflected_words_are_found(search):
    page = search.page
    found = []
    for word in ("quantization", "quantizing"):
        type_query(page, word)
        results(page).first.wait_for()
        page.wait_for_timeout(300)
        found.append(set(results(page).evaluate_all("links => links.map(a => a.href)")))
    assert found[0] & found[1]


def test_a_search_has_an_address(search):
    page = search.page
    type_query(page, "diffusion")
    results(page).first.wait_for()
    page.wait_for_url("**/search/?q=diffusion")
    first = results(page).first.get_attribute("href")
    page.reload()
    results(page).first.wait_for()
    assert page.locator("input[name=q]").input_value() == "diffusion"
    assert results(page).first.get_attribute("href") == first


def test_the_home_page_searches_too(search):
    page = search.go(search.base)
    box = page.locator("input[name=q]").first
    box.fill("quantization")
    box.press("Enter")
    page.wait_for_url("**/search/?q=quantization")
    results(page).first.wait_for()


def test_a_result_is_reached_by_keyboard(search):
    page = search.page
    type_query(page, "quantization")
    results(page).first.wait_for()
    page.locator("input[name=q]").focus()
    for _ in range(6):
        page.keyboard.press("Tab")
        focused = page.evaluate(
            "document.activeElement.closest('[data-results=all]') && document.activeElement.href || ''"
        )
        if focused:
            break
    assert "/papers/" in focused
    page.keyboard.press("Enter")
    page.wait_for_url(focused)


@pytest.mark.parametrize("query", NONSENSE, ids=lambda query: ascii(query)[:24])
def test_a_query_that_makes_no_sense_gets_a_sentence(query, hosts, tab):
    opened = tab()
    page = opened.go(hosts["/"] + "search/")
    page.locator("input[name=q]").fill("quantization")
    results(page).first.wait_for()
    page.locator("input[name=q]").fill(query)
    page.wait_for_timeout(400)
    if query.strip():
        said = status(page).inner_text().strip()
        assert len(said.split()) >= 2, said
    assert page.locator("img[onerror]").count() == 0
    # and search still works
    page.locator("input[name=q]").fill("quantization")
    results(page).first.wait_for()


def test_paper_titles_in_results_carry_the_mark_of_derived_titles(search):
    page = search.page
    type_query(page, "quantization")
    results(page).first.wait_for()
    assert results(page).first.inner_text().strip().startswith("[")
