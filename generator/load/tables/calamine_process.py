"""A program of its own that reads a workbook from stdin and prints the cells of its first sheet as JSON.

It imports nothing else of this package: workbook_reader runs it with limits, as a small hostile workbook can make
calamine ask for all memory.
"""

import contextlib
import datetime
import io
import json
import sys

_MEMORY = 1 << 30
_SECONDS = 10
_ROWS = 25_000  # somewhat more than raw_table.MOST_ROWS, which reports the line of the first row too many
_COLUMNS = 250
_CHARACTERS = 20_000_000


def main() -> None:
    """Read and answer; the caller takes any other end of the process for an unreadable workbook."""
    _set_limits()
    json.dump(_answer(sys.stdin.buffer.read()), sys.stdout)


def _set_limits() -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # an abort must not write a core file of 1 GiB


def _answer(data: bytes) -> dict[str, object]:
    import python_calamine

    try:
        sheet = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data)).get_sheet_by_index(0)
    except python_calamine.PasswordError:
        return {"fault": "is locked with a password; save it without"}
    except (python_calamine.CalamineError, ValueError, OSError) as error:
        return {"fault": f"cannot be read as a workbook: {str(error)[:80].lower()}"}
    if sheet.end is None:
        return {"rows": []}
    if sheet.end[0] >= _ROWS or sheet.end[1] >= _COLUMNS:
        return {"fault": f"has a cell in row {sheet.end[0] + 1:,}, column {sheet.end[1] + 1:,}; that is too far out"}
    rows = sheet.to_python(skip_empty_area=False)
    if sum(len(value) for row in rows for value in row if isinstance(value, str)) > _CHARACTERS:
        return {"fault": f"over {_CHARACTERS // 1_000_000} million characters"}
    return {"rows": [[_json_value(value) for value in row] for row in rows]}


def _json_value(value: object) -> object:
    if isinstance(value, datetime.timedelta):
        return str(value)
    return value.isoformat() if isinstance(value, datetime.date | datetime.time) else value


if __name__ == "__main__":
    main()
