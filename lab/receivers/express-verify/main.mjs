import { createHmac, timingSafeEqual } from 'node:crypto'
import express from 'express'

const app = express()

const isGenuine = (header, body) => {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header ?? '') ?? []
  if (t === undefined || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', process.env.LAB_SECRET).update(`${t}.`).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'))
}

const verify = (request, response, body) => {
  if (!isGenuine(request.get('X-Service-Signature'), body))
    throw Object.assign(new Error('not signed by the service'), { status: 401 })
}

app.post('/hooks', express.json({ verify }), (request, response) => response.sendStatus(204))
app.listen(Number(process.env.LAB_PORT), '127.0.0.1')
