"""The OpenAPI document of the interface for programs, made from the routes and types of the server."""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from rowdy.interfaces.web.http.requests import JSON, Refusal
from rowdy.version import __version__

REF = "#/components/schemas/{name}"
KEY = "key"
"""The name of the security scheme."""
ERRORS = {
    400: "The request cannot be read, or asks for what does not exist.",
    401: "No key was sent.",
    403: "The key does not allow this.",
    404: "There is no such thing, or the key does not open it.",
    405: "This address does not take that kind of request.",
    409: "It cannot be done now, by the rules or because something else came first.",
    413: "The body is too large.",
    415: "The body is not of the type that is read here.",
    421: "The server does not go by the name in `Host`.",
    429: "That was too fast, or too often.",
    500: "Something went wrong here.",
    503: "The database or the thinkers cannot do it now; try again.",
}
Handler: TypeAlias = Callable[[Request], Coroutine[None, None, Response]]
Schema: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True)
class Parameter:
    """A value in the query or, with `header`, in the headers."""

    name: str
    say: str
    schema: Schema
    place: str = "query"
    required: bool = False


@dataclass(frozen=True)
class Operation:
    """An operation for programs: a route of the app, and its part of the document."""

    id: str
    method: str
    path: str
    say: str
    handler: Handler
    answer: Any
    """The type of the answer, or `None` if it has no body."""
    status: int = 200
    body: Any = None
    keyed: bool = False
    query: tuple[Parameter, ...] = ()
    media_type: str = JSON

    @property
    def errors(self) -> list[int]:
        keyed = {401, 403, 404, 409} if self.keyed else {404} if "{" in self.path else set[int]()
        sent = {413, 415} if self.body else set[int]()
        return sorted({400, 421, 429, 500, 503} | keyed | sent)


def document(operations: Iterable[Operation], title: str, say: str, root_path: str = "") -> dict[str, Any]:
    """Returns the OpenAPI document as JSON values; `root_path` is the folder of its paths, if there is one."""
    operations = tuple(operations)
    types = {Refusal: None}
    for operation in operations:
        types.update(dict.fromkeys(kind for kind in (operation.answer, operation.body) if kind is not None))
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    schema_of = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation, schema_of)
    described = {
        "openapi": "3.1.0",
        "info": {
            "title": title,
            "version": __version__,
            "description": say,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": root_path or "/"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {KEY: {"type": "http", "scheme": "bearer", "description": "The key of a seat."}},
        },
    }
    readable: dict[str, Any] = _for_readers(described)
    return readable


def _described(operation: Operation, schema_of: Mapping[Any, Schema]) -> dict[str, Any]:
    described: dict[str, Any] = {"operationId": operation.id, "summary": operation.say}
    if parameters := [*_path_parameters(operation), *map(_parameter, operation.query)]:
        described["parameters"] = parameters
    if operation.keyed:
        described["security"] = [{KEY: []}]
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": {JSON: {"schema": schema_of[operation.body]}}}
    refusal = {JSON: {"schema": schema_of[Refusal]}}
    answers: dict[str, Any] = {str(operation.status): _answer(operation, schema_of)}
    answers |= {str(status): {"description": ERRORS[status], "content": refusal} for status in operation.errors}
    return described | {"responses": answers}


def _answer(operation: Operation, schema_of: Mapping[Any, Schema]) -> dict[str, Any]:
    if operation.answer is None:
        return {"description": "Done."}
    schema = schema_of[operation.answer] if operation.media_type == JSON else {"type": "string"}
    return {"description": "Done.", "content": {operation.media_type: {"schema": schema}}}


def _path_parameters(operation: Operation) -> list[dict[str, Any]]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"\{(\w+)\}", operation.path)
    ]


def _parameter(one: Parameter) -> dict[str, Any]:
    return {
        "name": one.name,
        "in": one.place,
        "description": one.say,
        "required": one.required,
        "schema": dict(one.schema),
    }


def _for_readers(part: Any) -> Any:
    """Returns a part of the document as other readers of JSON Schema expect it.

    In our types a value may also be `Wire`, encoded JSON, which has no schema and is left out; and the end of a text is
    `$` in ECMAScript's regular expressions.
    """
    if isinstance(part, list):
        return [_for_readers(one) for one in part]
    if not isinstance(part, dict):
        return part
    if kinds := part.get("anyOf"):
        known = [kind for kind in kinds if kind]
        if len(known) < len(kinds):
            rest = {name: value for name, value in part.items() if name != "anyOf"}
            part = {**rest, "anyOf": known} if len(known) > 1 else {**known[0], **rest}
    return {
        name: value.replace(r"\Z", "$") if name == "pattern" and isinstance(value, str) else _for_readers(value)
        for name, value in part.items()
    }
