// `updated_since` lists what changed at that instant or later, and nothing that last changed before its second.
import type { Answered } from '../../evidence/exchange.ts'
import { includes } from '../../evidence/expected.ts'
import { blocked, reason } from '../../evidence/inconclusive.ts'
import { computedFrom, valueAt } from '../../evidence/seen.ts'
import { orderBook } from '../../scenarios/order-book.ts'
import { recentOrders } from '../../scenarios/recent-orders.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { inSeconds } from '../../steps/in-seconds.ts'
import { passTime } from '../../steps/pass-time.ts'
import { fieldAt } from '../../steps/read.ts'
import { itemsOf, walkPages } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const later = 'list.updated-since-includes-later-changes'
const itself = 'list.updated-since-includes-the-instant-itself'
const wholeSecond = 'list.updated-since-includes-its-whole-second'
const earlier = 'list.updated-since-excludes-earlier-changes'
const both = 'list.filters-together-list-what-fits-both'
const numeric = 'list.updated-since-takes-a-numeric-offset-of-zero'

const second = 1000
/** The same instant as it is written five hours east of UTC. */
const inTheEast = (at: number): string => inSeconds(at + 5 * 3600 * second).replace('Z', '+05:00')

type Form = { text: string; isFraction: boolean }

/** With an offset, and first with a fraction that lies later in its second, where it has room for one; either may be refused. */
const formsOf = (at: number): Form[] => {
  const thousandths = String((at % second) + 1).padStart(3, '0')
  const fraction = inTheEast(at).replace('+', `.${thousandths}+`)
  return [
    ...(thousandths.length === 3 ? [{ text: fraction, isFraction: true }] : []),
    ...[inTheEast(at), inSeconds(at)].map((text) => ({ text, isFraction: false })),
  ]
}

export default check({
  id: 'list.updated-since-is-inclusive',
  verifies: [later, itself, wholeSecond, earlier, numeric, both],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { orders, other } = await shared(orderBook)
    await shared(recentOrders)
    const all = [...orders, other]
    const untimed = all.find(({ updatedAt: at }) => Number.isNaN(at))
    if (untimed)
      throw blocked(reason('time-not-readable', { operation: 'getOrder', pointer: '/dates/updated_at' }), untimed.order)
    const listed = async (since: string, wanted: readonly string[] = []) => {
      const list = { operationId: 'listOrders', query: { updated_since: since } } as const
      const holds = (items: Record<string, unknown>[]) =>
        wanted.length > 0 && wanted.every((id) => items.some((item) => item['id'] === id))
      return walkPages(context, list, undefined, holds)
    }
    const listedFrom = async (forms: readonly Form[], wanted: readonly string[]) => {
      let found: { pages: Answered[]; isFraction: boolean } | null = null
      for (const { text, isFraction } of forms) {
        found = { pages: await listed(text, wanted), isFraction }
        if (![400, 422].includes(found.pages[0]!.response.status)) break
      }
      return found!
    }
    const updatedAt = (items: readonly Record<string, unknown>[]) =>
      items.map((item) => Date.parse(String(valueAt(item, '/dates/updated_at'))))

    const byChange = all.toSorted((one, next) => one.updatedAt - next.updatedAt)
    const first = byChange[0]!
    const last = byChange.at(-1)!
    // The order that changed first, under a filter that it fits, since the second of the last change.
    if (last.updatedAt - first.updatedAt < 2 * second) expect(both).notTested('not-changed-apart')
    else
      for (const other of [
        { lender_reference: first.reference, order_number: first.number },
        { status: [...new Set(all.map(({ status }) => status))].join(',') },
      ]) {
        const since = inSeconds(last.updatedAt)
        const list = { operationId: 'listOrders', query: { ...other, updated_since: since } } as const
        const fits = other.status !== undefined
        const holds = (items: Record<string, unknown>[]) => !fits || items.some((item) => item['id'] === last.id)
        const pages = await walkPages(context, list, undefined, holds)
        const items = itemsOf(pages)
        const early = items.filter((item) => updatedAt([item])[0]! < Date.parse(since))
        expect(both).equal(
          computedFrom(
            early.map((item) => item['id']),
            ...pages,
          ),
          [],
        )
        // What changed last fits both, unless it has moved on meanwhile.
        const ids = items.map((item) => item['id'])
        const isIn = ids.includes(last.id)
        if (fits && (isIn || statusOf(await readOrder(context, last.id)) === last.status))
          expect(both).that(computedFrom(ids, ...pages), () => isIn, includes(last.id))
      }
    // What was placed before that and changed after it is found by its change alone.
    const next = byChange.find(({ updatedAt: at }) => at >= first.updatedAt + second) ?? first
    // The target's own text, to the last digit that it writes.
    const exact = String(fieldAt(first.order, '/dates/updated_at'))
    for (const [since, order] of [
      [exact, first],
      [inSeconds(next.updatedAt), next],
    ] as const) {
      const changed = all.filter(({ updatedAt: at }) => at > order.updatedAt).map(({ id }) => id)
      const wanted = [order.id, ...changed]
      const whole = { text: since, isFraction: false }
      // A fraction is sent where something changed after it, so that it is read as later than none of that.
      const forms =
        since === exact ? [whole] : formsOf(order.updatedAt).filter((form) => !form.isFraction || changed.length > 0)
      const { pages, isFraction } = await listedFrom(forms, wanted)
      const ids = itemsOf(pages).map(({ id }) => id)
      const rule = since === exact ? itself : isFraction ? wholeSecond : later
      if (since !== exact && !isFraction) {
        const isSent = forms.some((form) => form.isFraction)
        expect(wholeSecond).notTested(isSent ? 'no-fraction-taken' : 'nothing-changed-after-fraction')
      }
      expect(rule).that(computedFrom(ids, ...pages), () => ids.includes(order.id), includes(order.id))
      for (const id of changed) expect(later).that(computedFrom(ids, ...pages), () => ids.includes(id), includes(id))
      const floor = Math.floor(Date.parse(since) / second) * second
      const early = updatedAt(itemsOf(pages)).filter((at) => at < floor)
      expect(earlier).equal(
        computedFrom(
          early.map((at) => new Date(at).toISOString()),
          ...pages,
        ),
        [],
      )
    }

    const end = (Math.floor(byChange.at(-1)!.updatedAt / second) + 1) * second
    if (context.now() < end + second) await passTime(context, 2)
    const pages = await listed(inSeconds(end).replace('Z', '+00:00'))
    const isTaken = expect(numeric).status(pages[0]!, '2xx')
    const after = isTaken ? pages : await listed(inSeconds(end))
    const stale = updatedAt(itemsOf(after)).filter((at) => at < end)
    expect(earlier).equal(
      computedFrom(
        stale.map((at) => new Date(at).toISOString()),
        ...after,
      ),
      [],
    )
  },
})
