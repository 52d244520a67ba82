#!/usr/bin/env bash
# ky 1.14.3. A 503 without Retry-After comes with the rate limit headers that the service puts on every answer.
# Guess: ky waits its own backoff, about a second, as the limit is not what failed.
# Seen: ky takes X-RateLimit-Reset for the time to wait after a 503 and a 413 as well, and waits until the window ends.
# Touches: services with rate limit headers on every answer: one moment of maintenance makes a client stand still for up to a whole window.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "type": "module" }' > package.json
npm install --silent --no-fund --no-audit --ignore-scripts ky@1.14.3 > /dev/null 2>&1 || { echo 'ky 1.14.3 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { createServer } from 'node:http'
import ky from 'ky'

const window = 5
const waited = async (withHeaders) => {
  let calls = 0
  let [failed, again] = [0, 0]
  const server = createServer((_, response) => {
    calls += 1
    if (calls === 1) failed = Date.now()
    else again = Date.now()
    if (withHeaders) {
      response.setHeader('x-ratelimit-remaining', '599')
      response.setHeader('x-ratelimit-reset', String(Math.ceil(Date.now() / 1000) + window))
    }
    response.writeHead(calls === 1 ? 503 : 200).end()
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  await ky(`http://127.0.0.1:${server.address().port}/`, { timeout: 60_000 })
  server.close()
  return (again - failed) / 1000
}
const [plain, limited] = [await waited(false), await waited(true)]
console.log(`503 alone: ${plain.toFixed(1)} s; 503 with 599 requests left in a window of ${window} s: ${limited.toFixed(1)} s`)
process.exit(limited >= window - 0.2 && plain < limited ? 0 : 1)
JS
node try.mjs
