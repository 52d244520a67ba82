// What version 1 may add: types, fields, statuses, kinds and values that no client of today knows; and fields that are missing.
import { each, needsType, single, type Examination } from '../examination.ts'
import { timestamp } from '../parcel.ts'

const unknown = 'assay_not_known_yet'

export const additions: Examination[] = [
  {
    id: 'receiver.unknown-type',
    rule: 'events.client-stores-an-unknown-type',
    unseen: ['events.client-stores-an-unknown-type', 'events.client-ignores-an-unknown-type'],
    expects: 'taken',
    effect: { rule: 'events.client-ignores-an-unknown-type', of: 'none', what: 'after an event of an unknown type' },
    lacks: (bench) => (bench.sends('*') ? null : 'event-type-left-out'),
    steps: (bench) =>
      single(bench.parcel('of an unknown type', bench.event(`order.${unknown}`, { anything: [1, {}] }))),
  },
  {
    id: 'receiver.unknown-fields',
    rule: 'conventions.client-ignores-unknown-fields',
    expects: 'taken',
    steps: (bench) => {
      const event = bench.event(bench.prefer('order.on_hold'))
      return each([
        bench.parcel('with an unknown field in its envelope', { ...event, [unknown]: { of: ['any', 'type'] } }),
        bench.parcel('with an unknown field in its data', bench.event(event.type, { [unknown]: null })),
      ])
    },
  },
  {
    id: 'receiver.missing-fields',
    rule: 'conventions.client-reads-a-missing-key-as-null',
    expects: 'taken',
    lacks: needsType('order.status_changed'),
    steps: (bench) => {
      const event = bench.event('order.status_changed')
      const { note: _note, previous_status: _previous, ...data } = event.data
      return single(bench.parcel('without the fields that may be null', { ...event, data }))
    },
  },
  {
    id: 'receiver.unknown-status',
    rule: 'lifecycle.client-stores-unknown-status',
    unseen: ['lifecycle.client-stores-unknown-status', 'lifecycle.client-ignores-unknown-status'],
    expects: 'taken',
    lacks: needsType('order.status_changed'),
    steps: (bench) => {
      const status = { code: unknown, label: 'Not Known Yet', changed_at: timestamp(bench.now()) }
      return single(bench.parcel('with an unknown status', bench.event('order.status_changed', { status })))
    },
  },
  {
    id: 'receiver.unknown-document-kind',
    rule: 'documents.client-stores-unknown-kind',
    unseen: ['documents.client-stores-unknown-kind', 'documents.client-ignores-unknown-kind'],
    expects: 'taken',
    lacks: needsType('order.document_added'),
    steps: (bench) => {
      const event = bench.event('order.document_added')
      const document = { ...(event.data['document'] as object), kind: unknown }
      return single(bench.parcel('with an unknown kind of document', { ...event, data: { ...event.data, document } }))
    },
  },
  {
    id: 'receiver.unknown-values',
    rule: 'versioning.client-tolerates-new-enum-values',
    expects: 'taken',
    lacks: needsType('order.due_date_changed', 'order.completed'),
    steps: (bench) =>
      each([
        bench.parcel('with an unknown requested_by', bench.event('order.due_date_changed', { requested_by: unknown })),
        bench.parcel('with an unknown report_format', bench.event('order.completed', { report_format: unknown })),
      ]),
  },
  {
    id: 'receiver.reworded-label',
    rule: 'order.client-survives-reworded-labels',
    expects: 'taken',
    lacks: needsType('order.status_changed'),
    steps: (bench) => {
      const status = { code: 'appointment_scheduled', label: 'Visit booked', changed_at: timestamp(bench.now()) }
      return single(bench.parcel('with a reworded label', bench.event('order.status_changed', { status })))
    },
  },
]
