#!/usr/bin/env bash
# @node-oauth/oauth2-server 5.3.0 (npm), with `accessTokenLifetime: 3600`.
# Guess: the token answer has `"expires_in": 3600`, the number that was set, whatever the store of tokens takes.
# Seen: it is counted back from the moment of expiry after the token was stored, and rounded down: 3600 where the store answers within the same
#   millisecond, as the one of an example does, and 3599 where it takes 20 ms, as a database does.
# Touches: services whose contract names 3600, and tests that compare it: right with a store in memory, off by one with a real one. Set a lifetime
#   that is longer by a second, or write the number in the handler.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit @node-oauth/oauth2-server@5.3.0 > /dev/null 2>&1 || { echo 'oauth2-server 5.3.0 cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { setTimeout: after } = require('node:timers/promises')
const OAuth2Server = require('@node-oauth/oauth2-server')

const lives = async (stored) => {
  const model = {
    getClient: async (id) => ({ id, grants: ['client_credentials'] }),
    getUserFromClient: async () => ({}),
    saveToken: async (token, client, user) => {
      await stored()
      return { ...token, client, user }
    },
  }
  const body = { grant_type: 'client_credentials', client_id: 'cli_demo', client_secret: 'secret' }
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1' }
  const response = new OAuth2Server.Response({ headers: {} })
  const request = new OAuth2Server.Request({ method: 'POST', query: {}, headers, body })
  await new OAuth2Server({ model, accessTokenLifetime: 3600 }).token(request, response)
  return response.body.expires_in
}
const most = async (stored) => {
  const all = []
  for (let n = 0; n < 20; n++) all.push(await lives(stored))
  return Math.max(...all)
}
const main = async () => {
  const [atOnce, later] = [await most(() => {}), await most(() => after(20))]
  console.log(`expires_in: ${atOnce} with a store that answers at once, ${later} with one that takes 20 ms`)
  process.exit(atOnce === 3600 && later === 3599 ? 0 : 1)
}
main()
JS
node try.cjs
