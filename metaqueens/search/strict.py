"""The base of all that a config says: frozen values, strict about names, types and numbers."""

from pydantic import BaseModel, ConfigDict

from metaqueens.text.validation import ExplainedModel


class Strict(BaseModel, metaclass=ExplainedModel):  # type: ignore[metaclass]
    """A frozen value that is strict about names, types and numbers."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", strict=True, allow_inf_nan=False, defer_build=True
    )
