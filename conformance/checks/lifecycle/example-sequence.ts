// Where the example's order starts, and what its appointment leaves on it.
import { seen } from '../../evidence/seen.ts'
import { claims } from '../../kit/claims.ts'
import { arrivedAt, exampleSequence } from '../../scenarios/example-sequence.ts'
import { statusOf } from '../../steps/order-state.ts'

const unassigned = new Set<unknown>(['new', 'pending_review'])

export default claims(exampleSequence, ['orders', 'sandbox'], {
  // An order in `appointment_scheduled` shows its appointment, and one that has none yet shows null.
  'lifecycle.appointment-is-on-the-order': {
    verifies: [
      'lifecycle.appointment-scheduled-shows-appointment-at',
      'order.appointment-at-is-null-until-set',
      'order.completed-at-is-null-until-set',
      'order.appraiser-is-null-until-assigned',
    ],
    judge(sequence, { expect, recordReading }) {
      const { placed } = sequence
      // The company may have the order under way when it is first read.
      const created = unassigned.has(statusOf(sequence.created)) ? sequence.created : placed.answer
      expect('order.appointment-at-is-null-until-set').equal(seen(created, '/dates/appointment_at'), null)
      expect('order.completed-at-is-null-until-set').equal(seen(created, '/dates/completed_at'), null)
      expect('order.appraiser-is-null-until-assigned').equal(seen(created, '/appraiser'), null)
      const { order } = arrivedAt(sequence, 'appointment_scheduled')
      const appointment = seen(order, '/dates/appointment_at')
      const there = expect('lifecycle.appointment-scheduled-shows-appointment-at').that(
        appointment,
        (value) => typeof value === 'string' && value !== '',
        'string',
      )
      if (there)
        recordReading(
          'order.appointment-at-type',
          String(appointment.value).length > 10 ? 'timestamp' : 'calendar-date',
          order,
        )
    },
  },
  // An order just placed is in `new`, or in `pending_review` where the company looks at it first.
  'lifecycle.placed-order-starts-in-its-first-status': {
    verifies: ['lifecycle.order-starts-in-new-or-pending-review'],
    judge({ placed }, { expect, recordReading }) {
      expect('lifecycle.order-starts-in-new-or-pending-review').oneOf(seen(placed.answer, '/status/code'), [
        'new',
        'pending_review',
      ])
      if (placed.status === 'pending_review') recordReading('create.review-first', 'always', placed.answer)
    },
  },
})
