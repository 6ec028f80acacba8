"""A test call: one small question to an engine, asked anew, so that a person sees whether it answers and what it costs."""

import asyncio
from dataclasses import replace

from adjudge.agents.roles import juror
from adjudge.check import Terms, engine_of
from adjudge.engines.around.receipts import Receipts
from adjudge.engines.base import Answer
from adjudge.engines.cascade import stage_names
from adjudge.errors import ConfigError, EngineUnavailable
from adjudge.questions.base import Source
from adjudge.questions.jury import CastVote, Frame, Vote
from adjudge.record import Record
from adjudge.transcript import Usage

LONGEST_S = 60.0
_CLAIM = "The bridge opened in 1932."
_SOURCE = "The bridge opened in 1931."
