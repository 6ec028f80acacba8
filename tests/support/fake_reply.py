"""A plausible valid reply to any JSON schema, the same for the same prompt.

Quotes are copied from the claim and the sources in the prompt, so that they pass the evidence gate, and a rubric is
answered on each of its axes: a whole jury can run on it.
"""

import hashlib
import re
from typing import Any

_BLOCK = re.compile(
    r"<(?P<name>[a-z_]+)-(?P<mark>[0-9a-f]{12})(?: id=\"[^\"]*\")?>\n(?P<text>.*?)\n</(?P=name)-(?P=mark)>", re.S
)
_SOURCE = re.compile(r"<source-[0-9a-f]{12} id=\"([^\"]*)\">\n(.*?)\n</source-", re.S)
_IDS = re.compile(r"^- id: (\w+)$", re.M)
_QUESTIONS = re.compile(r"^# The questions\n\n((?:- .*\n?)+)", re.M)


def blocks(prompt: str) -> dict[str, list[str]]:
    """The delimited material of a prompt, by name."""
    found: dict[str, list[str]] = {}
    for match in _BLOCK.finditer(prompt):
        found.setdefault(match["name"], []).append(match["text"])
    return found


def outside(prompt: str) -> str:
    """The prompt without its material: what a model that keeps to the delimiters takes as instruction."""
    return _BLOCK.sub("", prompt)


class Reply:
    """Fills one schema."""

    def __init__(self, prompt: str, schema: dict[str, Any]) -> None:
        material = blocks(prompt)
        self._schema = schema
        self._claim = (material.get("claim") or [""])[0]
        self._truth = (material.get("source") or [""])[0]
        self._sources = dict(_SOURCE.findall(prompt))
        self._cites = "statements" in material
        asked = [*material.get("mismatches", []), *material.get("defences", [])]
        charged = [id for text in material.get("skeptic", []) for id in _IDS.findall(text)]
        self._ids = [id for text in asked for id in _IDS.findall(text)] + [
            x for x in charged if x.startswith("minimum")
        ]
        self._axes = [line[2:].split(":")[0] for line in (_QUESTIONS.findall(prompt) or [""])[0].splitlines()]
        self._seed = hashlib.sha256(prompt.encode()).digest()
        self._step = 0

    def value(self) -> dict[str, Any]:
        """The whole reply."""
        reply: dict[str, Any] = self._of(self._schema, "")
        if reply.get("final_verdict") == "UNCHANGED":
            reply |= {"confidence_adjustment": 0, "auditor_reasoning": []}
        if reply.get("verdict") == "FAITHFUL":
            reply |= {"critical_differences": [], "what_would_make_it_faithful": []}
        if "minimal_edit" in reply:
            faulty = any(answer["answer"] == "No" for answer in reply["answers"])
            reply["minimal_edit"] = (self._truth.splitlines() or [self._claim])[0] if faulty else ""
        return reply

    def _roll(self, sides: int) -> int:
        self._step += 1
        return hashlib.sha256(self._seed + self._step.to_bytes(4, "big")).digest()[0] % sides

    def _of(self, schema: dict[str, Any], name: str) -> Any:
        if "$ref" in schema:
            return self._of(self._schema["$defs"][schema["$ref"].rsplit("/", 1)[-1]], name)
        for union in ("anyOf", "oneOf", "allOf"):
            if union in schema:
                return self._of(schema[union][0], name)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return schema["enum"][self._roll(len(schema["enum"]))]
        match schema.get("type"):
            case "object":
                return {key: self._of(shape, key) for key, shape in schema.get("properties", {}).items()}
            case "array":
                return self._array(schema.get("items", {}), name)
            case "boolean":
                return bool(self._roll(2))
            case "integer":
                low = schema.get("minimum", 0)
                return low + self._roll(min(10, schema.get("maximum", low + 9) - low + 1))
            case "number":
                return round(0.5 + self._roll(50) / 100, 2)
            case "null":
                return None
        return self._text(name)

    def _array(self, items: dict[str, Any], name: str) -> list[Any]:
        if name == "statements":
            return [{"id": 1, "text": self._text("truth_says")}]
        if name == "readings":
            return [
                {**self._of(items, name), "id": id, "quote": text.splitlines()[0]} for id, text in self._sources.items()
            ]
        if name == "queries":
            return [self._text(name), self._text(name)]
        if name == "bullets":
            return [self._of(items, name) for _ in range(3)]
        if name == "answers" and not self._axes:
            return [{**self._of(items, name), "id": id} for id in self._ids]
        if name == "answers" and self._axes:
            return [{**self._of(items, name), "axis": axis} for axis in self._axes]
        return [self._of(items, name)]

    def _text(self, name: str) -> str:
        source = {"claim_says": self._claim, "claim_quotes": self._claim}.get(name)
        source = {"truth_says": self._truth, "truth_quotes": self._truth}.get(name, source)
        if source is not None:
            return " ".join(source.splitlines()[0].split(" ")[:6]) if source.strip() else ""
        if name == "reasoning" and self._cites:
            return f"Statement 1 decides it, number {self._roll(100)}."
        if name == "verdict":
            return ("SUPPORTED", "REFUTED", "NEI")[self._roll(3)]
        if name == "field":
            return "quantities"
        return f"A fake {name.replace('_', ' ')}, number {self._roll(100)}."
