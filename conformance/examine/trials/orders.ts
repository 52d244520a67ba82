// What an order may do that a client must expect: statuses that skip, repeat and go back, dates that move, codes and amounts of any kind.
import { each, needsType, single, type Bench, type Examination } from '../examination.ts'
import { timestamp } from '../parcel.ts'
import { feeChanged } from '../../model/terms.ts'

const changed = 'order.status_changed'

const moves = (bench: Bench, what: string, ...codes: string[]) =>
  each(
    codes.map((code, index) =>
      bench.parcel(
        what,
        bench.event(changed, {
          status: { code, label: code, changed_at: timestamp(bench.now()) },
          previous_status: index === 0 ? null : { code: codes[index - 1]!, label: codes[index - 1]! },
        }),
      ),
    ),
  )

export const orders: Examination[] = [
  {
    id: 'receiver.skipped-statuses',
    rule: 'lifecycle.client-expects-skipped-statuses',
    expects: 'taken',
    lacks: needsType(changed),
    steps: (bench) => moves(bench, 'of an order that skips statuses', 'new', 'appointment_scheduled'),
  },
  {
    id: 'receiver.backward-move',
    rule: 'lifecycle.client-expects-backward-moves',
    expects: 'taken',
    lacks: needsType(changed),
    steps: (bench) =>
      moves(
        bench,
        'of an order that goes back',
        'awaiting_review',
        'report_rejected_for_correction',
        'appointment_scheduled',
      ),
  },
  {
    id: 'receiver.repeated-status',
    rule: 'lifecycle.client-takes-repeated-status-as-no-op',
    unseen: ['lifecycle.client-takes-repeated-status-as-no-op'],
    expects: 'taken',
    lacks: needsType(changed),
    steps: (bench) => moves(bench, 'with the status that the order has already', 'awaiting_review', 'awaiting_review'),
  },
  {
    id: 'receiver.date-moved-by-the-company',
    rule: 'amend.client-expects-unrequested-due-dates',
    expects: 'taken',
    lacks: needsType('order.due_date_changed'),
    steps: (bench) =>
      single(
        bench.parcel(
          'of a due date that the company moved',
          bench.event('order.due_date_changed', { requested_by: 'company' }),
        ),
      ),
  },
  {
    id: 'receiver.codes-of-any-form',
    rule: 'catalog.client-treats-codes-as-opaque-strings',
    expects: 'taken',
    lacks: needsType('order.created'),
    steps: (bench) =>
      each(
        ['0042', 'URAR-Exterior/2', '1e5'].map((code) => {
          const event = bench.event('order.created')
          const type = { ...(event.data['order_type'] as object), code }
          return bench.parcel(`with the order type code ${code}`, {
            ...event,
            data: { ...event.data, order_type: type },
          })
        }),
      ),
  },
  {
    id: 'receiver.negative-amount',
    rule: 'conventions.client-accepts-negative-money',
    expects: 'taken',
    lacks: needsType(feeChanged),
    steps: (bench) =>
      single(bench.parcel('with a negative amount', bench.event(feeChanged, { appraisal_fee: '-25.00' }))),
  },
]
