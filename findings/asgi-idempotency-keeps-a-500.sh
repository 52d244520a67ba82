#!/usr/bin/env bash
# asgi-idempotency-header 0.2.0 (PyPI) on FastAPI, and express-idempotency 1.0.6 (npm): middlewares for the header Idempotency-Key.
# Guess: a create that failed with 500 is carried out again under its key, as the key is there for that; the answer that is given again is the first one,
#   with its status, body and `Location`; another body under the same key is refused.
# Seen: the first keeps the 500 and gives it again for as long as it keeps an order: the client tries again with its key, as told, and never gets an order. It gives
#   the first order for another body, too. Both leave `Location` out of the answer that is given again. express-idempotency does the rest as one guesses.
# Touches: services that promise "retry a create with the same key": one moment of failure closes a key for a day. Keep answers below 500 alone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv .venv && .venv/bin/pip install -q asgi-idempotency-header==0.2.0 redis==7.1.0 fastapi==0.165.0 starlette==1.10.0 httpx==0.28.1 > /dev/null 2>&1 ||
  { echo 'asgi-idempotency-header 0.2.0 cannot be had'; exit 2; }
npm install --silent --ignore-scripts --no-fund --no-audit express-idempotency@1.0.6 express@5.3.0 > /dev/null 2>&1 || { echo 'express-idempotency 1.0.6 cannot be had'; exit 2; }
cat > try.py <<'PY'
import uuid
from fastapi import FastAPI, HTTPException, Response
from idempotency_header_middleware import IdempotencyHeaderMiddleware
from idempotency_header_middleware.backends.memory import MemoryBackend
from starlette.testclient import TestClient

app = FastAPI()
app.add_middleware(IdempotencyHeaderMiddleware, backend=MemoryBackend())
count = 0

@app.post("/orders", status_code=201)
def create(body: dict, response: Response):
    global count
    count += 1
    if body.get("first") == "fails" and count == 1:
        raise HTTPException(500)
    response.headers["Location"] = f"/orders/{count}"
    return {"id": count}

client = TestClient(app)
for name, bodies in {"same body": [{"a": 1}] * 2, "other body": [{"a": 1}, {"a": 2}], "after a 500": [{"first": "fails"}] * 2}.items():
    count, key = 0, {"Idempotency-Key": str(uuid.uuid4())}
    answers = [client.post("/orders", json=body, headers=key) for body in bodies]
    print(f"{name}:", ", then ".join(f"{a.status_code} {a.headers.get('Location')}" for a in answers))
PY
cat > try.cjs <<'JS'
const express = require('express')
const { idempotency, getSharedIdempotencyService } = require('express-idempotency')
const app = express()
let count = 0
app.use(express.json(), idempotency())
app.post('/orders', (request, response) => {
  if (getSharedIdempotencyService().isHit(request)) return
  count += 1
  if (request.body.first === 'fails' && count === 1) return response.status(500).json({})
  response.set('Location', `/orders/${count}`).status(201).json({ id: count })
})
app.use((error, request, response, next) => response.status(409).json({}))
const server = app.listen(0, '127.0.0.1', async () => {
  const cases = { 'same body': [{ a: 1 }, { a: 1 }], 'other body': [{ a: 1 }, { a: 2 }], 'after a 500': [{ first: 'fails' }, { first: 'fails' }] }
  for (const [name, bodies] of Object.entries(cases)) {
    count = 0
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
    const answers = []
    for (const body of bodies) {
      const answer = await fetch(`http://127.0.0.1:${server.address().port}/orders`, { method: 'POST', headers, body: JSON.stringify(body) })
      answers.push(`${answer.status} ${answer.headers.get('location') ?? 'None'}`)
    }
    console.log(`${name}: ${answers.join(', then ')}`)
  }
  process.exit()
})
JS
{ echo asgi-idempotency-header; .venv/bin/python -W ignore try.py; echo express-idempotency; node try.cjs; } | tee seen
diff seen - <<'TEXT'
asgi-idempotency-header
same body: 201 /orders/1, then 201 None
other body: 201 /orders/1, then 201 None
after a 500: 500 None, then 500 None
express-idempotency
same body: 201 /orders/1, then 201 None
other body: 201 /orders/1, then 409 None
after a 500: 500 None, then 201 /orders/2
TEXT
