// A cancelled order that the company puts back in production passes through `reactivated`, where it can be amended, and goes on from there.
import { includes, oneOf } from '../../evidence/expected.ts'
import { computedFrom, seen, valueAt } from '../../evidence/seen.ts'
import { knowsField } from '../../scenarios/amendments.ts'
import { act } from '../../steps/act.ts'
import { advance, moveTo } from '../../steps/advance.ts'
import { sendAmendment } from '../../steps/amend.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, succeeded } from '../../steps/read.ts'
import { changesOf, changesTo } from '../../steps/change-events.ts'
import { awaitEvents, fieldIn, type Wanted } from '../../steps/events-of.ts'
import { previousStatusPath } from '../../steps/previous-status-path.ts'
import { settleOrder } from '../../steps/settle-order.ts'
import { isPossible } from '../../steps/is-possible.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { notTested, reason, type Inconclusive } from '../../evidence/inconclusive.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { check } from '../../kit/check.ts'

const onward = 'sandbox.reactivated-advances-as-the-status-before'
const movesOn = 'lifecycle.reactivated-moves-on'
const cancelled = 'actions.cancel-accepted-in-appointment-scheduled'
const before = 'actions.cancel-returns-the-status-before'
const refusals = {
  resume: 'actions.resume-refused-in-reactivated',
  revision: 'revisions.refused-in-reactivated',
  outside: 'sandbox.reactivated-advances-no-other-way',
}

const amends = 'amend.lender-reference-can-change'

const changed = 'events.status-changed-is-raised-by-a-visible-change'

const advancedTo = 'appointment_scheduled'
/** What no other event reports, as an assignment does. */
const reportedAlone = new Set<unknown>(['new', advancedTo])

const changeTo = (code: unknown): Wanted => ({
  type: 'order.status_changed',
  fits: ({ status }) => valueAt(status, '/code') === code,
})

/** Its first change to the same status, long before, came from elsewhere. */
const returnTo = (code: unknown): Wanted => ({
  type: 'order.status_changed',
  fits: ({ status, previous_status: previous }) =>
    valueAt(status, '/code') === code && ['reactivated', 'cancelled'].includes(String(valueAt(previous, '/code'))),
})

export default check({
  id: 'lifecycle.reactivated-order-goes-on',
  verifies: [onward, movesOn, cancelled, before, ...Object.values(refusals), amends, changed],
  needs: ['orders', 'sandbox', 'control'],
  async run(context) {
    const { client, control, expect, marker, orders, recordReading } = context
    const { id } = await newOrder(context)
    await moveTo(context, id, 'appraiser_assigned')
    let isCancelledAgain = false
    let off: Inconclusive | null = null
    // An answer without it is judged where the first cancel of an order is.
    expect(before).notTested('moved-before-cancel')
    const expectBefore = async (cancel: Answered): Promise<void> => {
      const shown = seen(cancel, previousStatusPath(cancel))
      if (shown.value === undefined) return
      const moved = await hasMovedSpontaneously(context, id, advancedTo, shown.value)
      expect(before).that(shown, (code) => code === advancedTo || moved, advancedTo)
    }
    const reactivate = async (last?: Answered): Promise<void> => {
      const cancel = await act(context, 'cancel', id, 'The sale fell through.')
      off = switchedOff(cancel)
      // One that was cancelled and reactivated before is cancelled again like any other.
      const was = fieldAt(cancel, '/current_status') ?? (last && statusOf(last))
      isCancelledAgain = last !== undefined && was === 'appointment_scheduled'
      if (isCancelledAgain && !off && expect(cancelled).status(cancel, '2xx')) await expectBefore(cancel)
      // What is refused to the lender the company may do: the rest is judged all the same.
      const reason = 'The lender asked for it by telephone.'
      if (!succeeded(cancel) && !(await isPossible(control!.ask('POST', `/orders/${id}/cancel`, { reason }))))
        requireSuccess(cancel)
      await control?.ask('POST', `/orders/${id}/move`, { to_status: 'reactivated' })
      orders.created(id)
    }
    await reactivate()
    const shown = statusOf(await readOrder(context, id)) === 'reactivated'
    const params = { order_id: id }
    const correction = { kind: 'correction', reason: `The garage is missing (${marker()}).` }
    const amended = await sendAmendment(context, id, { lender_reference: marker() })
    const tried = {
      resume: await act(context, 'resume', id, `A resume of an order that is not on hold (${marker()}).`),
      revision: await client.call('createRevisionRequest', { params, json: correction }),
      outside: await client.call('advanceOrder', { params, json: { to_status: 'appraiser_assigned' } }),
    }
    const { answer, order } = await advance(context, id, advancedTo)
    // It may have moved on its own between the look and the advance; a refusal may say from where.
    const found = (one: Answered): boolean =>
      shown && ['reactivated', undefined].includes(fieldAt(one, '/current_status') as string)
    for (const [name, one] of Object.entries(tried) as [keyof typeof refusals, Answered][])
      if (found(one)) expect(refusals[name]).status(one, 409)
    // The refusal of a later call says that the order was still there.
    const isStillThere = shown && fieldAt(tried.outside, '/current_status') === 'reactivated'
    if (!(await knowsField(context, lenderReference))) expect(amends).notTested('amendment-not-shown')
    else if (isStillThere) expect(amends).status(amended, '2xx')
    // The company may have had it so far before it was cancelled; then this is no move on.
    const isAhead =
      answer.response.status === 409 && (await hasMovedSpontaneously(context, id, 'appraiser_assigned', advancedTo))
    if (found(answer) && !isAhead && expect(onward).status(answer, '2xx') && succeeded(answer)) {
      const moved = await hasMovedSpontaneously(context, id, advancedTo, statusOf(order))
      expect(onward).that(seen(order, '/status/code'), (code) => code === advancedTo || moved, advancedTo)
    }
    await reactivate(order)
    const settled = await settleOrder(context, id)
    const reading = { new: 'moments-then-new', [advancedTo]: 'moments-then-previous' }[String(statusOf(settled))]
    if (reading !== undefined) recordReading('lifecycle.reactivated-length', reading, settled)
    const restored = ['appointment_scheduled', 'appraiser_assigned', 'new']
    let wentFurther = false
    if (!restored.includes(String(statusOf(settled))))
      for (const from of restored) wentFurther ||= await hasMovedSpontaneously(context, id, from, statusOf(settled))
    expect(movesOn).that(
      seen(settled, '/status/code'),
      (code) => restored.includes(String(code)) || wentFurther,
      oneOf(restored),
    )
    expect(changed).notTested(reason('status-already-left', { status: 'reactivated' }))
    const rests = reportedAlone.has(statusOf(settled)) ? [statusOf(settled)] : []
    const cameTwice = succeeded(answer) && rests[0] === advancedTo
    const events = await awaitEvents(
      context,
      id,
      ...Array.from({ length: 2 }, () => ({ type: 'order.cancelled' })),
      ...(shown ? ['reactivated'] : []).map(changeTo),
      ...[...rests, ...(cameTwice ? rests : [])].map(returnTo),
    )
    const expectChange = (to: unknown, since = ''): void => {
      const [later, sources] = [events.filter((one) => one.id > since), events.map(({ source }) => ({ id: source }))]
      const reported = computedFrom(
        changesOf(later).map((one) => fieldIn(one, 'status')),
        settled,
        ...sources,
      )
      expect(changed).that(reported, () => changesTo(later, to).length > 0, includes(String(to)))
    }
    if (shown) expectChange('reactivated')
    const cancels = events.filter(({ type }) => type === 'order.cancelled').map((one) => one.id)
    if (cancels.length > 1) for (const status of rests) expectChange(status, cancels.toSorted().at(-1))
    if (off) throw off
    if (isAhead) throw notTested('moved-before-cancel')
    if (![answer, ...Object.values(tried)].every(found))
      throw notTested(reason('status-already-left', { status: 'reactivated' }))
    if (!isCancelledAgain) throw notTested('moved-before-cancel')
  },
})
