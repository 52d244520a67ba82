// What says that an event of a subscribed type was sent.
import t from 'tap'
import type { CheckContext } from '../kit/context.ts'
import type { Seen } from '../evidence/seen.ts'
import type { SeenEvent } from './events-of.ts'
import { expectSent, sentRules } from './expect-sent.ts'

const event = { id: 'evt_1', type: 'order.assigned', createdAt: '2026-03-01T10:00:00Z', data: {} }
const recorded: SeenEvent = { ...event, source: 'x1', via: 'feed', unsent: false }
const delivered: SeenEvent = { ...event, source: 'd1', via: 'webhook' }

const compared = async (one: SeenEvent, receiver: object | null = {}): Promise<unknown[]> => {
  const claims: unknown[] = []
  const expect = (rules: unknown) => ({
    equal: ({ value, requests }: Seen, wanted: unknown) => claims.push([rules, value === wanted, requests]),
  })
  await expectSent({ receiver, expect } as unknown as CheckContext, one)
  return claims
}

t.test('an event of the feed, and one that was delivered before the feed shows it', async (t) => {
  t.strictSame(await compared(recorded), [[sentRules, true, ['x1']]])
  t.strictSame(await compared(delivered), [[sentRules, true, ['d1']]])
  t.strictSame(await compared(recorded, null), [], 'the webhook is not ours')
})
