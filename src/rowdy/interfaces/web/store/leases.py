"""Leases: they decide at which of several servers the bots of a table think.

A lease is a row that names its server. It is valid while that server is alive, which its heartbeat shows, by the clock
of the database, so that a bot's move needs no statement of its own. Two servers that both believe that they hold a
lease, as after a pause, do no harm: the primary key of entries lets only one of them move.
"""

from __future__ import annotations

from sqlalchemy import text

BEAT_SECONDS = 2.0
"""The interval of a server's heartbeat."""
DEAD_SECONDS = 10.0
"""The time without a heartbeat after which a server counts as dead, and others take its leases."""

LIVE_SERVERS = f"SELECT id FROM servers WHERE beat > extract(epoch FROM clock_timestamp()) - {DEAD_SECONDS}"

TAKE_LEASE = text(
    "INSERT INTO leases (table_id, server) SELECT id, :server FROM tables WHERE id = :table_id "
    "ON CONFLICT (table_id) DO UPDATE SET server = excluded.server "
    f"WHERE leases.server = excluded.server OR leases.server NOT IN ({LIVE_SERVERS})"
)
LEASED = text(f"SELECT table_id FROM leases WHERE server IN ({LIVE_SERVERS})")

# Executed by the driver, without SQLAlchemy

BEAT = (
    "INSERT INTO servers (id, beat) VALUES (%s, extract(epoch FROM clock_timestamp())) "
    "ON CONFLICT (id) DO UPDATE SET beat = excluded.beat"
)
OWN_LEASES = "SELECT table_id FROM leases WHERE server = %s"
TAKE_OVER = f"UPDATE leases SET server = %s WHERE server NOT IN ({LIVE_SERVERS}) RETURNING table_id"
FORGET_DEAD = f"DELETE FROM servers WHERE id NOT IN ({LIVE_SERVERS})"
GIVE_UP = ("DELETE FROM leases WHERE server = %s", "DELETE FROM servers WHERE id = %s")
