// A create sent again with its key and body, after its order has moved on, answers as the first one did and places nothing new.
import { computedFrom, seen, seenHeader } from '../../evidence/seen.ts'
import { keyedCreate } from '../../scenarios/keyed-create.ts'
import { ordersWithReference } from '../../steps/list-orders.ts'
import { entriesAt, fieldAt, succeeded } from '../../steps/read.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { check } from '../../kit/check.ts'

export default check({
  id: 'idempotency.replay-returns-the-first-order',
  verifies: [
    'idempotency.replay-returns-201',
    'idempotency.replay-has-the-location',
    'idempotency.replay-returns-the-original-order',
    'idempotency.replay-places-no-second-order',
  ],
  needs: ['orders'],
  async run(context) {
    const { expect, recordReading, eventually, patience, shared } = context
    const { placed, likes, cancelled, again, further: more } = await shared(keyedCreate)
    for (const answer of more)
      if (succeeded(answer)) expect('idempotency.replay-places-no-second-order').equal(seen(answer, '/id'), placed.id)
    expect('idempotency.replay-returns-201').status(again, 201)
    expect('idempotency.replay-returns-the-original-order').equal(seen(again, '/id'), placed.id)
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
    expect('idempotency.replay-places-no-second-order').equal(computedFrom(ids, list), [placed.id])
  },
})
