"""What `--json` prints has the shape that `docs/json-output.schema.json` promises; every command of these tests is held to it."""

import json

import jsonschema
import pytest

from generator.cli.help.help_examples import EXAMPLES
from tests.cli.conftest import REPOSITORY, SHAPES, check_json, shape_of

WHOLE = json.loads((REPOSITORY / "docs" / "json-output.schema.json").read_text("utf-8"))


def test_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(WHOLE)


def test_every_command_has_a_shape():
    commands = EXAMPLES.keys() - {"", "sheet", "warm", "solo", "solo campaign"}
    shared = {"refusal", "position"}

    assert commands <= SHAPES.keys()
    shaped = {name for name in SHAPES if {"schema", "ok"} <= SHAPES[name].get("properties", {}).keys()}
    assert shaped - shared == commands - {name for name in SHAPES if SHAPES[name].keys() & {"$ref", "anyOf"}}
    assert {each["$ref"].rpartition("/")[2] for each in WHOLE["anyOf"]} == commands | {"refusal"}


@pytest.mark.parametrize(
    "line", ["games", "new --list", "export --list", "warm status", "warm stop", "serve --passes", "pack picket"]
)
def test_command_prints_its_shape(vallum, line):
    said = vallum(*line.split(), "--json")

    assert shape_of(line.split())
    assert said.json["ok"] == (said.code == 0) or line.startswith("warm")


def test_commands_on_files_print_their_shapes(vallum):
    (file, *_) = vallum("build", "picket", "--only", "watch", "--paper", "a4", "--ink", "--json").files

    assert vallum("preflight", file, "--json").json["files"][0]["file"] == file
    assert vallum("gallery", "picket", "--only", "watch", "--json").json["files"]
    assert vallum("diff", file, file, "--json").json["changes"]["print"] == []


def test_document_of_another_shape_is_noticed():
    with pytest.raises(jsonschema.ValidationError):
        check_json(["games", "--json"], '{"schema": 1, "ok": true, "games": [{"id": 1}]}')
    with pytest.raises(jsonschema.ValidationError):
        check_json(["pack", "picket", "--json"], '{"schema": 1, "ok": true}')
    for command in ("new", "list", "hint", "campaign show"):
        with pytest.raises(jsonschema.ValidationError):
            check_json(["solo", *command.split(), "--json"], '{"schema": 1, "ok": true, "told": []}')
