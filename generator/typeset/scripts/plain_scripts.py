"""Whether a text is of scripts that need no care at all, told in less time than a regular expression takes."""


def is_plain_script(text: str) -> bool:
    """Whether all characters are Latin, Greek or Cyrillic, or all are Chinese, Japanese or Korean.

    >>> is_plain_script("Жar"), is_plain_script("城壁。"), is_plain_script("城壁 wall"), is_plain_script("א")
    (True, True, False, False)
    """
    return text.isascii() or max(text) < "\u0590" or (min(text) >= "\u2e80" and max(text) < "\ua4d0")
