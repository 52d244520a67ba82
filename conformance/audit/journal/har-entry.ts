// One entry of a HAR 1.2 log as tools write it, with the fields that the simulator's journal adds; every field may be missing.

import { instantIn } from '../../contract/instant.ts'
import { isObject } from '../../contract/is-object.ts'
import { textOf } from '../../evidence/exchange.ts'
import { isUnmarkedBase64, lengthIn } from './sent-length.ts'

type NameValue = { name?: string; value?: string }

export type HarBody = {
  mimeType?: string
  text?: string
  encoding?: string
  _truncated?: boolean
  comment?: string
  /** Playwright's name for a file beside the recording that holds the body. */
  _file?: string
}

export type HarEntry = {
  startedDateTime: string
  time?: number
  request: {
    method: string
    url: string
    headers?: NameValue[]
    postData?: HarBody & { params?: (NameValue & { fileName?: string; contentType?: string })[] }
    bodySize?: number
  }
  response?: { status?: number; headers?: NameValue[]; content?: HarBody; _error?: string; _failureText?: string }
  _id?: string
  _kind?: string
  _environment?: string | null
  _operation?: string | null
  _client_id?: string | null
  _domain_time?: string
  _fault?: string | null
  _error?: string
  /** What browsers say of themselves: the page of a call, and the kind of resource. */
  pageref?: string
  _resourceType?: string
  _event?: { id?: string; type?: string; attempt?: number | null }
  /** Whether the simulator knows the client to start with it. */
  _start?: boolean
  /** Polly.JS numbers the calls that are alike. */
  _order?: number
}

/** What keeps a value from being an entry; null where nothing does. */
export const faultOfEntry = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no object'
  const { request, startedDateTime } = value as Partial<HarEntry>
  if (typeof startedDateTime !== 'string' || Number.isNaN(instantIn(startedDateTime)))
    return 'it has no `startedDateTime`'
  if (typeof request?.method !== 'string') return 'it has no `request.method`'
  if (typeof request.url !== 'string' || !URL.canParse(request.url)) return 'its `request.url` is no URL'
  return null
}

const isOf = {
  text: (value: unknown): value is string => typeof value === 'string',
  number: (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value),
  flag: (value: unknown): value is boolean => typeof value === 'boolean',
  object: isObject,
  list: Array.isArray,
}

type Fields = Record<string, keyof typeof isOf>

const body: Fields = {
  mimeType: 'text',
  text: 'text',
  encoding: 'text',
  _truncated: 'flag',
  comment: 'text',
  _file: 'text',
}

/** Of an object the fields that are of their type: one that is not counts as missing, as any field but a few may be. */
const kept = (given: unknown, fields: Fields): Record<string, unknown> => {
  // In one order, so that all entries of a journal have the same few shapes: as many shapes as objects take more room than what they hold.
  const fit: Record<string, unknown> = {}
  if (!isObject(given)) return fit
  for (const name in fields) {
    const value = given[name]
    if (value !== undefined && Object.hasOwn(given, name) && isOf[fields[name]!](value)) fit[name] = value
  }
  return fit
}

const bodyIn = (given: unknown): object => {
  const read = kept(given, body)
  if (isObject(given) && Array.isArray(given['params']))
    read['params'] = given['params']
      .filter(isObject)
      .map((one) => kept(one, { name: 'text', value: 'text', fileName: 'text', contentType: 'text' }))
  return read
}

const sentBodyIn = (given: object, { headers, bodySize }: Partial<HarEntry['request']>): object => {
  const read: HarBody = bodyIn(given)
  if (read.encoding !== undefined || isBase64(read)) return read
  const isUnmarked = isUnmarkedBase64(read.text ?? '', lengthIn(headersIn(headers), bodySize))
  return isUnmarked ? { ...read, encoding: 'base64' } : read
}

const requestFields: Fields = { method: 'text', url: 'text', headers: 'list', bodySize: 'number' }
const responseFields: Fields = { status: 'number', headers: 'list', _error: 'text', _failureText: 'text' }

const marks: Fields = {
  startedDateTime: 'text',
  time: 'number',
  _id: 'text',
  _kind: 'text',
  _environment: 'text',
  _operation: 'text',
  _client_id: 'text',
  _domain_time: 'text',
  _fault: 'text',
  _error: 'text',
  pageref: 'text',
  _resourceType: 'text',
  _start: 'flag',
  _order: 'number',
}

/** What is read of an entry that has no fault. */
export const readable = (entry: HarEntry): HarEntry => {
  const { request, response, _event } = entry
  const read = kept(entry, marks)
  const sent = kept(request, requestFields)
  if (isObject(request.postData)) sent['postData'] = sentBodyIn(request.postData, sent)
  read['request'] = sent
  if (isObject(response)) {
    const received = kept(response, responseFields)
    if (isObject(response.content)) received['content'] = bodyIn(response.content)
    read['response'] = received
  }
  if (isObject(_event)) read['_event'] = kept(_event, { id: 'text', type: 'text', attempt: 'number' })
  return read as HarEntry
}

const pairs = new WeakMap<NameValue, [name: string, value: string]>()

/** Headers that entries share have one pair. */
const pairOf = (header: NameValue & { name: string }): [name: string, value: string] => {
  const known = pairs.get(header) ?? [header.name, String(header.value ?? '')]
  pairs.set(header, known)
  return known
}

const isNamed = (header: NameValue | null): header is NameValue & { name: string } => typeof header?.name === 'string'

/** By `map`, whose list has no room to spare. */
export const headersIn = (headers: NameValue[] | undefined): [name: string, value: string][] =>
  (Array.isArray(headers) ? headers : []).filter(isNamed).map(pairOf)

const isBase64 = ({ encoding, comment }: HarBody): boolean => encoding === 'base64' || comment === 'in base64'

export const bytesIn = (body: HarBody | undefined): Uint8Array | null =>
  typeof body?.text !== 'string' || body.text === ''
    ? null
    : new Uint8Array(Buffer.from(body.text, isBase64(body) ? 'base64' : 'utf8'))

/** The text of a body; undefined where it has none, or none that is known to be text. */
export const textIn = (body: HarBody | undefined): string | undefined => {
  if (typeof body?.text !== 'string' || body.text === '') return undefined
  return isBase64(body) ? textOf(bytesIn(body)!) : body.text
}

const isForm = (mimeType = ''): boolean => mimeType === '' || /^application\/x-www-form-urlencoded\b/i.test(mimeType)

/** Some tools list the fields of a form and leave its text out; of JSON, chrome-har lists the members, which is not what was sent. */
export const sentBytes = (postData: HarEntry['request']['postData']): Uint8Array | null => {
  const own = bytesIn(postData)
  if (own !== null || !Array.isArray(postData?.params) || !isForm(postData.mimeType)) return own
  const fields = postData.params.map(({ name = '', value = '' }): [string, string] => [name, value])
  return fields.length === 0 ? null : new Uint8Array(Buffer.from(new URLSearchParams(fields).toString()))
}
