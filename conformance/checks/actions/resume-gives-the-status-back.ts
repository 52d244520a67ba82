// A resume is accepted on a held order, which goes through `off_hold` back to the status it had.
import { atLeast } from '../../evidence/expected.ts'
import { computedFrom, seen, valueAt } from '../../evidence/seen.ts'
import { fieldIn, seenEvent, seenInEvent, type SeenEvent } from '../../steps/events-of.ts'
import { changesOf, changesTo } from '../../steps/change-events.ts'
import { heldOrder, whyNotHeld } from '../../scenarios/held-order.ts'
import { statusOf } from '../../steps/order-state.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { expectTookLater, statusTakenAt } from '../../steps/later-timestamp.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { notTested, outOfPatience } from '../../evidence/inconclusive.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { orderClocksApartMs } from '../../contract/clocks.ts'
import { check } from '../../kit/check.ts'

const accepted = ['actions.resume-accepted-in-on-hold', 'transport.serves-post-resume']
const raised = 'actions.resume-raises-order-resumed'
const back = ['actions.resume-restores-the-status-held-before', 'lifecycle.off-hold-moves-on']

const left = 'events.status-changed-previous-status-is-the-one-before'
const announced = 'events.status-changed-is-raised-when-off-hold-ends'

/** Event ids sort in the order raised. */
const endOfRest = (events: readonly SeenEvent[]): SeenEvent | undefined => {
  const resumed = events.find(({ type }) => type === 'order.resumed')
  return changesOf(events).find(
    (event) => resumed !== undefined && event.id > resumed.id && fieldIn(event, 'status') !== 'off_hold',
  )
}

/** Those that report a change to the status that one sight of the order shows, made after the one that another shows. */
const changesBetween = (events: readonly SeenEvent[], before: Answered, after: Answered): SeenEvent[] => {
  const since = Date.parse(String(fieldAt(before, '/status/changed_at')))
  return changesTo(events, statusOf(after)).filter(
    ({ data }) => Date.parse(String(valueAt(data, '/status/changed_at'))) > since,
  )
}

const changedAt = '/status/changed_at'

const instantOf = (event: SeenEvent | undefined): number => Date.parse(String(event && valueAt(event.data, changedAt)))

/**
 * The events date both changes, also where two of one second look alike on the order. What lies between the two is as long by one
 * clock as by another, but for the second that a time may be cut to.
 */
const expectTimeOfEnd = (
  { expect }: CheckContext,
  [resumed, settled]: readonly [Answered, Answered],
  events: readonly SeenEvent[],
): void => {
  const end = endOfRest(events)
  const begin = events.findLast((event) => fieldIn(event, 'status') === 'off_hold' && end && event.id < end.id)
  if (!end || !begin || fieldIn(end, 'status') !== statusOf(settled)) return
  const clocksApart = Math.max(0, instantOf(begin) - Date.parse(String(fieldAt(resumed, changedAt))))
  const shown = { ...seen(settled, changedAt), requests: [settled.id, end.source] }
  // What is no timestamp at all is judged elsewhere.
  const isEarly = (at: unknown): boolean => instantOf(end) - clocksApart - Date.parse(String(at)) >= orderClocksApartMs
  expect(statusTakenAt).that(shown, (at) => !isEarly(at), atLeast(valueAt(end.data, changedAt)))
}

const aMinute = 60

/** From the change of status that the one shows to that which the other does. */
const secondsBetween = (...orders: [Answered, Answered]): number => {
  const [from, to] = orders.map((order) => Date.parse(String(fieldAt(order, '/status/changed_at'))))
  return (to! - from!) / 1000
}

export default check({
  id: 'actions.resume-gives-the-status-back',
  verifies: [...accepted, raised, 'actions.resume-moves-order-to-off-hold', ...back, statusTakenAt, left, announced],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { shared, expect, recordReading, control } = context
    const scenario = await shared(heldOrder)
    const { held, resume, resumed, settled, events } = scenario
    if (!resume) throw whyNotHeld(scenario)
    expect(accepted).status(resume, '2xx')
    if (!succeeded(resume) || !resumed || !settled) return
    expect('actions.resume-moves-order-to-off-hold').oneOf(seen(resumed, '/status/code'), ['off_hold', 'new'])
    await expectTookLater(context, held, resumed)
    await expectTookLater(context, resumed, settled)
    // Once it was read at `off_hold`, an order is on hold no more.
    const changes = statusOf(resumed) === 'off_hold' ? changesBetween(events, resumed, settled) : []
    for (const event of changes)
      expect(left).that(
        seenInEvent(event, '/previous_status/code'),
        () => fieldIn(event, 'previous_status') !== 'on_hold',
        'off_hold',
      )
    // `off_hold` is taken by a resume alone, and an event that changes nothing may come after that.
    for (const event of changesTo(events, 'off_hold'))
      expect(left).oneOf(seenInEvent(event, '/previous_status/code'), ['on_hold', 'off_hold'])
    const rested = secondsBetween(resumed, settled)
    if (statusOf(resumed) !== 'off_hold') recordReading('lifecycle.off-hold-length', 'not-seen', resumed)
    else if (statusOf(settled) !== 'off_hold')
      recordReading('lifecycle.off-hold-length', rested < aMinute ? 'moments' : 'minutes', resumed, settled)
    const [shown, whole] = [fieldAt(resume, '/status/code'), fieldAt(resume, '/loan') !== undefined]
    recordReading(
      'actions.resume-response',
      whole ? 'whole-order' : shown === undefined ? 'empty' : 'like-hold',
      resume,
    )
    if (shown !== undefined)
      recordReading('actions.resume-response-status', shown === 'off_hold' ? 'off-hold' : 'working-status', resume)
    expect(raised).equal(seenEvent(events, { type: 'order.resumed' }), 'order.resumed')
    if (statusOf(settled) === 'off_hold' && !control) {
      recordReading('lifecycle.off-hold-length', 'minutes', settled)
      throw outOfPatience('still-at-off-hold', settled)
    }
    // The company may cancel an open order, which is then announced as that alone.
    if (statusOf(settled) === 'cancelled' && events.some(({ type }) => type === 'order.cancelled'))
      throw notTested('orders-moved-on')
    const moved = await hasMovedSpontaneously(context, scenario.id, 'new', statusOf(settled))
    expect(back).that(seen(settled, '/status/code'), (code) => code === 'new' || moved, 'new')
    // An order that nobody saw at `off_hold`, or that is there still, has nothing to announce.
    const hasLeft = statusOf(resumed) === 'off_hold' && statusOf(settled) !== 'off_hold'
    if (hasLeft && events.some(({ type }) => type === 'order.resumed')) {
      const sources = events.map(({ source }) => ({ id: source }))
      const end = endOfRest(events)
      expect(announced).equal(computedFrom(end?.type, resumed, settled, ...sources), 'order.status_changed')
      expectTimeOfEnd(context, [resumed, settled], events)
    }
    if (statusOf(resumed) !== 'off_hold') throw notTested('resume-without-off-hold')
    if (changes.length === 0) throw notTested('off-hold-change-unseen')
  },
})
