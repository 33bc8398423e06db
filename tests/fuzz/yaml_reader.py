"""The strict YAML reader: what it has read, it writes such that it reads the same again."""

from tests.fuzz import instrumented, main, outcome

with instrumented(__name__):
    from metaqueens.config import strict_yaml


def one(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")
    document = outcome(lambda: strict_yaml.read(text, "x.yaml"))
    if document:
        again = strict_yaml.read(strict_yaml.dump(document.value), "y.yaml")
        assert repr(again.value) == repr(document.value)  # where .nan is itself


if __name__ == "__main__":
    main("yaml_reader", one)
