#!/usr/bin/env bash
# slowapi 0.1.10 with limits 5.8.0 and FastAPI, and Flask-Limiter 4.1.1 (PyPI): rate limits with their headers switched on.
# Guess: X-RateLimit-Reset is a whole Unix second in both, and `Retry-After` comes with a 429 alone, as its use is to say when to come back.
# Seen: both send `Retry-After` with every answer, the 200 of the first request too; and the reset of slowapi has a fraction of a second
#   (1767225660.4831), where that of Flask-Limiter has none.
# Touches: clients that read the reset as an integer fail on it or stop at the point; those that wait wherever `Retry-After` is given wait a minute after
#   each success. Services whose contract has whole seconds, and Retry-After on a 429, take both headers off or write them themselves.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv .venv && .venv/bin/pip install -q slowapi==0.1.10 limits==5.8.0 flask-limiter==4.1.1 flask==3.1.3 fastapi==0.165.0 starlette==1.10.0 httpx==0.28.1 > /dev/null 2>&1 ||
  { echo 'slowapi 0.1.10 or Flask-Limiter 4.1.1 cannot be had'; exit 2; }
cat > try.py <<'PY'
import re, sys
from fastapi import FastAPI, Request, Response
from flask import Flask
from flask_limiter import Limiter as OfFlask
from slowapi import Limiter, _rate_limit_exceeded_handler
from slowapi.errors import RateLimitExceeded
from starlette.testclient import TestClient

limiter = Limiter(key_func=lambda request: "one", headers_enabled=True)
fast = FastAPI()
fast.state.limiter = limiter
fast.add_exception_handler(RateLimitExceeded, _rate_limit_exceeded_handler)

@fast.get("/orders")
@limiter.limit("2/minute")
def orders(request: Request, response: Response):
    return []

flask = Flask("try")
of_flask = OfFlask(lambda: "one", app=flask, headers_enabled=True, storage_uri="memory://")

@flask.get("/orders")
@of_flask.limit("2/minute")
def same():
    return []

seen = {}
for name, client in (("slowapi", TestClient(fast)), ("Flask-Limiter", flask.test_client())):
    seen[name] = []
    for _ in range(3):
        answer = client.get("/orders")
        reset, after = (answer.headers.get(header) for header in ("X-RateLimit-Reset", "Retry-After"))
        print(f"{name}: {answer.status_code}, X-RateLimit-Reset {reset}, Retry-After {after}")
        seen[name].append((answer.status_code, bool(re.fullmatch(r"\d+", reset)), after is not None))
expected = lambda is_whole: [(status, is_whole, True) for status in (200, 200, 429)]
sys.exit(0 if seen == {"slowapi": expected(False), "Flask-Limiter": expected(True)} else 1)
PY
.venv/bin/python -W ignore try.py
