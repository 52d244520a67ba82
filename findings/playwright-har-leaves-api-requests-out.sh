#!/usr/bin/env bash
# playwright-core 1.65.1 with any Chromium. A test calls an API with `context.request` in a context that has recordHar.
# Guess: the HAR file has all HTTP of the context, those calls too, as they share its cookies and end with it.
# Seen: it has the calls of pages alone; nothing says that others were left out, and where no page was opened the file is empty.
# Touches: who records an integration test that sets its data up by API and judges the client from the file: half of the traffic is not there.
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
  arrived.push(request.url)
  response.setHeader('content-type', 'text/html')
  response.end('ok')
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${server.address().port}`
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const context = await browser.newContext({ recordHar: { path: 'traffic.har' } })
await context.request.post(`${url}/api`, { data: { name: 'Ann' } })
const page = await context.newPage()
await page.goto(`${url}/page`)
await page.evaluate(() => fetch('/fetched'))
await context.close()
await browser.close()
server.close()
const recorded = JSON.parse(readFileSync('traffic.har', 'utf8')).log.entries.map(({ request }) => new URL(request.url).pathname)
console.log('arrived', arrived, 'recorded', recorded)
const ok = arrived.includes('/api') && !recorded.includes('/api') && recorded.includes('/page') && recorded.includes('/fetched')
process.exit(ok ? 0 : 1)
JS
timeout 120 node try.mjs "$browser"
