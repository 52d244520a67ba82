#!/usr/bin/env bash
# chrome-har 1.3.1, which makes a HAR of the events of Chromium's DevTools, as browsertime and puppeteer-har do.
# Guess: the body of a POST with JSON is in `postData.text`, as DevTools itself exports it.
# Seen: the text is left out, and the members stand in `postData.params`, where HAR has the fields of a form. A member with a list is there
# once for each item, and one with an empty list not at all: `{"a":[1]}` and `{"a":1}` give the same entry, and so do `{"a":[]}` and `{}`.
# Touches: whoever replays or compares the requests of such a HAR; the body that was sent cannot be had from it.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{ "private": true, "type": "module" }' > package.json
npm install --ignore-scripts --no-fund --no-audit chrome-har@1.3.1 > /dev/null 2>&1 || { echo 'chrome-har 1.3.1 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { harFromMessages } from 'chrome-har'

const posted = (body) => {
  const url = 'https://service.example/orders'
  const headers = { 'Content-Type': 'application/json' }
  const page = { requestId: 'p', loaderId: 'p', frameId: 'f', documentURL: 'https://a.example/', type: 'Document' }
  const sent = { requestId: 'r', loaderId: 'p', frameId: 'f', documentURL: 'https://a.example/', type: 'Fetch' }
  const response = { status: 201, statusText: '', headers: {}, mimeType: 'application/json', protocol: 'http/1.1', connectionId: 1 }
  const asked = (method, to, postData) => ({ method, url: to, headers, postData })
  const at = (timestamp) => ({ timestamp, wallTime: 1_700_000_000 + timestamp, initiator: { type: 'script' } })
  const events = [
    ['Page.frameStartedLoading', { frameId: 'f' }],
    ['Network.requestWillBeSent', { ...page, ...at(1), request: asked('GET', 'https://a.example/') }],
    ['Network.responseReceived', { ...page, timestamp: 2, response: { ...response, url: 'https://a.example/' } }],
    ['Network.loadingFinished', { requestId: 'p', timestamp: 3, encodedDataLength: 0 }],
    ['Network.requestWillBeSent', { ...sent, ...at(4), request: asked('POST', url, JSON.stringify(body)) }],
    ['Network.responseReceived', { ...sent, timestamp: 5, response: { ...response, url } }],
    ['Network.loadingFinished', { requestId: 'r', timestamp: 6, encodedDataLength: 0 }],
  ]
  const { log } = harFromMessages(events.map(([method, params]) => ({ method, params })))
  return JSON.stringify(log.entries.find(({ request }) => request.method === 'POST').request.postData)
}
const seen = [{ a: [1] }, { a: 1 }, { a: [] }, {}].map(posted)
seen.forEach((line) => console.log(line))
const [one, plain, none, empty] = seen
process.exit(one === plain && none === empty && !one.includes('"text"') && one.includes('"params"') ? 0 : 1)
JS
node try.mjs
