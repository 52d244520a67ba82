// Deliveries as any deployment sends them: every known type, a specimen, fields that are null, a retry after a refusal.
import { each, needsType, otherSecret, single, takes2xx, type Examination } from '../examination.ts'
import { knownTypes, specimenOf } from '../parcel.ts'

/** What a receiver does not take here is left out of later examinations. */
export const eachType = 'receiver.event-of-each-type'

/** A page of text. The contract shows no length of a text, so none beyond what persons write every day is asked of a receiver. */
const longText = 2000

export const ordinary: Examination[] = [
  {
    id: eachType,
    rule: takes2xx,
    expects: 'taken',
    steps: (bench) =>
      each(
        knownTypes()
          .filter((type) => bench.sends(type))
          .map((type) => bench.parcel(`of an ${type}`, bench.event(type))),
      ),
  },
  {
    id: 'receiver.null-fields',
    rule: takes2xx,
    expects: 'taken',
    lacks: needsType('order.status_changed', 'order.assigned'),
    steps: (bench) =>
      each([
        bench.parcel(
          'with fields that are null',
          bench.event('order.status_changed', { previous_status: null, note: null }),
        ),
        bench.parcel('of an appraiser who is not shown', bench.event('order.assigned', { appraiser: null })),
      ]),
  },
  {
    id: 'receiver.specimen',
    rule: takes2xx,
    expects: 'taken',
    steps: (bench) =>
      single(
        bench.parcel('that is a specimen (`test` is true)', specimenOf(bench.event(bench.prefer('order.completed')))),
      ),
  },
  {
    id: 'receiver.long-event',
    rule: takes2xx,
    expects: 'taken',
    lacks: needsType('order.message_posted'),
    steps: (bench) => {
      const event = bench.event('order.message_posted')
      const message = { ...(event.data['message'] as object), body: 'A long message. '.repeat(longText / 16) }
      return single(bench.parcel('with a message of 2,000 letters', { ...event, data: { ...event.data, message } }))
    },
  },
  {
    id: 'receiver.retry-after-a-refusal',
    rule: takes2xx,
    expects: 'taken',
    steps: (bench) => {
      const event = bench.event(bench.prefer('order.on_hold'))
      return [
        { parcel: bench.parcel('with a wrong signature', event, { secret: otherSecret }), before: 'any' },
        { parcel: bench.parcel('that was refused once, for its signature', event) },
      ]
    },
  },
]
