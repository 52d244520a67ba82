// Deliveries at least once and in any order: the same event again, at the same time, and an older one after a newer one.
import { ulid } from 'ulid'
import { needsType, type Bench, type Examination, type Step } from '../examination.ts'
import { lifecycle } from '../../contract/contract.ts'
import { timestamp } from '../parcel.ts'

const once = 'delivery.receiver-is-idempotent-on-id'
const sameTime = 5

const statusAt = (bench: Bench, code: string, ms: number) => {
  const { label } = lifecycle().statuses.find((status) => status.code === code)!
  const event = bench.event('order.status_changed', { status: { code, label, changed_at: timestamp(ms) } })
  return { ...event, created_at: timestamp(ms) }
}

export const repeats: Examination[] = [
  {
    id: 'receiver.same-event-again',
    rule: once,
    unseen: [once],
    expects: 'taken',
    effect: { rule: once, of: 'first', what: 'after the same event came again, behind another one' },
    steps: (bench) => {
      const event = bench.event(bench.prefer('order.completed'))
      const other = bench.event(bench.prefer('order.on_hold'))
      const first: Step[] = [
        { parcel: bench.parcel('of a new event', event), before: 'taken' },
        { parcel: bench.parcel('of another event after it', other), before: 'taken' },
      ]
      const later = Math.floor(bench.receiverNow() / 1000) + 1
      return [
        ...first,
        { parcel: bench.parcel('of the same event, byte for byte', event) },
        { parcel: bench.parcel('of the same event with a fresh t', event, { t: later }) },
      ]
    },
  },
  {
    id: 'receiver.same-event-at-once',
    rule: once,
    unseen: [once],
    expects: 'taken',
    steps: (bench) => {
      const event = bench.event(bench.prefer('order.completed'))
      const parcel = bench.parcel(`of one event, ${sameTime} times at the same moment`, event)
      const first = Array.from({ length: sameTime }, () => ({ parcel, atOnce: true }))
      // A receiver that works on the event may fail the others: they come again.
      return [...first, { parcel: bench.parcel(`of an event that came ${sameTime} times at the same moment`, event) }]
    },
  },
  {
    id: 'receiver.older-event-after-newer',
    rule: 'delivery.receiver-decides-newest-by-timestamps',
    unseen: ['delivery.receiver-decides-newest-by-timestamps'],
    expects: 'taken',
    effect: {
      rule: 'delivery.receiver-decides-newest-by-timestamps',
      of: 'newest',
      keeps: 'appointment_scheduled',
      not: 'borrower_contacted',
      what: 'after an older event came',
    },
    lacks: needsType('order.status_changed'),
    steps: (bench) => {
      const older = statusAt(bench, 'borrower_contacted', bench.now() - 60_000)
      const newer = statusAt(bench, 'appointment_scheduled', bench.now())
      // Ids sort in the order raised: the older event has the smaller one.
      const [first, second] = [`evt_${ulid(bench.now() - 60_000)}`, `evt_${ulid(bench.now())}`]
      return [
        { parcel: bench.parcel('of the newer event', { ...newer, id: second }), before: 'taken' },
        { parcel: bench.parcel('of an event older than the one before', { ...older, id: first }) },
      ]
    },
  },
]
