// From what the journal keeps to HAR 1.2, when somebody asks for it.
import { isUtf8 } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Dropped } from './create-journal.ts'
import type { Har, JournalEntry } from '../public/har-types.ts'
import { oddQuery } from './odd-query.ts'
import { packageVersion } from './package-version.ts'
import { bytesOf } from './record.ts'
import type { Head, Header, KeptBody, JournalRecord } from './record.ts'

type NameValue = { name: string; value: string }

const linesOf = (text: string): Header[] =>
  text
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])

const inTurn = (text: string): Header[] => {
  const texts = text.split('\n')
  return Array.from({ length: texts.length >> 1 }, (_, n) => [texts[2 * n]!, texts[2 * n + 1]!] as const)
}

/** Without the pseudo headers of HTTP/2, which HAR has fields for. */
export const headersOf = (head: Head): NameValue[] => {
  let pairs: readonly Header[]
  if (typeof head !== 'string') pairs = head
  else pairs = head.startsWith('HTTP/') ? linesOf(head) : inTurn(head)
  return pairs.filter(([name]) => !name.startsWith(':')).map(([name, value]) => ({ name, value }))
}

const valueOf = (headers: readonly NameValue[], wanted: string): string =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''

const bodyOf = (body: KeptBody, mimeType: string): JournalEntry['response']['content'] => {
  const bytes = bytesOf(body)
  const isText = isUtf8(bytes)
  return {
    size: body.size,
    mimeType,
    ...(bytes.length > 0 && { text: bytes.toString(isText ? 'utf8' : 'base64') }),
    ...(!isText && { encoding: 'base64' as const }),
    ...(body.truncated && { _truncated: true as const }),
  }
}

const requestOf = ({ request }: JournalRecord): JournalEntry['request'] => {
  const headers = headersOf(request.head)
  const { size, ...postData } = bodyOf(request.body, valueOf(headers, 'content-type'))
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
  return {
    method: request.method,
    url: request.url,
    httpVersion: request.httpVersion,
    cookies: [],
    headers,
    queryString: [...new URLSearchParams(search)].map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: size,
    ...((size > 0 || request.body.truncated) && { postData: { ...postData, text: postData.text ?? '' } }),
  }
}

const responseOf = ({ request, response }: JournalRecord): JournalEntry['response'] => {
  const headers = response ? headersOf(response.head) : []
  const status = response?.status ?? 0
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: response ? request.httpVersion : '',
    cookies: [],
    headers,
    content: response ? bodyOf(response.body, valueOf(headers, 'content-type')) : { size: 0, mimeType: '' },
    redirectURL: valueOf(headers, 'location'),
    headersSize: -1,
    bodySize: response?.body.size ?? -1,
  }
}

const iso = (at: number): string => new Date(at).toISOString()

export const idOf = ({ id }: JournalRecord): string => `j${id}`

const oddIn = ({ operation, request, response }: JournalRecord): Pick<JournalEntry, '_odd_query'> => {
  const odd = response !== null && response.status < 400 ? oddQuery(operation, request.url) : []
  return odd.length > 0 ? { _odd_query: odd } : {}
}

export const toEntry = (record: JournalRecord): JournalEntry => ({
  startedDateTime: iso(record.at),
  time: record.totalMs,
  request: requestOf(record),
  response: responseOf(record),
  cache: {},
  timings: { send: 0, wait: record.waitMs, receive: Math.round((record.totalMs - record.waitMs) * 10) / 10 },
  _id: idOf(record),
  _kind: record.kind,
  _environment: record.environment,
  _operation: record.operation,
  _client_id: record.clientId,
  _order_id: record.orderId,
  _domain_time: iso(record.domainAt),
  _fault: record.fault,
  ...(record.error !== null && { _error: record.error }),
  ...(record.event && { _event: record.event }),
  ...oddIn(record),
  ...(record.isStart && { _start: true as const }),
})

const counted = (count: number, one: string, more: string): string[] =>
  count === 0 ? [] : [`${count} older ${count === 1 ? one : more}`]

/** Empty where nothing was dropped. */
export const droppedWords = ({ requests, deliveries }: Dropped): string =>
  [...counted(requests, 'request', 'requests'), ...counted(deliveries, 'delivery', 'deliveries')].join(' and ')

export const toHar = (entries: JournalEntry[], dropped: Dropped): Har => ({
  log: {
    version: '1.2',
    creator: { name: 'assay', version: packageVersion() },
    pages: [],
    entries,
    ...(droppedWords(dropped) !== '' && {
      comment: `Dropped: ${droppedWords(dropped)}; --journal-entries and --journal-bytes keep more.`,
    }),
  },
})
