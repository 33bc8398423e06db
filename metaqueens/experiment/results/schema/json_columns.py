"""The columns that hold JSON: which shape each has. It is read no deeper than 200 levels."""

from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from metaqueens.config.file import MOST_RUNS


class _Task(BaseModel):
    max_runs: Annotated[int, Field(ge=1)]


class Given(BaseModel):
    """An experiment's file, as far as readers of results look into it."""

    runs: Annotated[int, Field(ge=1, le=MOST_RUNS)] = 1
    algorithms: dict[str, Any] = {}
    tune: _Task | None = None


class _Commit(BaseModel):
    commit: str
    dirty: bool


class Asked(BaseModel):
    """What a session was asked for."""

    seed: Annotated[int, Field(ge=0)] = 1
    runs: Annotated[int, Field(ge=0, le=MOST_RUNS)] = 0
    keep_boards: str = "all"


class Provenance(BaseModel):
    """See ``experiment.provenance``."""

    versions: dict[str, str] = {}
    processor: str | None = None
    cores: int | None = None
    memory_gb: float | None = None
    system: str | None = None
    git: dict[str, _Commit] = {}
    code: list[str] = []
    experiment: Asked = Asked()
    kept: Annotated[int, Field(ge=0)] | None = None


class Problem(BaseModel):
    """What is asked, as ``Queens.key`` has it; maybe with rules that are not known here."""

    model_config = ConfigDict(extra="allow")

    n: Annotated[int, Field(ge=1)]


class Shape(NamedTuple):
    """A type of values, and what it is called."""

    adapter: TypeAdapter[Any]
    words: str


SHAPES = {
    "given": Shape(TypeAdapter(Given), "an experiment as resolved"),
    "parameters": Shape(TypeAdapter(dict[str, Any]), "keys and values"),
    "budget": Shape(TypeAdapter(dict[str, float | int | None]), "limits and numbers"),
    "problem": Shape(TypeAdapter(Problem), "a problem"),
    "counters": Shape(TypeAdapter(dict[str, int | float]), "names and numbers"),
    "command": Shape(TypeAdapter(list[str]), "a list of words"),
    "provenance": Shape(TypeAdapter(Provenance), "what a session was done with"),
}
