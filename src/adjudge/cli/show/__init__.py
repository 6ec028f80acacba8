"""What commands print: tables, cards, lines, progress, notices and errors."""
