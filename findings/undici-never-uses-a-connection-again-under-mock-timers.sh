#!/usr/bin/env bash
# undici 7.30.2 (npm) with the mock timers of node:test (Node 20). A test switches them on with `setImmediate` among them, as `mock.timers.enable()`
#   does, and calls a server of its own twice over one connection. node:http is asked the same.
# Guess: timers that stand still hold up retries and timeouts. A request that waits for nothing goes out; at the latest it does when the mock is reset.
# Seen: the first request of a connection is answered, and the second is never sent: undici waits one turn of `setImmediate` before it uses a connection
#   again, and the mock keeps that turn. After `mock.timers.reset()` the turn is lost, so the Client stays silent for good, and no timeout of its own runs.
#   node:http answers each time. Where `setTimeout` alone is mocked, undici does as well.
# Touches: tests of retries and polling with mocked time: the create works and the read that follows hangs, in this test and in the next one
#   with the same client. Name the timers to mock, without `setImmediate`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null 2>&1
npm install --silent --ignore-scripts --no-fund --no-audit undici@7.30.2 > /dev/null 2>&1 || { echo 'undici 7.30.2 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { once } from 'node:events'
import http from 'node:http'
import { mock } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'undici'

const server = http.createServer((request, response) => request.resume().on('end', () => response.end('ok'))).listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${server.address().port}`

const byUndici = () => {
  const client = new Client(url)
  return async () => (await client.request({ path: '/', method: 'GET' })).body.text()
}
const byHttp = () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  return async () => {
    const [response] = await once(http.get(url, { agent }), 'response')
    for await (const chunk of response) return String(chunk)
  }
}
const ask = call => Promise.race([call(), wait(1_500, 'nothing')])

const seen = []
for (const [name, make, apis] of [
  ['node:http', byHttp, ['setImmediate']],
  ['undici', byUndici, ['setTimeout']],
  ['undici', byUndici, ['setImmediate']]
]) {
  const call = make()
  mock.timers.enable({ apis })
  const answers = [await ask(call), await ask(call)]
  mock.timers.reset()
  answers.push(await ask(call))
  console.log(`${name}, ${apis} mocked: first ${answers[0]}, second ${answers[1]}, after reset ${answers[2]}`)
  seen.push(answers.join())
}
process.exit(seen.join(' ') === 'ok,ok,ok ok,ok,ok ok,nothing,nothing' ? 0 : 1)
JS
node --no-warnings try.mjs
