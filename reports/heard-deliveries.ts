// A finding about a delivery, as one about what a webhook receiver of the script's own hears: after a test of the webhook, or of an order.
import { controlBase, isAct } from './company-acts.ts'
import { maskMark } from './path-of.ts'
import { parsedJson } from './parsed-json.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'

/** In the place of the address of a receiver; behind it the order whose deliveries are heard, or `specimen`. */
const listenerBase = 'listener:/'

export const isHearing = ({ request }: RecordedExchange): boolean => request.url.startsWith(listenerBase)

/** What is neither a call of the lender nor sent at all. */
export const isCall = (one: RecordedExchange): boolean => !isHearing(one) && !isAct(one)

export const specimen = 'specimen'

export const realOrder = /^ord_(?!test_)[\w-]+$/

export const isRealOrder = (id: unknown): id is string => typeof id === 'string' && realOrder.test(id)

/** Of the body of a delivery; the listener of a script tells them apart in the same way. */
export const isSpecimen = ({ test, data }: { test?: unknown; data?: { order_id?: unknown } | null }): boolean =>
  test === true || !isRealOrder(data?.order_id)

/** What is heard for: the order or the specimen, and the type that is waited for; any where there is none. */
export const heardFor = ({ request }: RecordedExchange): { of: string; type: string } => {
  const [of = '', type = ''] = request.url.slice(listenerBase.length).split('/')
  return { of, type }
}

/** Addresses of the receiver of a run, to which its webhook was set: that of a script is elsewhere. */
export const hooksIn = (needed: readonly RecordedExchange[]): string[] =>
  needed.flatMap(({ operation, request }) => {
    const isSetting = operation === 'setWebhook' || request.url.startsWith(`${controlBase}/lenders/`)
    const { url } = ((isSetting && parsedJson(request.body?.text)) || {}) as { url?: unknown }
    return typeof url === 'string' ? [url] : []
  })

/** A write of the webhook that says all, so that none before it counts. */
export const hearsAll = ({ request: { body } }: RecordedExchange): boolean =>
  ['"url"', '"secret"', '"*"'].every((part) => body?.text?.includes(part)) &&
  /"enabled"\s*:\s*true/.test(body?.text ?? '')

export const signatures = { right: 'valid', wrong: 'invalid' }

type Heard = { headers: readonly (readonly [string, string])[]; text: string; isRight: boolean; of: string }

/** One delivery as it stands in what a script heard; the listener of a script writes the same. */
export const heardEntry = ({ headers, text, isRight, of }: Heard): Record<string, unknown> => {
  const body = parsedJson(text) as { type?: unknown; data?: { order_id?: unknown } | null } | undefined
  const named = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]))
  return {
    type: of === specimen ? specimen : (named['x-service-event-type'] ?? body?.type),
    order: body?.data?.order_id,
    headers: named,
    body,
    signature: isRight ? signatures.right : signatures.wrong,
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
  return pointer?.startsWith('/') ? { pointer: `/body${pointer}`, expected, received } : null
}

const commonType = 'order.created'

/**
 * Each sends a specimen: where one comes, the receiver can be reached. First of the type that was waited for, as not every target sends a
 * specimen of a type that the webhook is not set to; then of another, as the target may send none of the first.
 */
export const reachTests = (hearing: RecordedExchange): RecordedExchange[] =>
  [...new Set([heardFor(hearing).type || commonType, commonType])].map((type) => specimenOf(type, hearing))

const specimenOf = (type: string, hearing: RecordedExchange): RecordedExchange => {
  const text = JSON.stringify({ type })
  return {
    ...hearing,
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

const hearing = (id: string, source: string, of: string, type: string, data: unknown[]): RecordedExchange => {
  const text = JSON.stringify({ data })
  return {
    id,
    source,
    operation: 'hearDeliveries',
    role: 'main',
    environment: 'sandbox',
    request: { method: 'GET', url: `${listenerBase}${of}/${type}`, headers: [], body: null },
    response: { status: 200, headers: [], body: { text, bytes: text.length, sha256: '', cut: false } },
    failure: null,
    started_at: '',
    ms: 0,
  }
}

/** `settings`: the writes of the webhook that count; those that say all of it where there are none. */
type HeardFinding = { finding: Finding; read: RecordedExchange; settings?: string[] }

const isTest = ({ operation, role, environment, response }: RecordedExchange): boolean =>
  operation === 'testWebhook' && role === 'main' && environment === 'sandbox' && response?.status === 200

const byDelivery = (
  finding: Finding,
  delivery: RecordedDelivery,
  exchanges: readonly RecordedExchange[],
): HeardFinding | null => {
  const { text } = delivery.body ?? {}
  if (text === undefined || delivery.body?.cut) return null
  const given = { headers: delivery.headers, text, isRight: delivery.fault === null }
  const { id, data } = (parsedJson(text) ?? {}) as { id?: unknown; data?: { order_id?: unknown } | null }
  const test = exchanges.find((one) => isTest(one) && textOf(one.response?.body?.text).includes(`"${textOf(id)}"`))
  const order = data?.order_id
  if (test === undefined && !isRealOrder(order)) return null
  // What a body says of a real event, the feed says too.
  if (test === undefined && finding.pointer?.startsWith('/')) return null
  const of = test === undefined ? (order as string) : specimen
  const entry = heardEntry({ ...given, of })
  const at = `/data/type=${textOf(entry['type'])}`
  const place = placeIn(finding, text, at)
  if (place === null) return null
  const read = hearing(delivery.id, finding.check, of, of === specimen ? '' : textOf(entry['type']), [entry])
  const requests = [...(test ? [test.id] : []), read.id]
  const pointer = `${at}${place.pointer}`
  return { finding: { ...finding, ...place, pointer, requests }, read }
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
  const read = hearing(page.id, page.source, order, type, [])
  return {
    finding: { ...finding, pointer: '/data', expected: `includes ${type}`, received: [], requests: [read.id] },
    read,
  }
}

const isPlacing = ({ operation, role, environment, response, request }: RecordedExchange): boolean =>
  operation === 'createOrder' &&
  role === 'main' &&
  environment === 'sandbox' &&
  response?.status === 201 &&
  request.body?.cut === false

/** A test of the webhook after which nothing came, while an order's event does: else nothing shows that the receiver can be reached. */
const bySilence = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  const test = exchanges.find((one) => isTest(one) && finding.requests.at(-1) === one.id)
  if (finding.received !== 'never delivered' || test === undefined) return null
  const read = hearing(`${test.id} heard`, finding.check, specimen, '', [])
  const found = { ...finding, pointer: '/data', expected: `includes ${specimen}`, received: [] }
  const order = exchanges.findLast(isPlacing)
  return { finding: { ...found, requests: [...(order ? [order.id] : []), test.id, read.id] }, read }
}

const isSetting = ({ operation, role, environment, response }: RecordedExchange): boolean =>
  operation === 'setWebhook' && role === 'main' && environment === 'sandbox' && response?.status === 200

/** An event of an order that never came, under the subscription of that moment. */
const bySubscription = (finding: Finding, exchanges: readonly RecordedExchange[]): HeardFinding | null => {
  const type = textOf(finding.expected)
  const at = exchanges.findIndex(({ id }) => id === finding.requests.at(-1))
  const [, order] = /\/orders\/(ord_[\w-]+)\//.exec(exchanges[at]?.request.url ?? '') ?? []
  if (finding.received !== 'never delivered' || !/^order\.\w+$/.test(type) || order === undefined) return null
  const before = exchanges.slice(0, at).filter(isSetting)
  const settings = [before.findLast(hearsAll), before.at(-1)].flatMap((one) => one?.id ?? [])
  const read = hearing(`${exchanges[at]!.id} heard`, finding.check, order, type, [])
  const found = { ...finding, pointer: '/data', expected: `includes ${type}`, received: [] }
  return { finding: { ...found, requests: [exchanges[at]!.id, read.id] }, read, settings }
}

/** Null where it is about no delivery that a script can bring about. */
export const asHeard = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: readonly RecordedDelivery[],
): HeardFinding | null => {
  const delivery = deliveries.find(({ id }) => id === finding.requests.at(-1))
  if (delivery) return byDelivery(finding, delivery, exchanges)
  return byFeed(finding, exchanges) ?? bySilence(finding, exchanges) ?? bySubscription(finding, exchanges)
}
