"""What one viewer sees of a game, as typed messages that a page draws."""
