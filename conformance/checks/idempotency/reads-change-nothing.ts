// An order that is read again and again, on its own and in lists, stays as it was and raises no event.
import { isDeepStrictEqual } from 'node:util'
import type { CheckContext } from '../../kit/context.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { jsonOf, type Answered } from '../../evidence/exchange.ts'
import { eventsOf, type SeenEvent } from '../../steps/events-of.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import { readOrder } from '../../steps/order-state.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { comparable } from '../../steps/comparable.ts'
import { check } from '../../kit/check.ts'

const rule = 'idempotency.get-is-safe-to-repeat'

const lists = ['listMessages', 'listDocuments', 'listRevisionRequests'] as const

type Span = { before: Answered; after: Answered; raised: SeenEvent[] }

/** What the order shows, and what was raised of it, around some work. */
const around = async (context: CheckContext, id: string, work: () => Promise<unknown>): Promise<Span> => {
  const known = new Set((await eventsOf(context, id)).map((event) => event.id))
  const before = await readOrder(context, id)
  await work()
  const after = await readOrder(context, id)
  const raised = (await eventsOf(context, id)).filter((event) => !known.has(event.id))
  return { before, after, raised }
}

const shown = (order: Answered): unknown => comparable(jsonOf(order.response.body))

const isKept = ({ before, after }: Span): boolean => isDeepStrictEqual(shown(before), shown(after))

const isQuiet = (span: Span): boolean => isKept(span) && span.raised.length === 0

/** What the company does shows in the order and in an event: one without the other is not its doing. */
const isOfReads = (span: Span): boolean => isKept(span) === span.raised.length > 0

const rounds = 2

export default check({
  id: 'idempotency.reads-change-nothing',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, shared } = context
    // The order of a run that has most to show: its files, its answered revision request, and what the company may have put in its thread.
    const { id } = (await shared(exampleSequence)).placed
    const read = async () => {
      for (const operation of lists) await client.call(operation, { params: { order_id: id } })
    }
    const reads = [await around(context, id, read)]
    while (reads.length <= rounds && !isQuiet(reads.at(-1)!)) reads.push(await around(context, id, read))
    const last = reads.at(-1)!
    const { before, after, raised } = last
    if (!isQuiet(last) && !reads.every(isOfReads)) throw blocked('order-keeps-changing', before, after)
    expect(rule).equal(computedFrom(shown(after), before, after), shown(before))
    const types = raised.map(({ type }) => type)
    expect(rule).equal(computedFrom(types, before, after, ...raised.map(({ source }) => ({ id: source }))), [])
  },
})
