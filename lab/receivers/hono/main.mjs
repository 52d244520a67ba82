import { createHmac, timingSafeEqual } from 'node:crypto'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

const isGenuine = (header, body) => {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (t === undefined || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', process.env.LAB_SECRET).update(`${t}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'))
}

app.post('/hooks', async (context) => {
  const body = Buffer.from(await context.req.arrayBuffer())
  if (!isGenuine(context.req.header('X-Service-Signature'), body)) return context.body(null, 401)
  JSON.parse(body)
  return context.body(null, 204)
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env.LAB_PORT) })
