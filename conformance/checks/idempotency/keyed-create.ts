// Creates under one key.
import { headerOf } from '../../evidence/exchange.ts'
import { not } from '../../evidence/expected.ts'
import { computedFrom, seen, seenHeader } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { keyedCreate } from '../../scenarios/keyed-create.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'

const refused = 'idempotency.other-body-is-409'
const code = 'idempotency.other-body-is-idempotency-key-reused'
const nothing = 'idempotency.other-body-places-no-order'
const original = 'idempotency.replay-returns-the-original-order'
const created = 'idempotency.replay-returns-201'
const noSecond = 'idempotency.replay-places-no-second-order'
const another = 'idempotency.another-key-is-another-create'

export default claims(keyedCreate, ['orders'], {
  // A key that was used with another body is refused by its own code, nothing is placed, and the key stands for what it did;
  // keys that are only like it, or like each other, stand for other orders.
  'idempotency.other-body-is-refused': {
    verifies: [refused, code, nothing, original, created, another],
    async judge({ placed, reference, others, likes, again }, context) {
      const { expect } = context
      for (const answer of others)
        if (expect(refused).status(answer, 409)) expect(code).equal(seen(answer, '/code'), 'idempotency_key_reused')
      const ids: unknown[] = [placed.id]
      for (const answer of likes) {
        if (!expect(another).status(answer, '2xx')) continue
        expect(another).that(seen(answer, '/id'), (id) => !ids.includes(id), not(...ids))
        const id = fieldAt(answer, '/id')
        if (id !== undefined) ids.push(id)
      }
      expect(created).status(again, 201)
      if (succeeded(again)) expect(original).equal(seen(again, '/id'), placed.id)
      const list = await ordersWithReference(context, reference)
      expect(nothing).equal(computedFrom(entriesAt(list, '/data').length, list), 0)
    },
  },
  // A create sent again with its key and body, after its order has moved on, answers as the first one did and places nothing new.
  'idempotency.replay-returns-the-first-order': {
    verifies: [created, 'idempotency.replay-has-the-location', original, noSecond],
    async judge({ placed, likes, cancelled, again, further: more }, context) {
      const { expect, recordReading, eventually, patience } = context
      for (const answer of more) if (succeeded(answer)) expect(noSecond).equal(seen(answer, '/id'), placed.id)
      expect(created).status(again, 201)
      expect(original).equal(seen(again, '/id'), placed.id)
      if (succeeded(cancelled) && succeeded(again)) {
        const isCurrent = fieldAt(again, '/status/code') === 'cancelled'
        recordReading('idempotency.replay-body', isCurrent ? 'current-body' : 'original-body', again)
      }
      const location = headerOf(placed.answer.response.headers, 'location')
      if (location !== undefined && succeeded(again))
        expect('idempotency.replay-has-the-location').that(
          seenHeader(again, 'Location'),
          (shown) => shown === location || String(shown ?? '').endsWith(placed.id),
          location,
        )
      // A list may show a new order a moment late; then it is asked again.
      const list = await eventually(
        () => ordersWithReference(context, placed.body.lender_reference),
        (answer) => entriesAt(answer, '/data').length > 0,
        patience.state,
      )
      // The orders of other keys have the same reference.
      const further = likes.map((answer) => fieldAt(answer, '/id'))
      const ids = entriesAt(list, '/data')
        .map(({ id }) => id)
        .filter((id) => id === placed.id || !further.includes(id))
      expect(noSecond).equal(computedFrom(ids, list), [placed.id])
    },
  },
})
