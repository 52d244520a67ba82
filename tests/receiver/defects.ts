// Bad habits of receivers as their makers have them: each breaks one rule, and an examination must find that rule and no other.
import { loadFixture } from '../fixture-files.ts'
import { createHash } from 'node:crypto'
import { isTrue, type Event, type Habits } from './lender-receiver.ts'

type Defect = { what: string; rule: string; habits: Partial<Habits> }

const asText = (raw: Buffer): unknown => JSON.parse(raw.toString())
const parsed = (raw: Buffer): Buffer => {
  try {
    return Buffer.from(JSON.stringify(asText(raw)))
  } catch {
    return raw
  }
}

const isText = (raw: Buffer): boolean => {
  try {
    return asText(raw) !== undefined
  } catch {
    return false
  }
}

const spaced = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, entry]) => `${JSON.stringify(key)}: ${spaced(entry)}`)
    .join(', ')}}`
}

const verifies = 'delivery.receiver-verifies-the-raw-bytes'
const rawBytes = 'delivery.receiver-does-not-reserialise'
const answers401 = 'delivery.receiver-answers-401-when-unverified'
const stale = 'delivery.receiver-rejects-a-stale-t'
const inTime = 'delivery.receiver-answers-within-10-seconds'
const once = 'delivery.receiver-is-idempotent-on-id'

const number = (t: string): boolean => /^\d+$/.test(t)
const known = new Set(
  loadFixture<{ event_types: { type: string }[] }>('webhooks.yaml').event_types.map(({ type }) => type),
)
const statuses = new Set(
  `new borrower_contacted left_message_for_borrower appraiser_accepted appointment_scheduled awaiting_review
   report_rejected_for_correction report_complete on_hold off_hold cancelled`.split(/\s+/),
)
const order = ['new', 'appraiser_accepted', 'appointment_scheduled', 'awaiting_review', 'report_complete']
const statusOf = (event: Event | undefined) => event?.data.status?.code ?? ''

const refusing =
  (refuses: (event: Event) => boolean): Habits['handle'] =>
  (event) =>
    refuses(event) ? 422 : undefined

/** With the last status change of each order. */
const remembering = (refuses: (event: Event, last: Event | undefined) => boolean): Habits['handle'] => {
  const last = new Map<string, Event>()
  return (event) => {
    if (event.type !== 'order.status_changed') return undefined
    const before = last.get(event.data.order_id)
    last.set(event.data.order_id, event)
    return refuses(event, before) ? 500 : undefined
  }
}

const keyed = (key: string) => (event: Event, value: (found: unknown) => boolean) => value(event.data[key])

export const receiverDefects: Defect[] = [
  {
    what: 'verifies nothing',
    rule: verifies,
    habits: { isSigned: () => true, isFresh: (t, now) => number(t) && Math.abs(now - Number(t)) <= 300 },
  },
  {
    what: 'compares the first eight digits',
    rule: verifies,
    habits: {
      isSigned: (signed) => {
        const v1 = /v1=([0-9a-f]*)/.exec(signed.header ?? '')?.[1] ?? ''
        const t = /t=([^,]*)/.exec(signed.header ?? '')?.[1]
        if (t === undefined || v1.length < 8) return false
        const whole = [...Array.from({ length: 16 }).keys()].some((digit) =>
          isTrue({ ...signed, header: signed.header!.replace(/.$/, digit.toString(16)) }),
        )
        return whole || isTrue(signed)
      },
    },
  },
  {
    what: 'takes a delivery without a signature',
    rule: verifies,
    habits: { isSigned: (signed) => signed.header === undefined || isTrue(signed) },
  },
  {
    what: 'takes a hash that needs no secret',
    rule: verifies,
    habits: {
      isSigned: (signed) => {
        const [, t, v1] = /^t=(\d+),v1=(.*)$/.exec(signed.header ?? '') ?? []
        return isTrue(signed) || createHash('sha256').update(`${t}.`).update(signed.raw).digest('hex') === v1
      },
    },
  },
  {
    what: 'has an empty secret beside its own',
    rule: verifies,
    habits: { isSigned: (signed) => isTrue(signed) || isTrue({ ...signed, secret: '' }) },
  },
  {
    what: 'takes each specimen',
    rule: verifies,
    habits: { isSigned: (signed) => isTrue(signed) || signed.raw.includes('"test":true') },
  },
  {
    what: 'composes the accents before it verifies',
    rule: rawBytes,
    habits: { bytes: (raw) => Buffer.from(raw.toString().normalize('NFC')) },
  },
  { what: 'has a limit of 2 kB', rule: inTime, habits: { before: (raw) => (raw.length > 2048 ? 413 : undefined) } },
  { what: 'writes the JSON again before it verifies', rule: rawBytes, habits: { bytes: parsed } },
  {
    what: 'writes the JSON again with spaces',
    rule: rawBytes,
    habits: { bytes: (raw) => Buffer.from(spaced(asText(raw))) },
  },
  {
    what: 'trims the body before it verifies',
    rule: rawBytes,
    habits: { bytes: (raw) => Buffer.from(raw.toString().trim()) },
  },
  { what: 'answers 403 to a wrong signature', rule: answers401, habits: { refusal: 403 } },
  { what: 'answers 400 to a wrong signature', rule: answers401, habits: { refusal: 400 } },
  { what: 'fails over a wrong signature', rule: answers401, habits: { refusal: 500 } },
  { what: 'does not look at t', rule: stale, habits: { isFresh: () => true } },
  {
    what: 'takes a t of the future',
    rule: stale,
    habits: { isFresh: (t, now) => number(t) && now - Number(t) <= 300 },
  },
  { what: 'takes an old t', rule: stale, habits: { isFresh: (t, now) => number(t) && Number(t) - now <= 300 } },
  {
    what: 'takes what it cannot read',
    rule: verifies,
    habits: { before: (raw) => (isText(raw) ? undefined : 200) },
  },
  {
    what: 'looks into the data before it verifies',
    rule: answers401,
    habits: { reads: (raw) => void (raw.includes('"data"') && (JSON.parse(`${raw}`) as Event).data.order_id) },
  },
  {
    what: 'tolerates half an hour',
    rule: stale,
    habits: { isFresh: (t, now) => number(t) && Math.abs(now - Number(t)) <= 1800 },
  },
  {
    what: 'tolerates one minute',
    rule: 'delivery.receiver-tolerates-five-minutes',
    habits: { isFresh: (t, now) => number(t) && Math.abs(now - Number(t)) <= 60 },
  },
  {
    what: 'judges the age by created_at too',
    rule: 'delivery.receiver-checks-t-and-not-created-at',
    habits: {
      isFresh: (t, now, event) =>
        number(t) && Math.abs(now - Number(t)) <= 300 && now - Date.parse(event().created_at) / 1000 <= 300,
    },
  },
  { what: 'answers a redirect', rule: inTime, habits: { success: 302 } },
  { what: 'answers 500', rule: inTime, habits: { success: 500 } },
  { what: 'refuses a specimen', rule: inTime, habits: { handle: refusing(({ test }) => test === true) } },
  {
    what: 'knows twelve types',
    rule: inTime,
    habits: { handle: refusing(({ type }) => type === 'order.fee_changed') },
  },
  {
    what: 'needs a previous status',
    rule: inTime,
    habits: {
      handle: refusing(
        (event) =>
          event.type === 'order.status_changed' &&
          event.data['previous_status'] === null &&
          event.data['note'] === null,
      ),
    },
  },
  {
    what: 'refuses a retry of what it refused',
    rule: inTime,
    habits: (() => {
      const refused = new Set<string>()
      return {
        isSigned: (signed) => {
          const isSigned = isTrue(signed)
          if (!isSigned) refused.add(signed.raw.toString())
          return isSigned
        },
        handle: (event) => (refused.has(JSON.stringify(event)) ? 410 : undefined),
      }
    })(),
  },
  {
    what: 'answers 409 to a repeat',
    rule: once,
    habits: { handle: ({ id }, { events }) => (events.has(id) ? 409 : undefined) },
  },
  {
    what: 'fails for good over a repeat at the same moment',
    rule: once,
    habits: (() => {
      const underway = new Set<string>()
      const stuck = new Set<string>()
      return {
        async handle({ id }) {
          if (underway.has(id)) stuck.add(id)
          if (stuck.has(id)) return 500
          underway.add(id)
          await new Promise((resolve) => setTimeout(resolve, 25))
          underway.delete(id)
          return undefined
        },
      }
    })(),
  },
  {
    what: 'refuses what is older than what came before',
    rule: 'delivery.receiver-decides-newest-by-timestamps',
    habits: {
      handle: remembering((event, last) => last !== undefined && event.created_at < last.created_at),
    },
  },
  {
    what: 'refuses an unknown type',
    rule: 'events.client-stores-an-unknown-type',
    habits: { handle: refusing(({ type }) => !known.has(type)) },
  },
  {
    what: 'allows no further field',
    rule: 'conventions.client-ignores-unknown-fields',
    habits: {
      handle: refusing((event) =>
        Object.keys(event).some((key) => !['id', 'type', 'created_at', 'api_version', 'data', 'test'].includes(key)),
      ),
    },
  },
  {
    what: 'needs every key',
    rule: 'conventions.client-reads-a-missing-key-as-null',
    habits: { handle: refusing(({ type, data }) => type === 'order.status_changed' && !('note' in data)) },
  },
  {
    what: 'refuses an unknown status',
    rule: 'lifecycle.client-stores-unknown-status',
    habits: {
      handle: refusing(({ type, data }) => type === 'order.status_changed' && !statuses.has(data.status!.code)),
    },
  },
  {
    what: 'refuses an unknown kind of document',
    rule: 'documents.client-stores-unknown-kind',
    habits: {
      handle: refusing(
        (event) =>
          event.type === 'order.document_added' &&
          keyed('document')(event, (found) => (found as { kind: string }).kind !== 'ssr'),
      ),
    },
  },
  {
    what: 'refuses an unknown requester',
    rule: 'versioning.client-tolerates-new-enum-values',
    habits: {
      handle: refusing(
        (event) =>
          event.type === 'order.due_date_changed' &&
          keyed('requested_by')(event, (found) => found !== 'lender' && found !== 'company'),
      ),
    },
  },
  {
    what: 'goes by labels',
    rule: 'order.client-survives-reworded-labels',
    habits: {
      handle: refusing(
        ({ type, data }) =>
          type === 'order.status_changed' &&
          data.status!.code === 'appointment_scheduled' &&
          !['Appointment Scheduled', 'appointment_scheduled'].includes(data.status!.label),
      ),
    },
  },
  {
    what: 'expects every status in turn',
    rule: 'lifecycle.client-expects-skipped-statuses',
    habits: { handle: remembering((event, last) => statusOf(last) === 'new' && order.indexOf(statusOf(event)) > 1) },
  },
  {
    what: 'lets no order go back',
    rule: 'lifecycle.client-expects-backward-moves',
    habits: {
      handle: remembering(
        (event, last) =>
          statusOf(last) === 'report_rejected_for_correction' &&
          order.includes(statusOf(event)) &&
          statusOf(event) !== 'awaiting_review',
      ),
    },
  },
  {
    what: 'refuses a status that it has',
    rule: 'lifecycle.client-takes-repeated-status-as-no-op',
    habits: {
      handle: remembering(
        (event, last) =>
          last !== undefined &&
          last.id !== event.id &&
          statusOf(event) === 'awaiting_review' &&
          statusOf(last) === 'awaiting_review',
      ),
    },
  },
  {
    what: 'refuses a date that it did not ask for',
    rule: 'amend.client-expects-unrequested-due-dates',
    habits: {
      handle: refusing(({ type, data }) => type === 'order.due_date_changed' && data['requested_by'] === 'company'),
    },
  },
  {
    what: 'reads codes as numbers',
    rule: 'catalog.client-treats-codes-as-opaque-strings',
    habits: {
      handle: refusing(
        ({ type, data }) =>
          type === 'order.created' && !/^[1-9]\d*$/.test((data['order_type'] as { code: string }).code),
      ),
    },
  },
  {
    what: 'takes no negative amount',
    rule: 'conventions.client-accepts-negative-money',
    habits: {
      handle: refusing(
        ({ type, data }) => type === 'order.fee_changed' && String(data['appraisal_fee']).startsWith('-'),
      ),
    },
  },
]
