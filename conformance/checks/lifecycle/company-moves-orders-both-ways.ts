// The company moves an order forwards, to the status that it has, and from a delivered report back to work: what follows from each is there.
import { reason } from '../../evidence/inconclusive.ts'
import { seen } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'
import type { CheckContext } from '../../kit/context.ts'
import { act, permitted } from '../../steps/act.ts'
import { awaitEvents, seenEvent } from '../../steps/events-of.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { succeeded } from '../../steps/read.ts'

const rules = {
  assigned: 'events.assigned-is-raised-by-an-assignment',
  appointment: 'lifecycle.appointment-scheduled-shows-appointment-at',
  delivered: 'actions.cancel-refused-once-delivered',
}

const scheduled = 'appointment_scheduled'

const dayMs = 86_400_000

/** An appointment is shown as a timestamp or as a date at the property, which may be the day before. */
const isOn = (shown: unknown, at: number): boolean =>
  Math.abs(Date.parse(String(shown).slice(0, 10)) - at) <= 1.5 * dayMs

/** Noon of the day that comes in `days` days, epoch milliseconds. */
const noonIn = (context: CheckContext, days: number): number =>
  (Math.floor(context.now() / dayMs) + days) * dayMs + dayMs / 2

export default check({
  id: 'lifecycle.company-moves-orders-both-ways',
  verifies: Object.values(rules),
  needs: ['orders', 'control'],
  async run(context) {
    const { control, expect, recordReading } = context
    const { id } = await newOrder(context)
    const move = (toStatus: string, more: object = {}): Promise<unknown> =>
      control!.ask('POST', `/orders/${id}/move`, { to_status: toStatus, ...more })

    await move('appraiser_assigned')
    const assigned = { type: 'order.assigned' }
    expect(rules.assigned).equal(seenEvent(await awaitEvents(context, id, assigned), assigned), assigned.type)

    const keepsTo = async (fits: (shown: unknown) => boolean, wanted: string): Promise<void> => {
      const order = await readOrder(context, id)
      const shown = seen(order, '/dates/appointment_at')
      if (statusOf(order) === scheduled) expect(rules.appointment).that(shown, fits, wanted)
    }
    const appoint = async (days: number, repeat: boolean): Promise<number> => {
      const at = noonIn(context, days)
      await move(scheduled, { appointment_at: new Date(at).toISOString(), repeat })
      return at
    }
    const first = await appoint(10, false)
    await keepsTo((shown) => isOn(shown, first), new Date(first).toISOString())
    // The same status once more is no news. The company may set another appointment, but there is one.
    await move(scheduled, { repeat: true })
    await keepsTo((shown) => typeof shown === 'string' && shown !== '', 'an appointment')
    const at = await appoint(20, true)
    await keepsTo((shown) => isOn(shown, at), new Date(at).toISOString())
    // Orders may move on their own in between.
    expect(rules.appointment).notTested(reason('status-already-left', { status: scheduled }))

    await control!.ask('POST', `/orders/${id}/deliver`, {})
    await move('awaiting_review')
    const cancel = await permitted(context, 'cancel', id, 'The sale fell through.')
    const hold = await act(context, 'hold', id, 'The borrower is away.')
    if (expect(rules.delivered).status(cancel, 409) && hold.response.status === 409)
      recordReading('lifecycle.delivered-then-working', 'refused-409', hold)
    else if (succeeded(hold)) recordReading('lifecycle.delivered-then-working', 'judged-by-status', hold)
  },
})
