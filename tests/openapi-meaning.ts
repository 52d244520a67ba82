// What the OpenAPI document says of a value at each place where it is used, for every value that is one change away from a good one.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export type Schema = { $ref?: string; [keyword: string]: unknown }
type Media = Record<string, { schema?: Schema }>
type Part = {
  $ref?: string
  name?: string
  in?: string
  schema?: Schema
  content?: Media
  headers?: Record<string, Part>
}
type Call = { parameters?: Part[]; requestBody?: Part; responses: Record<string, Part>; operationId?: string }
type Item = { parameters?: Part[] } & Record<string, Call>
export type Document = {
  paths: Record<string, Item>
  webhooks: Record<string, Item>
  components: Record<string, unknown>
}

/** Where a schema is used, in words that no name of a component is part of; `text`: of a header or a parameter. */
type Place = { place: string; schema: Schema; text: boolean }

const resolved = (document: Document, part: Part): Part => {
  if (part.$ref === undefined) return part
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref)!
  return (document.components[kind!] as Record<string, Part>)[name!]!
}

/** Every place of a document: bodies, parameters and headers of requests, answers and events. */
export const placesOf = (document: Document): Place[] => {
  const found: Place[] = []
  const bodies = (at: string, content: Media = {}) => {
    for (const [type, { schema }] of Object.entries(content))
      if (schema && /json|form/.test(type)) found.push({ place: `${at} ${type}`, schema, text: false })
  }
  const texts = (at: string, name: string, { schema }: Part) => {
    if (schema) found.push({ place: `${at} ${name}`, schema, text: true })
  }
  const of = (key: string, item: Item) => {
    for (const [method, call] of Object.entries(item) as [string, Call][]) {
      if (method === 'parameters') continue
      const at = key.startsWith('/') ? call.operationId! : key
      for (const part of [...(item.parameters ?? []), ...(call.parameters ?? [])].map((one) => resolved(document, one)))
        texts(at, `${part.in} ${part.name}`, part)
      bodies(`${at} request`, call.requestBody?.content)
      for (const [status, given] of Object.entries(call.responses)) {
        const answer = resolved(document, given)
        bodies(`${at} ${status}`, answer.content)
        for (const [name, header] of Object.entries(answer.headers ?? {}))
          texts(`${at} ${status}`, name, resolved(document, header))
      }
    }
  }
  for (const [key, item] of [...Object.entries(document.paths), ...Object.entries(document.webhooks)]) of(key, item)
  return found
}

/** What may stand in a header, a parameter or a field of text. */
export const texts = [
  '| |0|7|-1|1.5|101|true|x|X|new|new,on_hold|*|order.created|order.none|order.created,*|status|current_status|lender',
  'uad_2_6|failed|supporting|correction|client_credentials|ord_1|ord_test_1|doc_1|evt_1|X\ny|USD|usd|550.00|550.0|550',
  '2026-03-02|2026-02-30|2026-03-02T15:04:08Z|2026-03-02T15:04:08.5+00:00|2026-03-02T15:04:08+01:00|2026-03-02 15:04:08Z',
  `ord_${'x'.repeat(64)}|Service-Webhooks/1.0|t=1,v1=${'a'.repeat(64)}|t=1,v1=a|/v1/orders/ord_1`,
  'https://example.com/|http://example.com/|Wed, 21 Oct 2026 07:28:00 GMT',
].flatMap((line) => line.split('|'))

const lists = [
  [],
  [null],
  ['*'],
  ['*', '*'],
  ['*', 'order.created'],
  ['order.created'],
  ['order.created', 'order.none'],
  [{}],
  [7],
]

const replacements: readonly unknown[] = [null, true, 0, 7, -1, 1.5, 101, {}, ...texts, ...lists]

type Change = { at: string; to: unknown; value: unknown }

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The value itself, and each that differs from it at one point: left out, another value, or one field more. */
export function* changesOf(value: unknown): Generator<Change> {
  yield { at: '', to: 'as it is', value }
  /** Copies no more than the objects on the way. */
  const edited = (one: unknown, [step, ...rest]: readonly string[], edit: (inner: unknown) => unknown): unknown => {
    if (step === undefined) return edit(one)
    if (Array.isArray(one)) return one.with(Number(step), edited(one[Number(step)], rest, edit))
    return { ...(one as object), [step]: edited((one as Record<string, unknown>)[step], rest, edit) }
  }
  const without = (path: readonly string[]): unknown =>
    edited(value, path.slice(0, -1), (holder) => {
      const { [path.at(-1)!]: _gone, ...kept } = holder as Record<string, unknown>
      return kept
    })
  function* below(path: readonly string[], one: unknown): Generator<Change> {
    const at = `/${path.join('/')}`
    const put = (to: unknown): unknown => edited(value, path, () => to)
    for (const to of replacements) yield { at, to, value: put(to) }
    if (path.length > 0 && !/^\d+$/.test(path.at(-1)!)) yield { at, to: 'left out', value: without(path) }
    if (typeof one === 'string') yield { at, to: 'one letter more', value: put(`${one}x`) }
    if (!isObject(one)) return
    if (Array.isArray(one)) {
      yield { at, to: 'three times', value: put([...one, ...one, ...one]) }
      if (one.length > 0) yield* below([...path, '0'], one[0])
      return
    }
    yield { at, to: 'one field more', value: put({ ...one, added: 1 }) }
    for (const [key, inner] of Object.entries(one)) yield* below([...path, key], inner)
  }
  yield* below([], value)
}

/** What a text on the wire can be read as. */
const readingsOf = (text: string): unknown[] => [
  text,
  ...(/^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []),
  ...(/^(true|false)$/.test(text) ? [text === 'true'] : []),
  text.split(','),
]

/** Judges values by the schemas of one document. */
export const judgeOf = (document: Document) => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema({ components: document.components }, 'contract')
  const compiled = new Map<string, ValidateFunction>()
  const compile = (schema: Schema): ValidateFunction => {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"contract#/components')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
    compiled.set(text, validate)
    return validate
  }
  const ofText = (schema: Schema): string =>
    texts.map((one) => Number(readingsOf(one).some((value) => compile(schema)(value)))).join('')
  const known = new Map<string, string>()
  const ofValue = (schema: Schema, value: unknown): string => {
    const key = JSON.stringify([schema, value])
    const validate = compile(schema)
    if (!known.has(key)) known.set(key, Array.from(changesOf(value), (one) => Number(validate(one.value))).join(''))
    return known.get(key)!
  }
  return { ofText, ofValue, accepts: (schema: Schema, value: unknown): boolean => compile(schema)(value) as boolean }
}

/** Verdicts as they are kept: bits in base64. */
export const packed = (bits: string): string =>
  Buffer.from((bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))).toString('base64')

export const unpacked = (text: string): string =>
  [...Buffer.from(text, 'base64')].map((byte) => byte.toString(2).padStart(8, '0')).join('')

/** `values`: what was seen, at which places, with the verdicts on it and on all its changes; `texts`: the verdicts on `texts`. */
export type Meaning = {
  values: { places: string[]; value: unknown; verdicts: string }[]
  texts: Record<string, string>
}
