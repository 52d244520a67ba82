#!/usr/bin/env bash
# openapi-core 0.23.1 (PyPI): requests and answers held against an OpenAPI 3.1 document.
# Guess: a boolean of the query is `true` or `false`, and an integer has digits alone, as in JSON; an answer that is valid comes back with all its fields.
# Seen: `has_adu=yes`, `=t`, `=1` and `=True`, `per_page=1_0` and `=%2010` pass. Of an object whose names have a pattern, with `additionalProperties: false`, a
#   valid answer comes back from unmarshal_response as `{}`: its fields are lost. A wrong value there is still refused.
# Touches: mocks and middlewares that check a client by the contract: what they let pass the service refuses. And readers of maps by name, such as dates.
#   Compare the raw query, and take the fields from the answer itself.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv && venv/bin/pip -q install openapi-core==0.23.1 > /dev/null 2>&1 || { echo 'openapi-core cannot be had'; exit 2; }
cat > try.py <<'PY'
import json, sys
from openapi_core import OpenAPI
from openapi_core.exceptions import OpenAPIError
from openapi_core.testing import MockRequest, MockResponse

dates = {"type": "object", "patternProperties": {"_at$": {"type": "string"}}, "additionalProperties": False}
query = {"has_adu": {"type": "boolean"}, "per_page": {"type": "integer"}}
api = OpenAPI.from_dict({
    "openapi": "3.1.0",
    "info": {"title": "Orders", "version": "1"},
    "servers": [{"url": "http://localhost"}],
    "paths": {"/dates": {"get": {
        "parameters": [{"name": name, "in": "query", "schema": schema} for name, schema in query.items()],
        "responses": {"200": {"description": "Found.", "content": {"application/json": {"schema": dates}}}},
    }}},
})


def passes(name, value):
    try:
        api.validate_request(MockRequest("http://localhost", "get", "/dates", args={name: value}))
        return True
    except OpenAPIError:
        return False


def read(body):
    answer = MockResponse(json.dumps(body).encode())
    result = api.unmarshal_response(MockRequest("http://localhost", "get", "/dates"), answer)
    return "refused" if result.errors else result.data


flags, counts = ("true", "yes", "t", "1", "True", "maybe"), ("10", "1_0", " 10", "ten")
asked = [("has_adu", text) for text in flags] + [("per_page", text) for text in counts]
seen = [passes(*one) for one in asked]
for (name, value), passed in zip(asked, seen):
    print(f"{name}={value!r}: {'passes' if passed else 'refused'}")
bodies = {"due_at": "2026-01-31"}, {"due_at": 5}
for body in bodies:
    print(f"{body} is read as {read(body)}")
is_stated = seen == [True] * 5 + [False] + [True] * 3 + [False] and [read(body) for body in bodies] == [{}, "refused"]
sys.exit(0 if is_stated else 1)
PY
venv/bin/python try.py
