// A webhook receiver as the contract wants it, and deliveries that show what it does with a signature.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from './recorder.ts'

type Received = { body: Buffer; signature: string; secret: string; now: number }

/** The status, and how long it took to answer. */
export type Receive = (received: Received) => { status: number; ms: number }

const answer = (status: number) => ({ status, ms: 40 })

const sign = (secret: string, t: number, body: Buffer): string =>
  createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex')

const partsOf = (signature: string): [number, string] => {
  const [, t = '0', v1 = ''] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(signature) ?? []
  return [Number(t), v1]
}

const equal = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

export const goodReceiver: Receive = ({ body, signature, secret, now }) => {
  const [t, v1] = partsOf(signature)
  if (!equal(sign(secret, t, body), v1) || Math.abs(now / 1000 - t) > 300) return answer(401)
  return answer(204)
}

export const badReceivers = {
  verifiesNothing: ({ now, signature }) => answer(Math.abs(now / 1000 - partsOf(signature)[0]) > 300 ? 401 : 204),
  refusesWith403: (received) =>
    goodReceiver(received).status === 401 && received.signature.endsWith('0000') ? answer(403) : goodReceiver(received),
  takesAnyAge: ({ body, signature, secret }) => {
    const [t, v1] = partsOf(signature)
    return answer(equal(sign(secret, t, body), v1) ? 204 : 401)
  },
  allowsOneMinute: (received) =>
    Math.abs(received.now / 1000 - partsOf(received.signature)[0]) > 60 ? answer(401) : goodReceiver(received),
  writesAgain: (received) =>
    goodReceiver({ ...received, body: Buffer.from(JSON.stringify(JSON.parse(received.body.toString('utf8')))) }),
  goesByCreatedAt: (received) =>
    received.now - Date.parse(JSON.parse(received.body.toString('utf8')).created_at) > 300_000
      ? answer(401)
      : goodReceiver(received),
  isSlow: (received) => ({ ...goodReceiver(received), ms: 10_500 }),
} satisfies Record<string, Receive>

const envelope = (createdAt: number): string =>
  JSON.stringify({
    id: 'evt_01hzz0000000000000000000a1',
    type: 'order.fee_changed',
    created_at: new Date(createdAt).toISOString(),
    api_version: '1.0.0',
    data: { order_id: 'ord_01hzz0000000000000000000b1', order_number: 'N-1', appraisal_fee: '1.00' },
  })

/** As the journal of the simulator has them. */
export const deliver = async (receive: Receive, secret: string, clock: Clock): Promise<Record<string, unknown>[]> => {
  const now = clock.now()
  const t = Math.floor(now / 1000)
  const body = envelope(now)
  const spaced = JSON.stringify(JSON.parse(body), null, 2)
  const old = envelope(now - 3_600_000)
  const signed = (text: string, at: number, key = secret): [string, string] => [
    text,
    `t=${at},v1=${sign(key, at, Buffer.from(text))}`,
  ]
  const cases: [string, string][] = [
    signed(body, t),
    [body, `t=${t},v1=${'0'.repeat(64)}`],
    signed(body, t, 'another-secret-of-32-characters-or-more'),
    signed(body, t - 900),
    signed(body, t - 200),
    signed(spaced, t),
    signed(old, t),
    signed(body, t),
  ]
  return cases.map(([text, signature]) => {
    const { status, ms } = receive({ body: Buffer.from(text), signature, secret, now })
    return {
      startedDateTime: new Date(now).toISOString(),
      time: ms,
      _kind: 'delivery',
      request: {
        method: 'POST',
        url: 'https://hooks.lender.example/appraisals',
        headers: [
          { name: 'content-type', value: 'application/json' },
          { name: 'x-service-signature', value: signature },
        ],
        postData: { mimeType: 'application/json', text },
      },
      response: { status, headers: [], content: {} },
    }
  })
}
