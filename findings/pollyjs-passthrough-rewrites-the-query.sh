#!/usr/bin/env bash
# @pollyjs/core 6.0.6 with @pollyjs/adapter-fetch 6.0.7, in mode `passthrough`: the mode that neither records nor replays.
# Guess: passthrough lets each request through as the program made it, so that a test with Polly.JS sends what the program sends without it.
# Seen: the query is taken apart and written again on the wire: `status=new,on_hold` arrives as `status=new%2Con_hold`, a raw `+` as `%20`.
# Touches: whoever judges a client by traffic that went through Polly.JS: a time with a raw `+00:00`, which a server reads as a space, is mended by the
# recorder and fails in production; and a link whose signature covers the text of its query is refused under test alone.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "type": "module" }' > package.json
npm install --silent --no-fund --no-audit --ignore-scripts @pollyjs/core@6.0.6 @pollyjs/adapter-fetch@6.0.7 > /dev/null 2>&1 || { echo 'Polly.JS cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { createServer } from 'node:http'
import FetchAdapter from '@pollyjs/adapter-fetch'
import { Polly } from '@pollyjs/core'

let arrived = []
const server = createServer((request, response) => {
  arrived.push(request.url)
  response.end('{}')
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const sent = ['/orders?status=new,on_hold', '/orders?updated_since=2026-01-01T00:00:00+00:00']
const call = async () => {
  arrived = []
  for (const path of sent) await fetch(`http://127.0.0.1:${server.address().port}${path}`)
  return arrived
}
const without = await call()
Polly.register(FetchAdapter)
const polly = new Polly('passing', { adapters: ['fetch'], mode: 'passthrough', logLevel: 'silent' })
const through = await call()
await polly.stop()
server.close()
console.log('without', without, 'through', through)
const isKept = without.every((path, at) => path === sent[at])
process.exit(isKept && through[0].endsWith('new%2Con_hold') && !through[1].includes('+') ? 0 : 1)
JS
timeout 60 node try.mjs
