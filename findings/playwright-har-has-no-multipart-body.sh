#!/usr/bin/env bash
# playwright-core 1.65.1 with any Chromium, recordHar with `content: embed`. A page sends JSON, and uploads a file as multipart/form-data.
# Guess: the file has the bodies of requests; a JSON body and a multipart one both stand in `postData`.
# Seen: the JSON body is there; of the upload there is no `postData` at all, and `bodySize` is 0 although its bytes arrived.
# Touches: whoever judges or replays traffic from such a file: two different uploads look like the same empty request.
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

const arrived = {}
const server = createServer(async (request, response) => {
  let bytes = 0
  for await (const part of request) bytes += part.length
  arrived[request.url] = bytes
  response.setHeader('content-type', 'text/html')
  response.end('ok')
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox'] })
const context = await browser.newContext({ recordHar: { path: 'traffic.har', content: 'embed' } })
const page = await context.newPage()
await page.goto(`http://127.0.0.1:${server.address().port}/page`)
await page.evaluate(async () => {
  const form = new FormData()
  form.append('purpose', 'other')
  form.append('file', new Blob(['some text']), 'note.txt')
  await fetch('/upload', { method: 'POST', body: form })
  await fetch('/json', { method: 'POST', body: JSON.stringify({ subject: 'Access' }) })
})
await context.close()
await browser.close()
server.close()
const { entries } = JSON.parse(readFileSync('traffic.har', 'utf8')).log
const of = (path) => entries.find(({ request }) => request.url.endsWith(path)).request
const [json, upload] = [of('/json'), of('/upload')]
console.log('arrived', arrived, 'recorded: json', json.postData?.text, json.bodySize, 'upload', upload.postData, upload.bodySize)
const ok = json.postData?.text.includes('Access') && upload.postData === undefined && upload.bodySize === 0
process.exit(ok && arrived['/upload'] > 100 ? 0 : 1)
JS
timeout 120 node try.mjs "$browser"
