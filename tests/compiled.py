"""A cache of compiled code that is made up: what tests say is compiled, without a compiler."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rowdy.search.compilation import CompiledPart, Helper, KernelCache, parts


class MadeUpHelper(Helper):
    """A helper that works for as long as told."""

    def __init__(self) -> None:
        super().__init__(KernelCache())
        self.working = True

    @property
    def at_work(self) -> bool:
        return self.working


@dataclass(frozen=True, kw_only=True)
class MadeUpCache(KernelCache):
    """Has the parts that it was told, or asked to compile."""

    compiled: list[CompiledPart] = field(default_factory=list)
    asked_for: list[CompiledPart] = field(default_factory=list)
    """What was asked to be compiled here."""
    started: list[list[CompiledPart]] = field(default_factory=list)
    """What helpers were started for."""
    helper: MadeUpHelper = field(default_factory=MadeUpHelper)
    writable: bool = True

    def part_ready(self, part: CompiledPart) -> bool:
        return part in self.compiled

    def missing(self, wanted: Iterable[CompiledPart] | None = None) -> list[CompiledPart]:
        return [part for part in (parts() if wanted is None else wanted) if part not in self.compiled]

    def compile_part(self, part: CompiledPart) -> None:
        self.asked_for.append(part)
        self.compiled.append(part)

    def can_keep(self) -> bool:
        return self.writable

    def start_preparing(self, parts: Iterable[CompiledPart]) -> Helper | None:
        wanted = list(parts)
        self.started.append(wanted)
        return self.helper if self.missing(wanted) else None
