"""One module per command. Modules import what a command needs when it runs, so help is fast."""
