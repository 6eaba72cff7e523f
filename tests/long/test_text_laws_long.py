"""The laws of repair and Markdown once more, over ten thousand generated texts each (INCIPIT_LONG=1)."""

from test_text_laws import (  # noqa: F401  collected here as well
    test_every_letter_of_the_repaired_text_is_on_the_page_in_order,
    test_html_is_safe_whatever_the_markdown,
    test_repairing_twice_changes_nothing,
    test_the_direct_way_equals_the_long_one,
    test_undoing_every_change_gives_back_the_text,
)
