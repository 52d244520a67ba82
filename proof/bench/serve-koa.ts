// What the simulator is measured against: Koa and its router, answering the bytes that they are given.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Router } from '@koa/router'
import Koa from 'koa'
import getRawBody from 'raw-body'
import { answerTo } from './worker.ts'

/** Path of the router, status, headers of its own, and the answer; a request with a body has it parsed. */
export type Canned = {
  method: 'get' | 'post'
  path: string
  status: number
  headers: Record<string, string>
  text: string
}

const app = new Koa()
let answers: Canned[] = []
const router = new Router()
for (const [method, path] of [
  ['get', '/sandbox/v1/orders/:order_id'],
  ['get', '/sandbox/v1/orders'],
  ['get', '/sandbox/v1/events'],
  ['post', '/sandbox/v1/orders'],
] as const)
  router[method](path, async (ctx) => {
    if (method === 'post') JSON.parse(await getRawBody(ctx.req, { encoding: 'utf8' }))
    const canned = answers.find((one) => one.method === method && one.path === path)
    ctx.status = canned!.status
    ctx.set(canned!.headers)
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = canned!.text
  })
app.use(router.routes())

const server = createServer(app.callback())
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

answerTo(
  {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/v1`,
    answers(given: Canned[]) {
      answers = given
    },
  },
  () => server.close(),
)
