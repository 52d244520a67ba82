#!/usr/bin/env bash
# ratelimit-header-parser 0.1.0 (npm): limit, what remains and the instant of the reset, from the headers of an answer.
# Guess: without a reset header `Retry-After: 42` is the reset in 42 seconds, as it is with `X-RateLimit-Reset: 42`.
# Seen: the reset is 42 seconds after the beginning of 1970: Retry-After is read as Unix seconds. As a date ("Wed, 21 Oct …") it is an invalid Date.
#   Without any `…-Remaining` header there is no result at all, whatever Retry-After says.
# Touches: clients that wait until `reset` after a 429: an instant that is past, so that they ask again at once.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit ratelimit-header-parser@0.1.0 > /dev/null 2>&1 || { echo 'ratelimit-header-parser 0.1.0 cannot be had'; exit 2; }
cat > try.mjs <<'JS'
import { parseRateLimit } from 'ratelimit-header-parser'

const limits = { 'X-RateLimit-Limit': '600', 'X-RateLimit-Remaining': '0' }
const resetOf = (headers) => parseRateLimit(new Headers(headers))?.reset
const inSeconds = resetOf({ ...limits, 'Retry-After': '42' })
const asDate = resetOf({ ...limits, 'Retry-After': new Date(Date.now() + 42_000).toUTCString() })
const byReset = resetOf({ ...limits, 'X-RateLimit-Reset': '42', 'Retry-After': '42' })
const alone = resetOf({ 'Retry-After': '42' })
console.log('Retry-After: 42                 ', inSeconds)
console.log('Retry-After: a date             ', asDate)
console.log('X-RateLimit-Reset: 42 beside it ', byReset)
console.log('Retry-After alone               ', alone)
const isAsStated =
  inSeconds?.getTime() === 42_000 && Number.isNaN(asDate?.getTime()) && byReset?.getTime() > Date.now() && alone === undefined
process.exit(isAsStated ? 0 : 1)
JS
node try.mjs
