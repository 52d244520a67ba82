#!/usr/bin/env bash
# @fastify/rate-limit 11.2.0, @nestjs/throttler 6.7.1 and express-rate-limit 8.7.5 with legacyHeaders (npm): two calls in a minute are allowed.
# Guess: X-RateLimit-Reset is the Unix second in which the window ends, in each of the three, and X-RateLimit-Limit, -Remaining and -Reset are on each answer: on the
#   429 as well, and on the 404 of a path that there is not.
# Seen: in express it is the Unix second, in the others the seconds that are left, under the same name. The 429 of NestJS has Retry-After alone. In Fastify and NestJS a 404
#   of an unknown path has none of them, and is not counted: after two calls it is 404 there, and 429 in express.
# Touches: services that promise "Unix seconds when the window resets" and "on every response": with two of the three, clients wait until 1970, which is not at all, and
#   one that reads Remaining on the 429 finds nothing. Set the headers in a hook of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null 2>&1
npm install --silent --no-audit --no-fund --ignore-scripts fastify@5.12.8 @fastify/rate-limit@11.2.0 express@5.3.0 express-rate-limit@8.7.5 @nestjs/throttler@6.7.1 \
  @nestjs/common@11.2.10 @nestjs/core@11.2.10 @nestjs/platform-express@11.2.10 reflect-metadata@0.2.2 rxjs@7.8.2 > /dev/null 2>&1 ||
  { echo 'the rate limiters cannot be had'; exit 2; }
cat > try.cjs <<'JS'
require('reflect-metadata')
const { Module, Controller, Get } = require('@nestjs/common')
const { NestFactory, APP_GUARD } = require('@nestjs/core')
const { ThrottlerModule, ThrottlerGuard } = require('@nestjs/throttler')
const { rateLimit } = require('express-rate-limit')

const kindOf = (reset) => (reset === null ? 'no reset' : Math.abs(Number(reset) - Date.now() / 1000) < 120 ? 'Unix second' : Number(reset) <= 60 ? 'seconds left' : reset)

const show = async (name, url) => {
  for (const path of ['/', '/', '/', '/nowhere']) {
    const { status, headers } = await fetch(url + path)
    const remaining = headers.get('x-ratelimit-remaining') ?? 'none'
    console.log(`${name} ${path}: ${status}, ${remaining} left, ${kindOf(headers.get('x-ratelimit-reset'))}, Retry-After ${headers.has('retry-after')}`)
  }
}

const fastify = async () => {
  const app = require('fastify')()
  await app.register(require('@fastify/rate-limit'), { max: 2, timeWindow: 60_000 })
  app.get('/', () => 'ok')
  await show('fastify', await app.listen({ port: 0, host: '127.0.0.1' }))
  await app.close()
}

const express = async () => {
  const app = require('express')()
  app.use(rateLimit({ limit: 2, windowMs: 60_000, legacyHeaders: true, standardHeaders: false }))
  app.get('/', (_request, response) => response.send('ok'))
  const server = await new Promise((done) => { const one = app.listen(0, '127.0.0.1', () => done(one)) })
  await show('express', `http://127.0.0.1:${server.address().port}`)
  server.closeAllConnections()
  server.close()
}

const nest = async () => {
  class Root { root() { return 'ok' } }
  Reflect.decorate([Get('/')], Root.prototype, 'root', Object.getOwnPropertyDescriptor(Root.prototype, 'root'))
  Reflect.decorate([Controller()], Root)
  class App {}
  const providers = [{ provide: APP_GUARD, useClass: ThrottlerGuard }]
  Reflect.decorate([Module({ imports: [ThrottlerModule.forRoot([{ ttl: 60_000, limit: 2 }])], controllers: [Root], providers })], App)
  const app = await NestFactory.create(App, { logger: false })
  await app.listen(0, '127.0.0.1')
  await show('nest', await app.getUrl())
  await app.close()
}

fastify().then(express).then(nest)
JS
node try.cjs | tee seen.txt
diff seen.txt - <<'TEXT'
fastify /: 200, 1 left, seconds left, Retry-After false
fastify /: 200, 0 left, seconds left, Retry-After false
fastify /: 429, 0 left, seconds left, Retry-After true
fastify /nowhere: 404, none left, no reset, Retry-After false
express /: 200, 1 left, Unix second, Retry-After false
express /: 200, 0 left, Unix second, Retry-After false
express /: 429, 0 left, Unix second, Retry-After true
express /nowhere: 429, 0 left, Unix second, Retry-After true
nest /: 200, 1 left, seconds left, Retry-After false
nest /: 200, 0 left, seconds left, Retry-After false
nest /: 429, none left, no reset, Retry-After true
nest /nowhere: 404, none left, no reset, Retry-After false
TEXT
