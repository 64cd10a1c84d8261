"""Tables in use. A message goes one way through them: inbox, room, table, writer, narration, outbox, socket."""
