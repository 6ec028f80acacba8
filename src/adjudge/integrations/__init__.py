"""Adjudge inside other frameworks: one adapter a module, each with the extra of its name.

An adapter only translates: `faithfulness` decides, `frameworks` says which versions work. An adapter's module may
import its framework at the top, since nothing imports that module but a user of the framework. `make
test-integrations` runs each in the real framework.
"""
