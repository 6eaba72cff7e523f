"""Pieces of text that, said over and over, have made a search quadratic or a parser nest too deeply."""

PIECES = (
    "\\emph{", "\\textbf{x ", "{\\it ", "\\textcolor[", "\\textcolor{", "\\cite[", "\\href{https://x.y}{", "\\footnote{", "[a](",
    "[a](https://x.y", "![a](", "[[", "[[[](", "](", "[a]: b\n", "https://a.b(", "https://a.b[", "https://a.b](", "https://a.b/)",
    "<i>", "<i>a", "</i>", "<b><i>", "<sub>", "<tex-math>", "<a@", "<!--", "<p> ", "$", "$a", "$$", "${$", "$\\$", "\\(",
    "\\begin{align}", "**a", "*a ", "a*", "***a", "_a ", "__", "`", "`a", "``a", "''a", "> ", "1. ", "- ", "a- b ", "    a\n", "\n\n",
    "&amp", "&#", "\\\\", "\\$", "{", "}", "((", "~", "--", "\u200b", "\u00e2\u20ac", "\ufb01", "\ue000", "\x02", "**T**x",
    "Abstract: ", "\\\"a", "~~~\n", "```\n", "a\n```",
)  # fmt: skip
