"""Whole configs: an experiment that can be told apart from every other one, or what is wrong."""

from tests.fuzz import instrumented, main, outcome

with instrumented(__name__):
    from metaqueens import config
    from metaqueens.config.strict_yaml import dump
    from metaqueens.experiment.plan import cell_key


def one(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    experiment = outcome(lambda: config.parse(text, to_run=False))
    if experiment:
        again = config.parse(dump(experiment.given), to_run=False)
        assert keys(again) == keys(experiment)


def keys(experiment: config.Experiment) -> list[str]:
    return [cell_key(cell, experiment.seed) for cell in experiment.cells]


if __name__ == "__main__":
    main("configs", one)
