// A violation in a few words: which value is missing or wrong, and in which request, before the rule is quoted.
import { placeOfFinding } from './differences.ts'
import { shortPath } from './path-of.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'
import { shortened, textOf, valueText } from './texts.ts'

/** The exchanges and deliveries of a run by their id. */
export type Sent = {
  exchanges: ReadonlyMap<string, RecordedExchange>
  deliveries: ReadonlyMap<string, RecordedDelivery>
}

/** Of the whole title, and of what stands before the values, backticks aside. */
const most = 90
const mostBefore = 46

/** Of two lists that are shown whole. */
const mostWhole = 40

const isAbsent = (value: unknown): boolean =>
  value === undefined || /^(?:none|nothing|absent|missing|no such \w+)$/.test(textOf(value))

const commonStart = (one: string, other: string): number => {
  let at = 0
  while (at < one.length && one[at] === other[at]) at += 1
  return at
}

/** Of two long texts that begin alike, what differs, from the beginning of a word on. */
const fromDifference = ([one, other]: [string, string]): [string, string] => {
  const same = one.slice(0, commonStart(one, other))
  const word = Math.max(same.lastIndexOf(' '), same.lastIndexOf(',')) + 1
  const at = same.length - word > 16 ? same.length - 6 : word
  const from = (text: string): string => `…${text.slice(at).replace(/^[\uDC00-\uDFFF]/, '')}`
  return at > 6 ? [from(one), from(other)] : [one, other]
}

const asJson = (value: unknown): string => (typeof value === 'string' ? JSON.stringify(value) : valueText(value))

/** Both values in N characters: a short one leaves its room to the other. */
const bothIn = (room: number, expected: unknown, received: unknown): [string, string] => {
  let both: [string, string] = [valueText(expected), valueText(received)]
  if (both[0] === both[1]) both = [asJson(expected), asJson(received)]
  if (both[0].length + both[1].length <= room) return both
  const [one, other] = fromDifference(both)
  const half = Math.floor(room / 2)
  return [
    shortened(one, Math.max(half, room - other.length)),
    shortened(other, Math.max(room - half, room - one.length)),
  ]
}

/** No name of a target ends the quoting. */
const quoted = (text: string): string => `\`${text.replaceAll('`', 'ˋ')}\``

/** Entries of lists that stand in one of them alone; of values that are no lists, or whose entries are the same, nothing. */
const entriesApart = (expected: unknown, received: unknown): { missing: unknown[]; further: unknown[] } | null => {
  if (!Array.isArray(expected) || !Array.isArray(received)) return null
  const texts = (list: readonly unknown[]): Set<string> => new Set(list.map(textOf))
  const [wanted, got] = [texts(expected), texts(received)]
  const missing = expected.filter((one) => !got.has(textOf(one)))
  const further = received.filter((one) => !wanted.has(textOf(one)))
  return missing.length + further.length === 0 ? null : { missing, further }
}

const listText = (list: readonly unknown[]): string => (list.length === 0 ? 'none' : list.map(textOf).join(', '))

/** Lists as a title has them: whole where they are short, else the entries that one of them lacks. */
const listValues = (expected: unknown[], received: unknown[]): [string, string] => {
  const whole: [string, string] = [listText(expected), listText(received)]
  const apart = entriesApart(expected, received)
  if (apart === null || whole[0].length + whole[1].length <= mostWhole) return whole
  const { missing, further } = apart
  return missing.length > 0
    ? [listText(missing.slice(0, 1)), 'none such']
    : ['none such', listText(further.slice(0, 1))]
}

const withValues = (before: string, expected: unknown, received: unknown): string => {
  const room = most - before.replaceAll('`', '').length - ': expected , received '.length
  const [wanted, got] = bothIn(room, expected, received).map((text) => text.replaceAll('`', 'ˋ'))
  return `${before}: expected ${wanted}, received ${got}`
}

const pathWith =
  (positionOf: (position: string) => string) =>
  (pointer: string): string =>
    pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((path, part) => {
        if (/^\d+$/.test(part)) return `${path}[${positionOf(part)}]`
        return path === '' ? part : `${path}.${part}`
      }, '')

/** `/data/0/status/changed_at` as `data[].status.changed_at`, so that one title stands for all entries. */
const placeName = pathWith(() => '')

/** Of a value that was worked out from several answers, the entry is all that there is to name. */
const entryName = pathWith((position) => position)

const notServed = new Set(['404', '405', '501'])

/** The one status that a value names. */
const statusIn = (value: unknown): string | null => {
  const isObject = typeof value === 'object' && !Array.isArray(value)
  const [status, ...others] = (isObject ? '' : textOf(value)).match(/\b[1-5]\d\d\b/g) ?? []
  return status === undefined || others.length > 0 ? null : status
}

const eventType = ({ headers }: RecordedDelivery): string =>
  headers.find(([name]) => name.toLowerCase() === 'x-service-event-type')?.[1] ?? ''

/** `POST /orders/{id}/hold`, so that one path stands for all orders; `webhook order.created`. */
const requestName = ({ requests }: Finding, { exchanges, deliveries }: Sent): string => {
  const id = requests.at(-1) ?? ''
  const delivery = deliveries.get(id)
  if (delivery) return `webhook ${eventType(delivery)}`.trim()
  const exchange = exchanges.get(id)
  if (!exchange) return ''
  const path = shortPath(exchange.request.url)
    .replace(/\?.*$/s, '')
    .replace(/\/[a-z]{2,6}_[^/]{6,}/g, '/{id}')
  return `${exchange.request.method} ${path}`
}

/** What a rule claims, in the words of its id: what several answers show is about no one place. */
const claimOf = (rule: string): string => rule.slice(rule.indexOf('.') + 1).replaceAll('-', ' ')

/** What the values are of. */
const subjectAt = (finding: Finding, place: string | null, traffic: Sent): string => {
  const { pointer, rule } = finding
  if (pointer?.startsWith('header:')) return `Header ${quoted(shortened(pointer.slice(7), mostBefore - 7))}`
  const name = placeName(place ?? '')
  if (pointer !== null && name !== '') return quoted(shortened(name, mostBefore))
  const request = requestName(finding, traffic)
  const entry = entryName(place ?? '')
  // A create that was taken names what was wrong in it.
  if (request !== '' && entry !== '' && entry !== 'status' && !entry.startsWith('[')) {
    const first = shortened(request, mostBefore / 2)
    return `${quoted(first)} ${quoted(shortened(entry, mostBefore - first.length))}`
  }
  if (request !== '' && (pointer !== null || entry === 'status')) return quoted(shortened(request, mostBefore))
  const claim = claimOf(rule)
  const both = `${request}, ${claim}`
  if (request !== '' && both.length <= mostBefore - 8) return `${quoted(request)}, ${claim}`
  return claim.length <= mostBefore ? claim : quoted(shortened(rule, mostBefore))
}

/** The key has the name of what answered, and the status. */
const beforeTheService = (finding: Finding, traffic: Sent): string => {
  const [, name = 'something', status = ''] = /^(.*) (\d{3})$/.exec(finding.key ?? '') ?? []
  const request = requestName(finding, traffic)
  const subject = request === '' ? '' : ` to ${quoted(shortened(request, mostBefore))}`
  return `Something before the service answered${subject}: ${status} by ${name}`
}

/** With names between backticks; null where the finding has no values to report. */
export const violationTitle = (finding: Finding, traffic: Sent): string | null => {
  const { pointer } = finding
  if (finding.kind === 'not_the_service') return beforeTheService(finding, traffic)
  if (finding.kind === 'nested_error') {
    const under = quoted(shortened(finding.key ?? '', 20))
    const request = requestName(finding, traffic)
    return `The error body is nested under ${under}${request === '' ? '' : `: ${quoted(shortened(request, mostBefore))}`}`
  }
  const answered = requestName(finding, traffic)
  if (finding.kind === 'unreadable_body' && pointer === null && answered !== '')
    return withValues(`Body of ${quoted(shortened(answered, mostBefore - 8))}`, finding.expected, finding.received)
  if (pointer === 'status') {
    const [wanted, got] = [statusIn(finding.expected), statusIn(finding.received)]
    const request = requestName(finding, traffic)
    const subject = request === '' ? 'Status' : quoted(shortened(request, mostBefore))
    if (finding.kind === 'not_served' && got !== null) return `${subject} is not served (${got})`
    if (wanted === null || got === null || wanted === got)
      return withValues(subject, finding.expected, finding.received)
    // A path without an id leads to no resource that might not be there.
    if (notServed.has(got) && request !== '' && !request.includes('{id}')) return `${subject} is not served (${got})`
    return `${subject}: expected ${wanted}, received ${got}`
  }
  if (finding.kind === 'bad_signature')
    return shortened(`Signature of a delivery: received ${valueText(finding.received)}`, most)
  if (Array.isArray(finding.expected) && Array.isArray(finding.received)) {
    const [wanted, got] = listValues(finding.expected, finding.received)
    return withValues(subjectAt(finding, pointer, traffic), wanted, got)
  }
  const { pointer: place, expected, received } = placeOfFinding(finding)
  const subject = subjectAt(finding, place, traffic)
  const isPlace = pointer?.startsWith('header:') || (pointer !== null && placeName(place ?? '') !== '')
  if (isPlace && isAbsent(received) && !isAbsent(expected)) return `${subject} is missing`
  if ((expected ?? received ?? null) === null) return null
  // What it was an answer to, and what else would do, stand below.
  const [, status] = /^([1-5]\d\d), to /.exec(textOf(received)) ?? []
  if (status !== undefined)
    return withValues(subject, typeof expected === 'string' ? expected.split(': ')[0] : expected, Number(status))
  const missed = typeof expected === 'string' ? /^includes (.*)$/s.exec(expected)?.[1] : undefined
  const isLong = valueText(expected).length + valueText(received).length > most - subject.length - 22
  return missed !== undefined && isLong && Array.isArray(received)
    ? withValues(subject, `an entry ${missed}`, received.length === 0 ? 'none' : 'none such')
    : withValues(subject, expected, received)
}

const sentIn = (run: Titled, { requests }: Finding): Sent => {
  const named = <One extends { id: string }>(all: readonly One[]): Map<string, One> =>
    new Map(all.filter(({ id }) => requests.includes(id)).map((one) => [one.id, one]))
  return { exchanges: named(run.exchanges), deliveries: named(run.deliveries) }
}

type Titled = {
  exchanges: readonly RecordedExchange[]
  deliveries: readonly RecordedDelivery[]
  rules: readonly { rule: string; text: string }[]
}

/** What the title of a violation begins with: the field, the header or the request. */
export const subjectOf = (finding: Finding, run: Titled): string =>
  subjectAt(finding, placeOfFinding(finding).pointer, sentIn(run, finding))

/** The title of a violation in every report; without backticks where they mean nothing. */
export const titleOf = (finding: Finding, run: Titled): string =>
  violationTitle(finding, sentIn(run, finding)) ??
  shortened(`Violated: ${run.rules.find(({ rule }) => rule === finding.rule)?.text ?? finding.rule}`, most)
