import { createHmac, timingSafeEqual } from 'node:crypto'
import Fastify from 'fastify'
import rawBody from 'fastify-raw-body'

const app = Fastify()
await app.register(rawBody, { encoding: false })

const isGenuine = (header, body) => {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (t === undefined || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', process.env.LAB_SECRET).update(`${t}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'))
}

app.post('/hooks', async (request, reply) => {
  if (!isGenuine(request.headers['x-service-signature'], request.rawBody)) return reply.code(401).send()
  return reply.code(204).send()
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.LAB_PORT) })
