// A merged report never advises to merge: only the shard that has the webhook says why a rule was not tested.
import t from 'tap'
import { ownResults } from './own-results.ts'

const row = (reason_code: string) => ({
  rule: 'delivery.retry-has-a-fresh-t',
  source: 'invariant.delivery-signature',
  verdict: 'not-tested' as const,
  reason: reason_code,
  reason_code,
  compared: 0,
  requests: [],
})

t.test('the reason of the shard that has the webhook', (t) => {
  const own = row('not-exercised')
  t.strictSame(ownResults([row('webhook-in-another-shard'), own]), [own])
  t.strictSame(ownResults([row('webhook-in-another-shard')]), [])
  t.end()
})
