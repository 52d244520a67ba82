#!/usr/bin/env bash
# koa-ratelimit 6.0.0 (npm) with its driver `memory`, on Koa 3.3.0; @fastify/rate-limit 11.2.0 and hono-rate-limiter 0.5.4 round the same time up.
# Guess: who waits for the seconds of `Retry-After` after a 429 is let in, and `X-RateLimit-Reset` is a whole number of Unix seconds.
# Seen: Retry-After is rounded down, while the body rounds up: with 1.9 s left it is 1, and "retry in 2 seconds." stands below it. After that second
#   the next answer is 429 again, with `Retry-After: 0`. The reset has a fraction, such as 1796035180.437239.
# Touches: services with this middleware: every client that obeys is refused once more, and one that takes 0 as "now" calls in a loop until the window
#   ends. A reader of whole seconds refuses the reset. Set both headers in a middleware around it, and round up.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts --no-fund --no-audit koa@3.3.0 koa-ratelimit@6.0.0 > /dev/null 2>&1 || { echo 'a package cannot be had'; exit 2; }
cat > try.cjs <<'JS'
const { once } = require('node:events')
const { setTimeout: wait } = require('node:timers/promises')
const Koa = require('koa')
const limit = require('koa-ratelimit')

const window = 2000
const main = async () => {
  const app = new Koa()
  app.use(limit({ driver: 'memory', db: new Map(), duration: window, max: 1, id: () => 'lender' }))
  app.use((context) => (context.body = 'ok'))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const ask = async () => {
    const response = await fetch(`http://127.0.0.1:${server.address().port}/`)
    const [after, reset] = ['retry-after', 'x-ratelimit-reset'].map((name) => response.headers.get(name))
    const answer = { status: response.status, after, reset, text: await response.text() }
    console.log(answer)
    return answer
  }
  const start = performance.now()
  const [first, second] = [await ask(), await ask()]
  await wait(Number(second.after) * 1000)
  const third = await ask()
  if (performance.now() - start > window - 100) {
    console.log('the machine is too busy')
    process.exit(2)
  }
  const shown = [first.status, second.status, second.after, second.text, third.status, third.after].join(', ')
  const isStated = shown === '200, 429, 1, Rate limit exceeded, retry in 2 seconds., 429, 0'
  process.exit(isStated && [first, second].every(({ reset }) => !/^\d+$/u.test(reset)) ? 0 : 1)
}
main()
JS
node try.cjs
