"""Files are written whole, whoever else writes them, and no other file is touched."""

from metaqueens.files.writing import remove_unfinished, replacing, write_text


def test_two_writers_of_one_file_do_not_disturb_each_other(tmp_path):
    page = tmp_path / "index.html"
    with replacing(page) as first:
        first.write_text("the first")
        with replacing(page) as second:
            second.write_text("the second")
        assert page.read_text() == "the second"
    assert page.read_text() == "the first"
    assert [*tmp_path.iterdir()] == [page]


def test_a_file_of_the_user_with_a_similar_name_stays(tmp_path):
    own = tmp_path / "mine.part.zip"
    own.write_text("of the user")
    write_text(tmp_path / "mine.zip", "ours")
    assert own.read_text() == "of the user"


def test_a_name_may_be_as_long_as_the_system_allows(tmp_path):
    long = tmp_path / f"{'é' * 125}.json"
    write_text(long, "{}")
    assert [*tmp_path.iterdir()] == [long]


def test_the_leavings_of_a_killed_writer_are_removed_and_nothing_else(tmp_path):
    own = [tmp_path / "a.part.npy", tmp_path / ".b.part.npy", tmp_path / ".lock"]
    for path in own:
        path.write_text("kept")
    writer = replacing(tmp_path / "1-0.npy")
    writer.__enter__().write_text("half a board")
    assert len([*tmp_path.iterdir()]) == 4
    remove_unfinished(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted(own)
