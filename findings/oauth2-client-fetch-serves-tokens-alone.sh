#!/usr/bin/env bash
# @badgateway/oauth2-client 3.3.1 (npm): `fetch` of the client, "Set this if you wish to explicitly set the fetch implementation, e.g. to implement
#   middlewares or set custom headers", and its fetch wrapper, OAuth2Fetch, made with that client.
# Guess: the wrapper's calls go through that fetch too: its headers, repeats, proxy and client certificate apply to them.
# Seen: only the token request does. `wrapper.fetch` calls the global fetch: a call answered 503 is not repeated, and the custom header is missing.
# Touches: who gives it a fetch that repeats, records or goes through a proxy: tokens come, and the calls are neither repeated nor recorded, without an error.
#   `wrapper.mw()(new Request(url), yourFetch)` uses the other one.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit @badgateway/oauth2-client@3.3.1 > /dev/null 2>&1 || { echo 'the package cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { createServer } from 'node:http'
import { OAuth2Client, OAuth2Fetch } from '@badgateway/oauth2-client'

let seen = []
let refusals = 1
const server = createServer((request, answer) => {
  const isToken = request.url === '/token'
  seen.push(`${request.url} ${request.headers['x-team'] ?? 'no header'}`)
  const isRefused = !isToken && refusals-- > 0
  answer.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' })
  answer.end(JSON.stringify(isToken ? { access_token: 'a', token_type: 'Bearer', expires_in: 3600 } : {}))
}).listen(0)
await new Promise((resolve) => server.on('listening', resolve))
const base = `http://localhost:${server.address().port}`

/** Adds a header, and repeats a call once. */
const own = async (input, given) => {
  const ask = () => {
    const request = new Request(input instanceof Request ? input.clone() : input, given)
    request.headers.set('x-team', 'lending')
    return fetch(request)
  }
  const answer = await ask()
  return answer.status === 503 ? ask() : answer
}
const client = new OAuth2Client({ tokenEndpoint: `${base}/token`, clientId: 'id', clientSecret: 'secret', fetch: own })
const wrapper = new OAuth2Fetch({ client, getNewToken: () => client.clientCredentials(), scheduleRefresh: false })

const show = async (name, action) => {
  ;[seen, refusals] = [[], 1]
  const { status } = await action()
  console.log(`${name}: ${status}; the server saw ${seen.join(', ')}`)
  return `${status} ${seen.join(', ')}`
}
const plain = await show('wrapper.fetch', () => wrapper.fetch(`${base}/orders`))
const given = await show('wrapper.mw() with that fetch', () => wrapper.mw()(new Request(`${base}/orders`), own))
server.close()
server.closeAllConnections()
const isStated = plain === '503 /token lending, /orders no header' && given === '200 /orders lending, /orders lending'
process.exit(isStated ? 0 : 1)
JS
node try.mjs
