// A new order was created, and took its status, while its create was under way, by the target's own clock.
import { clocksApartMs } from '../../contract/clocks.ts'
import { coveringOrdersPlaced, placedOf } from '../../scenarios/covering-orders.ts'
import { orderInputs } from '../../scenarios/order-inputs.ts'
import { seen } from '../../evidence/seen.ts'
import { fieldAt } from '../../steps/read.ts'
import { cachedFor } from '../../sut/intermediary.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { isSameTime } from '../../contract/same-instant.ts'
import { check } from '../../kit/check.ts'

const createdAt = 'order.created-at-never-changes'
const changedAt = 'order.status-changed-at-moves-with-the-status'

export default check({
  id: 'order.created-at-is-when-it-was-created',
  verifies: [createdAt, changedAt],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { bare } = await shared(orderInputs)
    const covering = await shared(coveringOrdersPlaced)
    const [first, last] = covering.pings.map((ping) => Date.parse(String(fieldAt(ping, '/time')))) as [number, number]
    if (Number.isNaN(first) || Number.isNaN(last)) throw blocked('ping-without-time', ...covering.pings)
    // A cache may have kept the ping since then.
    const latest = last + 1_000 * (cachedFor(covering.pings.at(-1)!.response) ?? 0)
    const within = (time: unknown): boolean =>
      Date.parse(String(time)) >= first - clocksApartMs && Date.parse(String(time)) <= latest + clocksApartMs
    const between = `${new Date(first).toISOString()} to ${new Date(latest).toISOString()}, ± ${clocksApartMs / 1_000} s`
    for (const { answer, read, order } of placedOf(covering)) {
      if (bare.some((one) => one.order === order)) continue
      expect(createdAt).that(seen(answer, '/dates/created_at'), within, between)
      expect(createdAt).that(
        seen(read, '/dates/created_at'),
        (time) => isSameTime(time, fieldAt(answer, '/dates/created_at')),
        fieldAt(answer, '/dates/created_at'),
      )
      expect(changedAt).that(seen(answer, '/status/changed_at'), within, between)
    }
  },
})
