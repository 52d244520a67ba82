// The known signatures: each vector is accepted, or fails for its own reason.
import { createHmac } from 'node:crypto'
import t from 'tap'
import { repeated, vectors, type Vector } from './fixture-tables.ts'

const sign = (secret: string, timestamp: string, body: Buffer): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')

/** How a receiver that follows the contract takes a delivery: the first check that fails, or `accepted`. */
const receive = ({ header, secret, body_base64, received_at }: Vector): string => {
  const parts = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header)
  if (!parts) return 'header'
  const [, timestamp, v1] = parts
  if (Math.abs(Number(timestamp) - received_at) > 300) return 'timestamp'
  return sign(secret, timestamp!, Buffer.from(body_base64, 'base64')) === v1 ? 'accepted' : 'signature'
}

t.test('each positive vector is the signature of its bytes', async (t) => {
  for (const vector of vectors.positive) {
    t.equal(sign(vector.secret, String(vector.t), Buffer.from(vector.body_base64, 'base64')), vector.v1, vector.id)
    t.equal(vector.header, `t=${vector.t},v1=${vector.v1}`, vector.id)
    t.equal(receive(vector), 'accepted', vector.id)
  }
})

t.test('each negative vector fails for its own reason', async (t) => {
  for (const vector of vectors.negative) t.equal(receive(vector), vector.fails, vector.id)
})

t.test('negative vectors that fail by their signature have another right one', async (t) => {
  const wrong = vectors.negative.filter(({ fails }) => fails === 'signature')
  t.ok(wrong.length > 0)
  for (const { id, header, secret, body_base64 } of wrong) {
    const [, timestamp, v1] = /^t=(\d+),v1=(.*)$/.exec(header)!
    t.not(sign(secret, timestamp!, Buffer.from(body_base64, 'base64')), v1, id)
  }
})

t.test('open vectors are right but for the point that is open', async (t) => {
  for (const vector of vectors.open)
    t.equal(receive({ ...vector, header: vector.header.toLowerCase() }), 'accepted', vector.id)
})

t.test('the readable body of a vector is its bytes', async (t) => {
  const all: Vector[] = [...vectors.positive, ...vectors.negative, ...vectors.open]
  t.strictSame(repeated(all.map(({ id }) => id)), [])
  for (const { id, body, body_base64 } of all)
    if (body !== null) t.equal(Buffer.from(body, 'utf8').toString('base64'), body_base64, id)
})
