// `order.status_changed` shows the status taken, as the order itself shows it, and the one left.
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { findEvent, seenInEvent } from '../../steps/events-of.ts'
import { statusOf } from '../../steps/order-state.ts'
import { fieldAt } from '../../steps/read.ts'
import { leadsFrom } from '../../steps/status-chain.ts'
import { outOfPatience } from '../../evidence/inconclusive.ts'
import { sameInstant } from '../../contract/same-instant.ts'
import { check } from '../../kit/check.ts'

const taken = 'events.status-changed-status-is-the-new-one'
const left = 'events.status-changed-previous-status-is-the-one-before'

const steps = [
  ['new', 'appraiser_assigned'],
  ['appraiser_assigned', 'appointment_scheduled'],
  ['appointment_scheduled', 'awaiting_review'],
] as const

type Data = Record<string, unknown>
const isOf = (status: unknown, shown: string): boolean =>
  sameInstant(String((status as { changed_at?: unknown }).changed_at), shown)
const codeOf = (value: unknown): unknown => (value as { code?: unknown } | null | undefined)?.code

export default check({
  id: 'events.status-changed-carries-both-statuses',
  verifies: [taken, left],
  needs: ['orders', 'sandbox'],
  async run({ expect, shared }) {
    const sequence = await shared(exampleSequence)
    let looked = 0
    for (const [from, to] of steps) {
      const { order } = arrivedAt(sequence, to)
      const reached = ({ status, previous_status }: Data) => codeOf(status) === to && codeOf(previous_status) !== to
      const wrong = ({ status, previous_status }: Data) => codeOf(previous_status) === from && codeOf(status) !== to
      const event =
        findEvent(sequence.events, { type: 'order.status_changed', fits: reached }) ??
        findEvent(sequence.events, { type: 'order.status_changed', fits: wrong })
      if (!event) continue
      looked += 1
      expect(taken).equal(seenInEvent(event, '/status/code'), to)
      expect(left).that(
        seenInEvent(event, '/previous_status/code'),
        () => leadsFrom(sequence.events, event, from),
        `${from}, or a later status on the way`,
      )
      // The label may be reworded between two looks; the time of the change may not.
      if (statusOf(order) !== to) continue
      const shown = fieldAt(order, '/status/changed_at')
      // An order without the time is wrong itself, and says nothing of the event.
      if (typeof shown !== 'string') continue
      const { requests, ...inEvent } = seenInEvent(event, '/status/changed_at')
      expect(taken).that(
        { ...inEvent, requests: [...requests, order.id] },
        // The same status may be raised once more meanwhile, and a time be cut to the second in one place.
        () => sequence.events.some(({ data }) => codeOf(data['status']) === to && isOf(data['status'], shown)),
        shown,
      )
    }
    if (looked === 0) throw outOfPatience('no-status-change')
  },
})
