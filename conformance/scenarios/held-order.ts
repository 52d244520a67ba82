// An order put on hold out of `new`, its way back, and its cancel in the end: shared by the checks of hold and resume.
import { refusedBy } from '../steps/read.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked, notTested, reason, type Inconclusive } from '../evidence/inconclusive.ts'
import { longRemark } from '../generate/long-texts.ts'
import { isUnusable } from '../steps/amend.ts'
import { act, permitted, tryAct, type Refused } from '../steps/act.ts'
import { awaitEvents, codeOf, type SeenEvent, type Wanted } from '../steps/events-of.ts'
import { awaitStatus, readOrder, statusOf } from '../steps/order-state.ts'
import { newOrder } from '../steps/place-order.ts'
import { succeeded } from '../steps/read.ts'
import { settleOrder } from '../steps/settle-order.ts'

type HeldOrder = {
  id: string
  reason: string
  hold: Answered
  held: Answered
  /** Everything that a held order refuses; null where the hold itself was not taken. */
  refused: { hold: Refused; cancel: Refused; events: SeenEvent[] } | null
  resume: Answered | null
  /** The order as first read after the resume, and once it left `off_hold` or the patience was up. */
  resumed: Answered | null
  settled: Answered | null
  events: SeenEvent[]
  /** The cancel of an order that was back, and the order after it; null where it was not. */
  cancel: Answered | null
  cancelled: Answered | null
}

/** The second hold is the first one sent again, under its key, which is that of the create unless its text was too long. */
const probe = async (context: StepContext, id: string, held: Answered, reason: string, key: string) => {
  const hold = await tryAct(context, 'hold', id, reason, held, key)
  const cancel = await tryAct(context, 'cancel', id, 'a cancel while on hold', hold.after)
  return { hold, cancel, events: await awaitEvents(context, id, { type: 'order.on_hold' }) }
}

/** The event of an order that was seen at `off_hold` and then elsewhere: its creation may have reported that status too. */
export const offHoldEndEvent = (resumed: Answered, settled: Answered, earlier: readonly SeenEvent[]): Wanted[] => {
  const [before, after] = [statusOf(resumed), statusOf(settled)]
  if (before !== 'off_hold' || after === before) return []
  const since =
    earlier
      .map(({ id }) => id)
      .toSorted()
      .at(-1) ?? ''
  return [
    {
      type: 'order.status_changed',
      fits: ({ status, previous_status: previous }, { id }) =>
        id > since && codeOf(status) === after && !['pending_review', 'on_hold'].includes(String(codeOf(previous))),
    },
  ]
}

export const heldOrder: Scenario<HeldOrder> = {
  id: 'held-order',
  async run(context) {
    const { id, key: createKey } = await newOrder(context)
    // With letters that not every column has.
    const short = `The borrower, Łukasz 李, is travelling (${context.marker()}).`
    // One of them lies beyond the first 65,536, which some writers and columns treat otherwise.
    const long = longRemark(`${short} 🧳`)
    const first = await permitted(context, 'hold', id, long, createKey)
    // A text may be too long for the target.
    const isTooLong = isUnusable(first)
    const reason = isTooLong ? short : long
    // Another body under the key of the first may be refused for that.
    const key = isTooLong ? context.marker() : createKey
    const hold = isTooLong ? await permitted(context, 'hold', id, short, key) : first
    const held = await awaitStatus(context, id, ['on_hold'])
    const scenario: HeldOrder = {
      id,
      reason,
      hold,
      held,
      refused: null,
      resume: null,
      resumed: null,
      settled: null,
      events: [],
      cancel: null,
      cancelled: null,
    }
    if (!succeeded(hold)) return scenario
    scenario.refused = await probe(context, id, held, reason, key)
    scenario.events = scenario.refused.events
    // Effects of the refused actions or of the company are not those of the resume.
    if (leftOnHold(scenario)) return scenario
    // A clock that stands still until it is moved would give the end of the hold the time of the hold; a second is slack.
    await context.control?.advanceClock(3)
    scenario.resume = await permitted(context, 'resume', id, 'The borrower is back.')
    if (!succeeded(scenario.resume)) return scenario
    scenario.resumed = await awaitStatus(context, id, ['off_hold', 'new'])
    scenario.settled = await settleOrder(context, id, scenario.resumed)
    const wanted = [
      { type: 'order.on_hold' },
      { type: 'order.resumed' },
      ...offHoldEndEvent(scenario.resumed, scenario.settled, scenario.refused.events),
    ]
    scenario.events = await awaitEvents(context, id, ...wanted)
    if (statusOf(scenario.settled) === 'off_hold') return scenario
    scenario.cancel = await act(context, 'cancel', id, 'The sale fell through.')
    scenario.cancelled = await readOrder(context, id)
    return scenario
  },
}

/** Whether the order, once held, was elsewhere before anything resumed it. */
const leftOnHold = ({ held, refused }: HeldOrder): boolean =>
  refused !== null && statusOf(held) === 'on_hold' && statusOf(refused.cancel.after) !== 'on_hold'

export const whyNotHeld = (scenario: HeldOrder): Inconclusive => {
  const { hold, refused } = scenario
  return refused && leftOnHold(scenario)
    ? notTested(reason('status-already-left', { status: 'on_hold' }))
    : blocked(refusedBy(hold), hold)
}
