"""Plug-ins of configs, right and wrong ones."""

from typing import Annotated, Literal

from pydantic import Field

from metaqueens import Algorithm
from metaqueens.search import Strict, Walk

CHECKED = []


class Walker(Algorithm):
    stride: int = Field(default=1, ge=1)

    def model_post_init(self, context):
        CHECKED.append(self.stride)

    def search(self, problem, budget, rng):
        for _ in iter(int, 1):
            yield Walk.begin(problem.random_state(rng)).snapshot


class NoSearch(Algorithm):
    pass


class NoParameters:
    def search(self, problem, budget, rng):
        yield


def function(): ...


value = 5


class Warm(Strict):
    use: Literal["warm", "hot"]
    degrees: int = 5


class Cool(Strict):
    use: Literal["cool"] = "cool"


class Weather(Algorithm):
    weather: Annotated[Warm | Cool, Field(discriminator="use")] = Cool()

    def search(self, problem, budget, rng):
        yield


def cxMine(one, other, strength=1, *, depth=2): ...


def cxOpen(one, other, **more): ...


def mutMine(one, strength): ...


class Selection:
    def __call__(self, boards, k, size): ...


selMine = Selection()
cxBuiltIn = max
