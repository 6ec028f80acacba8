"""stub"""
from dataclasses import dataclass
from pathlib import Path
OURS="x"; PUBLISHED={}; RESULTS=Path("/tmp")
@dataclass(frozen=True)
class Measured:
    name:str
    parameters:int
    memory_mb:float
    singly:float
    batched:float
