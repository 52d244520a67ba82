// A lender's webhook receiver for tests: real HTTPS on loopback, raw bytes kept, each signature verified with Node's own crypto.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { generate } from 'selfsigned'
import type { Test } from 'tap'

export type Delivery = {
  verified: boolean
  t: number
  body: Buffer
  envelope: {
    id: string
    type: string
    created_at: string
    api_version: string
    data: Record<string, unknown>
    test?: boolean
  }
  headers: Record<string, string>
  /** Header names as they were written. */
  names: string[]
}

const verifies = (header: string, body: Buffer, secret: string): { t: number; verified: boolean } => {
  const { t = '', v1 = '' } = Object.fromEntries(header.split(',').map((part) => part.split('=') as [string, string]))
  const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest()
  const given = Buffer.from(v1, 'hex')
  const isFresh = Math.abs(Date.now() / 1000 - Number(t)) <= 300
  return { t: Number(t), verified: isFresh && given.length === expected.length && timingSafeEqual(given, expected) }
}

/** Answers `status()` to every delivery; `secret` may change between two. */
export const startReceiver = async (t: Test, options: { secret: string; status?: () => number }) => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' })
  const deliveries: Delivery[] = []
  const server = createServer({ cert, key }, async (request, response) => {
    const body = await buffer(request)
    const headers = request.headers as Record<string, string>
    const { t, verified } = verifies(headers['x-service-signature'] ?? '', body, options.secret)
    const names = request.rawHeaders.filter((_, index) => index % 2 === 0)
    deliveries.push({ verified, t, body, envelope: JSON.parse(body.toString()), headers, names })
    response.writeHead(verified ? (options.status?.() ?? 204) : 401).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, deliveries, options }
}
