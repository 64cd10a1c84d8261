"""Notes in each language's file which messages it still takes from English, and tells how many they are.

Run it after a message was added, unless it was translated at once.
"""

from __future__ import annotations

import re

from rowdy.interfaces.languages import ENGLISH, LOCALES, languages, locale_text
from rowdy.interfaces.words import NOT_YET

MESSAGE = re.compile(r"^([a-z][\w-]*) =", re.MULTILINE)


def main() -> None:
    english = MESSAGE.findall(locale_text(ENGLISH))
    for language in languages()[1:]:
        text = locale_text(language)
        own = set(MESSAGE.findall(text))
        missing = [message for message in english if message not in own]
        lines = [line for line in text.rstrip().splitlines() if not line.startswith(NOT_YET)]
        note = ["", NOT_YET + ", ".join(missing)] if missing else []
        (LOCALES / f"{language}.ftl").write_text(
            "\n".join(lines).rstrip() + "\n" + "\n".join(note).rstrip() + ("\n" if note else ""), "utf-8"
        )
        print(f"{language}: {len(missing)} of {len(english)} messages are still to be translated")


if __name__ == "__main__":
    main()
