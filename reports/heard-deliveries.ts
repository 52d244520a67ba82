// A finding about a delivery, as one about what a webhook receiver of the script's own hears: after a test of the webhook, or of an order.
import { byAddress, bySilence, bySurplus, isTest } from './heard-specimens.ts'
import {
  hearing,
  heardFor,
  hearsAll,
  isOfMain,
  isRealOrder,
  isSetting,
  signatures,
  specimen,
  type HeardFinding,
} from './hearing.ts'
import { byOtherSecret, byRotation, isUnexplained } from './later-secret.ts'
import { maskMark } from './path-of.ts'
import { parsedJson } from './parsed-json.ts'
import { byRecord } from './recorded-attempts.ts'
import { byAttempts } from './retried-deliveries.ts'
import { byUnwanted } from './unwanted-deliveries.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'

type Heard = {
  method: string
  path: string
  headers: readonly (readonly [string, string])[]
  text: string
  signature: string
  of: string
}

/** One delivery as it stands in what a script heard; the listener of a script writes the same. */
export const heardEntry = ({ method, path, headers, text, signature, of }: Heard): Record<string, unknown> => {
  const body = parsedJson(text) as { type?: unknown; data?: { order_id?: unknown } | null } | undefined
  const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  return {
    type: of === specimen ? specimen : (named['x-service-event-type'] ?? body?.type),
    order: body?.data?.order_id,
    method,
    path,
    headers: named,
    body,
    signature,
    t: /\bt=(\d+)/.exec(named['x-service-signature'] ?? '')?.[1],
  }
}

const ofSignature = 'header:X-Service-Signature'

/** A field of the body that has a value which is of this one event. */
const fieldWith = (value: unknown, text: string): string | undefined => {
  const body = (parsedJson(text) ?? {}) as Record<string, unknown>
  return /^\w+_/.test(textOf(value)) ? Object.keys(body).find((name) => body[name] === value) : undefined
}

/** The place in an entry, and what is compared there. */
const placeIn = ({ pointer, expected, received }: Finding, text: string, entry: string): Partial<Finding> | null => {
  // A missing header is as missing there.
  if (pointer === ofSignature && received !== 'absent' && received !== undefined)
    return { pointer: '/signature', expected: signatures.right, received: signatures.wrong }
  if (pointer?.startsWith('header:')) {
    const field = fieldWith(expected, text)
    const wanted = field === undefined ? expected : `as ${entry}/body/${field}`
    return { pointer: `/headers/${pointer.slice('header:'.length).toLowerCase()}`, expected: wanted, received }
  }
  if (pointer === null && expected === 'POST') return { pointer: '/method', expected, received }
  return pointer?.startsWith('/') ? { pointer: `/body${pointer}`, expected, received } : null
}

const commonType = 'order.created'

/**
 * Each sends a specimen: where one comes, the receiver can be reached. First of the type that was waited for, as not every target sends a
 * specimen of a type that the webhook is not set to; then of another, as the target may send none of the first.
 */
export const reachTests = (heard: RecordedExchange): RecordedExchange[] =>
  [...new Set([heardFor(heard).type || commonType, commonType])].map((type) => specimenOf(type, heard))

const specimenOf = (type: string, heard: RecordedExchange): RecordedExchange => {
  const text = JSON.stringify({ type })
  return {
    ...heard,
    id: 'reach',
    source: 'reach',
    operation: 'testWebhook',
    request: {
      method: 'POST',
      url: '/webhook/test',
      headers: [
        ['Authorization', `Bearer ${maskMark}`],
        ['Content-Type', 'application/json'],
      ],
      body: { text, bytes: text.length, sha256: '', cut: false },
    },
    response: null,
  }
}

const byDelivery = (
  finding: Finding,
  delivery: RecordedDelivery,
  exchanges: readonly RecordedExchange[],
): HeardFinding | null => {
  const { text } = delivery.body ?? {}
  if (text === undefined || delivery.body?.cut) return null
  const { method, path, headers } = delivery
  const signature = delivery.fault === null ? signatures.right : signatures.wrong
  const given = { method, path, headers, text, signature }
  const { id, data } = (parsedJson(text) ?? {}) as { id?: unknown; data?: { order_id?: unknown } | null }
  const test = exchanges.find(
    (one) => isTest(one) && isOfMain(one) && textOf(one.response?.body?.text).includes(`"${textOf(id)}"`),
  )
  const order = data?.order_id
  if (test === undefined && !isRealOrder(order)) return null
  // What a body says of a real event, the feed says too.
  if (test === undefined && finding.pointer?.startsWith('/')) return null
  const of = test === undefined ? (order as string) : specimen
  const entry = heardEntry({ ...given, of })
  const at = `/data/type=${textOf(entry['type'])}`
  const place = placeIn(finding, text, at)
  if (place === null) return null
  const read = hearing(delivery.id, finding.check, of === specimen ? of : `${of}/${textOf(entry['type'])}`, [entry])
  const requests = [...(test ? [test.id] : []), read.id]
  const pointer = `${at}${place.pointer}`
  const isOdd = isUnexplained(finding)
  return { finding: { ...finding, ...place, pointer, requests }, read, isOdd }
}

const missing = /^(?<type>order\.\w+) (?<event>evt_[\w-]+)$/

/** An event that the feed shows, and no delivery. */
const byFeed = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  const { type, event } = missing.exec(textOf(finding.expected))?.groups ?? {}
  if (finding.kind !== 'missing_event' || type === undefined) return null
  const page = exchanges.findLast(({ id, operation }) => operation === 'listEvents' && finding.requests.includes(id))
  const { data } = (parsedJson(page?.response?.body?.text ?? '') ?? {}) as { data?: unknown }
  const record = Array.isArray(data) ? data.find((one) => (one as { id?: unknown } | null)?.id === event) : undefined
  const order = (record as { data?: { order_id?: unknown } } | undefined)?.data?.order_id
  if (!page || !isRealOrder(order)) return null
  const read = hearing(page.id, page.source, `${order}/${type}`, [])
  return {
    finding: { ...finding, pointer: '/data', expected: `includes ${type}`, received: [], requests: [read.id] },
    read,
  }
}

/** An event of an order that never came, under the subscription of that moment. */
const bySubscription = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  const type = textOf(finding.expected)
  const at = exchanges.findIndex(({ id }) => id === finding.requests.at(-1))
  const [, order] = /\/orders\/(ord_[\w-]+)\//.exec(exchanges[at]?.request.url ?? '') ?? []
  if (finding.received !== 'never delivered' || !/^order\.\w+$/.test(type) || order === undefined) return null
  const before = exchanges.slice(0, at).filter(isSetting)
  const settings = [before.findLast(hearsAll), before.at(-1)].flatMap((one) => one?.id ?? [])
  const read = hearing(`${exchanges[at]!.id} heard`, finding.check, `${order}/${type}`, [])
  const found = { ...finding, pointer: '/data', expected: `includes ${type}`, received: [] }
  return { finding: { ...found, requests: [exchanges[at]!.id, read.id] }, read, settings }
}

/** Null where it is about no delivery that a script can bring about. */
export const asHeard = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: readonly RecordedDelivery[],
): HeardFinding | null => {
  const found =
    byAttempts(finding, exchanges, deliveries) ??
    byRecord(finding, exchanges, deliveries) ??
    byAddress(finding, exchanges, deliveries) ??
    bySurplus(finding, exchanges) ??
    byUnwanted(finding, exchanges, deliveries) ??
    byRotation(finding, exchanges) ??
    byOtherSecret(finding, exchanges)
  if (found) return found
  const delivery = deliveries.find(({ id }) => id === finding.requests.at(-1))
  if (delivery) return byDelivery(finding, delivery, exchanges)
  return byFeed(finding, exchanges) ?? bySilence(finding, exchanges) ?? bySubscription(finding, exchanges)
}
