#!/usr/bin/env bash
# Chromium 156, with playwright-core 1.65.1's recordHar. A server reads a POST to its end and resets the connection, which was used before.
# Guess: `fetch` rejects with a TypeError, as the POST may have been carried out, and the HAR file has one entry without an answer.
# Seen: Chromium sends the POST once more on a new connection; the page sees its 200, and the HAR file has one entry, with 200.
# Touches: whoever judges a client by its HAR: a write without an idempotency key arrived twice, and neither the program nor the recording knows.
set -euo pipefail
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo 'no Chromium here'; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "type": "module" }' > package.json
npm install --silent --no-fund --no-audit --ignore-scripts playwright-core@1.65.1 > /dev/null 2>&1 || { echo 'playwright-core 1.65.1 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from 'playwright-core'

const arrived = []
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    arrived.push(`${request.method} ${request.url}`)
    const isFirst = arrived.filter((one) => one === arrived.at(-1)).length === 1
    if (isFirst && request.url !== '/page') return request.socket.resetAndDestroy()
    response.setHeader('content-type', 'text/html')
    response.end('ok')
  })
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const context = await browser.newContext({ recordHar: { path: 'traffic.har' } })
const page = await context.newPage()
await page.goto(`${url}/page`)
const outcomes = await page.evaluate(async () => {
  const tried = async (path, given) => fetch(path, given).then((answer) => answer.status, (error) => String(error))
  const get = await tried('/get')
  await fetch('/page')
  return { get, post: await tried('/post', { method: 'POST', body: 'x' }) }
})
await context.close()
await browser.close()
server.close()
const recorded = JSON.parse(readFileSync('traffic.har', 'utf8')).log.entries.map(({ request, response }) => `${request.method} ${new URL(request.url).pathname} ${response.status}`)
console.log('the page sees', outcomes, 'arrived', arrived, 'recorded', recorded)
const count = (list, start) => list.filter((one) => one.startsWith(start)).length
const isHidden = count(arrived, 'POST /post') === 2 && count(recorded, 'POST /post') === 1 && outcomes.post === 200
process.exit(isHidden ? 0 : 1)
JS
timeout 120 node try.mjs "$browser"
