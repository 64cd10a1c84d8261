"""A live table: chairs, commands, and the entries from which its state follows. It knows no clock, disk or socket."""
