"""Strings to sentences, words and spans, in English and German; and the word lists that all of it shares."""
