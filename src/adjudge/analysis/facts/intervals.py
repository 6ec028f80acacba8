"""Sets of numbers with two ends, each open or closed. The algebra that quantities and periods are compared with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from `low` to `high`; an open end is not part of it."""

    low: float
    high: float
    low_open: bool = False
    high_open: bool = False

    @property
    def empty(self) -> bool:
        """Whether no number lies in it."""
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    def within(self, other: "Interval") -> bool:
        """Whether every number of this one lies in the other."""
        if self.empty:
            return True
        low_fits = self.low > other.low or (self.low == other.low and (self.low_open or not other.low_open))
        high_fits = self.high < other.high or (self.high == other.high and (self.high_open or not other.high_open))
        return low_fits and high_fits

    def meets(self, other: "Interval") -> bool:
        """Whether a number lies in both."""
        return not self.common(other).empty

    def common(self, other: "Interval") -> "Interval":
        """The numbers that lie in both."""
        low, low_open = max((self.low, self.low_open), (other.low, other.low_open))
        high, high_closed = min((self.high, not self.high_open), (other.high, not other.high_open))
        return Interval(low, high, low_open, not high_closed)

    def scaled(self, factor: float) -> "Interval":
        """The interval in another unit; the factor is positive."""
        return Interval(self.low * factor, self.high * factor, self.low_open, self.high_open)

    def shifted(self, offset: float) -> "Interval":
        """The interval with both ends moved."""
        return Interval(self.low + offset, self.high + offset, self.low_open, self.high_open)


def point(value: float) -> Interval:
    """The interval that holds one number."""
    return Interval(value, value)


def band(value: float, reach: float) -> Interval:
    """All numbers no further than `reach` from the value."""
    return Interval(value - reach, value + reach)
