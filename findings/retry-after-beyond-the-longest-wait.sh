#!/usr/bin/env bash
# got 14.6.6, ky 1.14.3, undici 7.30.2, axios-retry 4.5.0 (axios 1.21.1). A 429 names a Retry-After of 4 s, and the client's longest wait is 1 s
# (maxRetryAfter, maxRetryAfter, maxTimeout; axios-retry has none).
# Guess: an option called "maximum" makes a library give up where the server asks for more, in all of them alike.
# Seen: got gives up and sends nothing; ky and undici wait 1 s and come back three seconds before they may; axios-retry waits 4 s and more.
# Touches: who carries such a setting over from one library to another, and is then blamed by the service for calls that come too early.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "type": "module" }' > package.json
npm install --silent --no-fund --no-audit --ignore-scripts got@14.6.6 ky@1.14.3 undici@7.30.2 axios@1.21.1 axios-retry@4.5.0 > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { createServer } from 'node:http'
import axios from 'axios'
import axiosRetry from 'axios-retry'
import got from 'got'
import ky from 'ky'
import { Agent, request, RetryAgent } from 'undici'

const waited = async (call) => {
  const at = []
  const server = createServer((_, response) => {
    at.push(Date.now())
    if (at.length === 1) response.writeHead(429, { 'retry-after': '4', 'content-length': '0' }).end()
    else response.end('ok')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  await call(`http://127.0.0.1:${server.address().port}/`).catch(() => {})
  server.close()
  server.closeAllConnections()
  return at.length === 1 ? null : (at[1] - at[0]) / 1000
}
const instance = axios.create()
axiosRetry(instance, { retryDelay: axiosRetry.exponentialDelay })
const [ofGot, ofKy, ofUndici, ofAxios] = await Promise.all([
  waited((url) => got(url, { retry: { maxRetryAfter: 1000 } })),
  waited((url) => ky(url, { retry: { maxRetryAfter: 1000 } })),
  waited((url) => request(url, { dispatcher: new RetryAgent(new Agent(), { maxTimeout: 1000 }) })),
  waited((url) => instance.get(url)),
])
console.log({ got: ofGot, ky: ofKy, undici: ofUndici, 'axios-retry': ofAxios })
process.exit(ofGot === null && ofKy < 3.5 && ofUndici < 3.5 && ofAxios >= 3.9 ? 0 : 1)
JS
node try.mjs
