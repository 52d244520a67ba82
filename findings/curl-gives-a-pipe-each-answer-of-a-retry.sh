#!/usr/bin/env bash
# curl 7.88.1, with Node as the server. `--fail-with-body` keeps the body of an error, and `--retry` sends again what failed for a while.
# Guess: what a shell reads from `$(curl --retry 3 --fail-with-body …)` is the last answer, as it is in the file of `--output`.
# Seen: the shell reads the body of each answer, one after another: `{"code":"rate_limited"}{"id":"ord_1"}`, and the exit code is 0. jq prints an id
# for each of the two documents: `null` and `ord_1`. With `--output FILE` the file has the last body alone; with `--fail` the shell has it alone, too.
# Touches: scripts that place orders and read the id of the answer: where the first call met a limit of the rate, the next address has `null` in it.
set -euo pipefail
for tool in curl node; do command -v "$tool" > /dev/null || { echo "$tool is needed"; exit 2; }; done
work=$(mktemp -d)
server=
trap 'kill $server 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
cat > serve.mjs <<'JS'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
let count = 0
const server = createServer((request, response) => {
  const isLimited = count++ % 2 === 0
  const body = isLimited ? '{"code":"rate_limited"}' : '{"id":"ord_1"}'
  const headers = { 'Content-Type': 'application/json', ...(isLimited && { 'Retry-After': '1' }) }
  request.resume().on('end', () => response.writeHead(isLimited ? 429 : 201, headers).end(body))
})
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)))
JS
node serve.mjs & server=$!
for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
place=(curl --silent --show-error --retry 3 --data '{}' "http://127.0.0.1:$(cat port)/orders")
kept=$("${place[@]}" --fail-with-body 2> /dev/null)
"${place[@]}" --fail-with-body --output answer 2> /dev/null
failed=$("${place[@]}" --fail 2> /dev/null)
echo "$(curl --version | head -c 11)  a pipe: $kept  a file: $(cat answer)  a pipe with --fail: $failed"
[ "$kept" = '{"code":"rate_limited"}{"id":"ord_1"}' ] && [ "$(cat answer)" = '{"id":"ord_1"}' ] && [ "$failed" = '{"id":"ord_1"}' ]
