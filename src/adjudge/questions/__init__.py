"""The contract between agents and engines: every Question and its Reply, one pair per role.

A question holds exactly what its role may see and nothing else: isolation by construction.
"""
