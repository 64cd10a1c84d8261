"""Keys: unguessable, and kept only as a hash."""

from __future__ import annotations

import base64
import hashlib
import re

from rowdy.interfaces.web.store.keys import digest, new_key, new_table_id


def test_a_key_has_256_bits_and_is_kept_as_its_hash() -> None:
    key = new_key()
    assert len(base64.urlsafe_b64decode(key + "=")) == 32
    assert digest(key) == hashlib.sha256(key.encode()).digest()
    assert len({new_key() for _ in range(100)}) == 100


def test_anything_has_a_hash_so_that_every_wrong_key_takes_the_same_way() -> None:
    for text in ("", "x" * 10_000, "\ud800", "ä"):
        assert len(digest(text)) == 32


def test_a_tables_id_has_16_letters_that_fit_an_address() -> None:
    ids = {new_table_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch("[A-Za-z0-9_-]{16}", table_id) for table_id in ids)
