// An order held out of `new`, resumed and cancelled: what each call answers, moves and raises, and what is refused meanwhile.
import { orderClocksApartMs } from '../../contract/clocks.ts'
import { isFine, secondOf } from '../../contract/same-instant.ts'
import { textOf, type Answered } from '../../evidence/exchange.ts'
import { atLeast, not } from '../../evidence/expected.ts'
import { blocked, notTested, outOfPatience } from '../../evidence/inconclusive.ts'
import { computedFrom, seen, valueAt } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import type { CheckContext } from '../../kit/context.ts'
import { heldOrder, whyNotHeld } from '../../scenarios/held-order.ts'
import { changesOf, changesTo } from '../../steps/change-events.ts'
import { compareRefusal, refusalRules } from '../../steps/compare-refusal.ts'
import { expectTimes, fieldIn, findEvent, seenEvent, seenInEvent, type SeenEvent } from '../../steps/events-of.ts'
import { expectTookLater, statusTakenAt } from '../../steps/later-timestamp.ts'
import { statusOf } from '../../steps/order-state.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'

const holdTaken = ['actions.hold-accepted-in-new', 'actions.hold-takes-a-reason', 'transport.serves-post-hold']
const holdRaised = 'actions.hold-raises-order-on-hold'
const eventStatus = 'events.on-hold-has-status'

/** The answer may have its own, taken a moment before the order's, and the second may turn in between. */
const isAboutThen = (one: unknown, other: unknown): boolean => {
  const apart = Math.abs(Date.parse(String(one)) - Date.parse(String(other)))
  return apart < 1_000 || (apart === 1_000 && ![one, other].some(isFine))
}

const holdAgain = 'actions.hold-refused-in-on-hold'
const cancelHeld = 'actions.cancel-refused-in-on-hold'
const noEvent = 'actions.refused-action-raises-no-event-of-its-kind'
const noEffect = 'actions.repeat-has-no-second-effect'
const noKey = 'idempotency.key-means-nothing-to-other-writes'
const replayed = 'the answer to the first hold'
const resumeTaken = ['actions.resume-accepted-in-on-hold', 'transport.serves-post-resume']
const resumeRaised = 'actions.resume-raises-order-resumed'
const back = ['actions.resume-restores-the-status-held-before', 'lifecycle.off-hold-moves-on']
const left = 'events.status-changed-previous-status-is-the-one-before'
const announced = 'events.status-changed-is-raised-when-off-hold-ends'

const changedAt = '/status/changed_at'
const instantOf = ({ data }: SeenEvent): number => Date.parse(String(valueAt(data, changedAt)))
const changeOf = (order: Answered): number => Date.parse(String(fieldAt(order, changedAt)))

/** Event ids sort in the order raised. */
const endOfRest = (events: readonly SeenEvent[]): SeenEvent | undefined => {
  const resumed = events.find(({ type }) => type === 'order.resumed')
  return changesOf(events).find(
    (event) => resumed !== undefined && event.id > resumed.id && fieldIn(event, 'status') !== 'off_hold',
  )
}

/** Those that report a change to the status that one sight of the order shows, made after the one that another shows. */
const changesBetween = (events: readonly SeenEvent[], before: Answered, after: Answered): SeenEvent[] =>
  changesTo(events, statusOf(after)).filter((event) => instantOf(event) > changeOf(before))

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
  const clocksApart = Math.max(0, instantOf(begin) - changeOf(resumed))
  const shown = { ...seen(settled, changedAt), requests: [settled.id, end.source] }
  // What is no timestamp at all is judged elsewhere.
  const isEarly = (at: unknown): boolean => instantOf(end) - clocksApart - Date.parse(String(at)) >= orderClocksApartMs
  expect(statusTakenAt).that(shown, (at) => !isEarly(at), atLeast(valueAt(end.data, changedAt)))
}

const aMinuteMs = 60_000
const cancelTaken = 'actions.cancel-accepted-once-resumed'

export default claims(heldOrder, ['orders', 'sandbox'], {
  // A hold is accepted on a new order, puts it on hold, remembers its status, and says so by an event.
  'actions.hold-puts-the-order-on-hold': {
    verifies: [
      ...holdTaken,
      'actions.hold-moves-order-to-on-hold',
      'actions.hold-returns-the-status-before',
      'actions.hold-answer-has-status',
      holdRaised,
      'events.on-hold-reason-is-the-one-given',
      eventStatus,
    ],
    async judge({ id, hold, held, reason, refused }, context) {
      const { expect, recordReading } = context
      expect(holdTaken).status(hold, '2xx')
      if (!succeeded(hold)) return
      recordReading('actions.success-status', `status-${hold.response.status}`, hold)
      expect('actions.hold-moves-order-to-on-hold').equal(seen(held, '/status/code'), 'on_hold')
      expect('actions.hold-answer-has-status').equal(seen(hold, '/status/code'), 'on_hold')
      const before = seen(hold, '/previous_status/code')
      const events = refused?.events ?? []
      const onHold = events.findLast(({ type }) => type === 'order.on_hold')
      const hadMoved = await hasMovedSpontaneously(context, id, 'new', before.value, { before: onHold })
      expect('actions.hold-returns-the-status-before').equal(before, hadMoved ? before.value : 'new')
      expect(holdRaised).equal(seenEvent(events, { type: 'order.on_hold' }), 'order.on_hold')
      const event = findEvent(events, { type: 'order.on_hold' })
      if (event) expect('events.on-hold-reason-is-the-one-given').equal(seenInEvent(event, '/reason'), reason)
      const since = fieldAt(held, changedAt)
      const isShown = typeof since === 'string' && statusOf(held) === 'on_hold'
      const inAnswer = seen(hold, changedAt)
      if (isShown && typeof inAnswer.value === 'string')
        expect('actions.hold-answer-has-status').that(
          { ...inAnswer, requests: [hold.id, held.id] },
          (at) => isAboutThen(at, since),
          since,
        )
      const inEvent = event && seenInEvent(event, changedAt)
      if (isShown && typeof inEvent?.value === 'string')
        expect(eventStatus).that(
          { ...inEvent, requests: [...inEvent.requests, held.id] },
          // It may be cut to the second in one place and not in the other.
          (at) => secondOf(at) === secondOf(since),
          since,
        )
      const isBoth = changesTo(events, 'on_hold').length > 0
      recordReading('events.hold-also-status-changed', isBoth ? 'both' : 'own-event-only', hold)
    },
  },
  // An order on hold refuses another hold and a cancel with the specified error, and neither has a side effect.
  'actions.held-order-refuses-hold-and-cancel': {
    verifies: [
      ...new Set([...refusalRules('hold'), ...refusalRules('cancel')]),
      holdAgain,
      cancelHeld,
      noEvent,
      noEffect,
      noKey,
    ],
    judge(scenario, context) {
      const { refused } = scenario
      if (!refused) throw whyNotHeld(scenario)
      compareRefusal(context, 'hold', refused.hold, holdAgain)
      // Where a hold of a held order is accepted it is answered afresh, with another status before.
      const again = refused.hold.answer
      const isReplay = succeeded(again) && textOf(again.response.body) === textOf(scenario.hold.response.body)
      const shownOf = isReplay ? replayed : again.response.status
      context.expect(noKey).that(computedFrom(shownOf, scenario.hold, again), () => !isReplay, not(replayed))
      compareRefusal(context, 'cancel', refused.cancel, cancelHeld)
      const shown = [refused.hold.answer, refused.cancel.answer]
      expectTimes(context, [noEvent, noEffect], { events: refused.events, type: 'order.on_hold', times: 1 }, ...shown)
      expectTimes(context, noEvent, { events: refused.events, type: 'order.cancelled', times: 0 }, ...shown)
    },
  },
  // A resume is accepted on a held order, which goes through `off_hold` back to the status it had.
  'actions.resume-gives-the-status-back': {
    verifies: [
      ...resumeTaken,
      resumeRaised,
      'actions.resume-moves-order-to-off-hold',
      ...back,
      statusTakenAt,
      left,
      announced,
    ],
    async judge(scenario, context) {
      const { expect, recordReading, control } = context
      const { held, resume, resumed, settled, events } = scenario
      if (!resume) throw whyNotHeld(scenario)
      expect(resumeTaken).status(resume, '2xx')
      if (!succeeded(resume) || !resumed || !settled) return
      const began = seen(resumed, '/status/code')
      const wentOn = await hasMovedSpontaneously(context, scenario.id, 'new', began.value)
      const either = ['off_hold', 'new', ...(wentOn ? [began.value] : [])]
      expect('actions.resume-moves-order-to-off-hold').oneOf(began, either)
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
      const rested = changeOf(settled) - changeOf(resumed)
      if (statusOf(resumed) !== 'off_hold') recordReading('lifecycle.off-hold-length', 'not-seen', resumed)
      else if (statusOf(settled) !== 'off_hold')
        recordReading('lifecycle.off-hold-length', rested < aMinuteMs ? 'moments' : 'minutes', resumed, settled)
      const [shown, whole] = [fieldAt(resume, '/status/code'), fieldAt(resume, '/loan') !== undefined]
      recordReading(
        'actions.resume-response',
        whole ? 'whole-order' : shown === undefined ? 'empty' : 'like-hold',
        resume,
      )
      if (shown !== undefined)
        recordReading('actions.resume-response-status', shown === 'off_hold' ? 'off-hold' : 'working-status', resume)
      expect(resumeRaised).equal(seenEvent(events, { type: 'order.resumed' }), 'order.resumed')
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
        const failure = { kind: 'missing_event', key: 'order.status_changed' } as const
        const shown = { ...computedFrom(end?.type, resumed, settled, ...sources), failure }
        expect(announced).equal(shown, 'order.status_changed')
        expectTimeOfEnd(context, [resumed, settled], events)
      }
      if (statusOf(resumed) !== 'off_hold') throw notTested('resume-without-off-hold')
      if (changes.length === 0) throw notTested('off-hold-change-unseen')
    },
  },
  // An order that was held and is back in its working status can be cancelled, as if it had never been held.
  'actions.resumed-order-can-be-cancelled': {
    verifies: [cancelTaken],
    async judge(scenario, context) {
      const { expect } = context
      const { resume, settled, cancel, cancelled } = scenario
      if (!resume) throw whyNotHeld(scenario)
      if (!cancel || !cancelled || !settled) throw blocked('not-resumed', settled ?? resume)
      const shown = statusOf(cancelled)
      const isDelivered = cancel.response.status === 409 && shown === 'report_complete'
      // The company may have delivered its report meanwhile.
      if (isDelivered && (await hasMovedSpontaneously(context, scenario.id, 'new', shown)))
        throw notTested('orders-moved-on')
      if (expect(cancelTaken).status(cancel, '2xx') && succeeded(cancel))
        expect(cancelTaken).equal(seen(cancelled, '/status/code'), 'cancelled')
    },
  },
})
