"""What the words of a claim and its sources say, in five packages.

`text` splits strings, `facts` reads typed values, `compare` sets the claim's beside the sources', `model` asks the
entailment model and `judge` weighs both. `text` imports none of the others, `facts` only `text`, `compare` only these
two; `model` stands beside them; `judge` may import all four. The same texts always give the same values.
"""
