#!/usr/bin/env bash
# express-openapi-validator 5.6.2 on Express 5.3.0 (npm): requests are held against an OpenAPI 3.1 document.
# Guess: `updated_since=2026-03-01T09:00:00Z` is a date-time, with its colons as they are or as %3A, since a query may have colons (RFC 3986, 3.4); a text in a query may
#   have a comma; and 30 February is no `format: date`.
# Seen: colons and a comma as they are get 400, "must be url encoded. Its value may not contain reserved characters"; as %3A and %2C they are taken. `?name=` is 400, too.
#   In a body, "2026-02-30" and "2026-13-01" are taken for dates: their form counts alone, as "tomorrow" is refused.
# Touches: services that put it before their handlers: URLs that people write, and clients that leave colons alone, cannot read since a time, though it is in no
#   document; and an order is due on a day that does not exist. `allowReserved: true` at the parameter takes the colon; the date is for the handler.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null 2>&1
npm install --silent --no-audit --no-fund --ignore-scripts express@5.3.0 express-openapi-validator@5.6.2 > /dev/null 2>&1 ||
  { echo 'express-openapi-validator cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const express = require('express')
const { middleware } = require('express-openapi-validator')

const answer = { responses: { 200: { description: 'Taken.' } } }
const inQuery = (name, schema, more = {}) => ({ name, in: 'query', schema, ...more })
const time = { type: 'string', format: 'date-time' }
const parameters = [inQuery('updated_since', time), inQuery('reserved_since', time, { allowReserved: true }), inQuery('reference', { type: 'string' })]
const due = { type: 'object', properties: { due_date: { type: 'string', format: 'date' } } }
const apiSpec = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1.0.0' },
  paths: { '/orders': { get: { parameters, ...answer }, post: { requestBody: { content: { 'application/json': { schema: due } } }, ...answer } } },
}
const app = express()
app.use(express.json(), middleware({ apiSpec, validateRequests: true }))
app.use('/orders', (_request, response) => response.sendStatus(200))
app.use((error, _request, response, _next) => response.sendStatus(error.status))
const server = app.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/orders`
  const queries = ['updated_since=2026-03-01T09:00:00Z', 'updated_since=2026-03-01T09%3A00%3A00Z', 'reserved_since=2026-03-01T09:00:00Z']
  for (const query of [...queries, 'reference=Smith,Jones', 'reference=Smith%2CJones', 'reference=']) console.log(query, (await fetch(`${url}?${query}`)).status)
  for (const due_date of ['2026-02-28', '2026-02-30', '2026-13-01', 'tomorrow']) {
    const { status } = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ due_date }) })
    console.log(due_date, status)
  }
  server.close()
  server.closeAllConnections()
})
JS
node try.cjs | tee seen.txt
diff seen.txt - <<'TEXT'
updated_since=2026-03-01T09:00:00Z 400
updated_since=2026-03-01T09%3A00%3A00Z 200
reserved_since=2026-03-01T09:00:00Z 200
reference=Smith,Jones 400
reference=Smith%2CJones 200
reference= 400
2026-02-28 200
2026-02-30 200
2026-13-01 200
tomorrow 400
TEXT
