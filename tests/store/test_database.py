"""Reading the store while it is written."""

from pathlib import Path

from sqlalchemy import delete, func, select

from tests.support.stores import lay_store
from workspace_app.store import changes
from workspace_app.store import tables as t
from workspace_app.store.database import Writer, open_reader, open_writer


def test_all_that_one_reading_asks_is_of_one_moment(tmp_path: Path) -> None:
    """Else a work could be found whose versions, asked for next, are another's by then."""
    lay_store(tmp_path)
    writer, reader = Writer(open_writer(tmp_path)), open_reader(tmp_path)
    count = select(func.count()).select_from(t.projects)
    writer.submit(lambda c: changes.add_project(c, "Project", str(tmp_path / "space"))).result()
    with reader.connect() as connection:
        assert connection.execute(count).scalar() == 1
        writer.submit(lambda c: c.execute(delete(t.projects))).result()
        assert connection.execute(count).scalar() == 1
    with reader.connect() as connection:
        assert connection.execute(count).scalar() == 0
    writer.close()
    reader.dispose()
