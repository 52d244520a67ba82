// Shows that a text of a refused write is found wherever it is read afterwards, and that nothing else is.
import t from 'tap'
import type { Exchange } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createSecrets } from '../sut/secrets.ts'
import { createInvariantChecker } from './invariants.ts'

const mark = 'assay-a1b2c3d4-00012'
const other = 'assay-a1b2c3d4-00013'
const at = 'https://target.test/v1/orders/ord_1'

const write = (status: number, sent: unknown, more: object = {}) =>
  exchangeOf({ operation: 'amendOrder', method: 'PATCH', url: at, sent, status, body: {}, ...more })

const read = (body: unknown, url = at) => exchangeOf({ operation: 'getOrder', url, body })

/** The requests of each failure. */
const found = (...exchanges: Exchange[]): string[][] => {
  const judge = createInvariantChecker(createSecrets())
  return exchanges
    .flatMap((one) => judge.exchange(one))
    .filter(({ invariant }) => invariant === 'invariant.refused-texts')
    .flatMap(({ assertions }) => assertions.filter(({ passed }) => !passed).map(({ requests }) => requests))
}

const patch = { due_date: '2001-01-31', appraiser_instructions: `Ring twice (${mark}).` }
const shown = { appraiser_instructions: `Ring twice (${mark}).` }

t.test('a sound part of a refused write that is read again is a failure, with both requests', async (t) => {
  for (const status of [400, 403, 404, 409, 413, 415, 422]) {
    const [refused, after] = [write(status, patch), read(shown)]
    t.strictSame(found(refused, after), [[after.id, refused.id]], String(status))
  }
  const upload = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.from(`filename="${mark}.jpg"`)])
  const refused = exchangeOf({ operation: 'uploadDocument', method: 'POST', sent: upload, status: 415 })
  t.equal(found(refused, read({ documents: [{ filename: `${mark}.jpg` }] })).length, 1)
})

t.test('what was taken, or may have been, stays', async (t) => {
  t.strictSame(found(write(422, patch), read({ appraiser_instructions: other })), [], 'another text')
  t.strictSame(found(write(415, patch), write(200, patch), read(shown)), [], 'sent again')
  t.strictSame(found(write(200, patch), write(409, patch), read(shown)), [], 'taken before')
  t.strictSame(found(write(500, patch), read(shown)), [], 'a failure')
  t.strictSame(found(write(429, patch), read(shown)), [], 'for a moment')
  const lost: Exchange = { ...write(200, patch), response: null }
  t.strictSame(found(write(422, patch), lost, read(shown)), [], 'an answer that was lost')
  const crossed = write(409, patch, { operation: 'createOrder', method: 'POST' })
  t.strictSame(found(crossed, read(shown)), [], 'of two creates under one key')
})

t.test('a link in an answer may name what was asked for', async (t) => {
  const url = `https://target.test/v1/orders?lender_reference=${mark}`
  t.strictSame(found(write(422, patch), read({ data: [], next: url }, url)), [])
})
