// Requests that no client should send, byte for byte, and what may come back: a documented refusal, never a failure.
import { brokenTexts, laxTexts, notObjects, oddTexts, otherTypes } from './json-texts.ts'
import type { CreateOrderRequest } from './order-ground.ts'

/**
 * One raw request. `statuses` are all that the contract and its freedoms let it answer; with 201 among them the request
 * may place an order, whose lender reference is that of the valid order it was made from. A refusal has the standard body
 * and a correlation id of its own, as any other.
 */
export type Hostile = {
  id: string
  rules: readonly string[]
  headers: readonly (readonly [name: string, value: string])[]
  body: Uint8Array
  statuses: readonly number[]
  /** The code that a refusal with the only status must have, and the row that says so. */
  code?: { value: string; rule: string }
}

type Case = Omit<Hostile, 'body' | 'headers'> & { type?: string | null; body: string | Uint8Array }

/** Any of these may come where the contract leaves open whether such a body is taken. */
const open = [201, 400, 413, 422]
const wrong = [400, 422]
const tooMuch = [400, 413, 422]

const malformed = 'errors.malformed-json-is-400'
const wrongType = 'errors.wrong-type-is-400-or-422'
const readAsJson = 'conventions.request-bodies-are-read-as-json'

const levels = 10_000
const megabyte = 1_000_000

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const joined = (...pieces: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(pieces.flatMap((piece) => (typeof piece === 'string' ? [...bytes(piece)] : piece)))

/** The JSON text of an object with further members, given as JSON text, at its end. */
const withMembers = (valid: object, members: string): string => `${JSON.stringify(valid).slice(0, -1)},${members}}`

const nested = (depth: number, inner = ''): string => '['.repeat(depth) + inner + ']'.repeat(depth)

const malformedCases = (json: string): Case[] =>
  Object.entries(brokenTexts(json)).map(([id, body]) => ({
    id: `json.${id}`,
    rules: [malformed],
    body,
    statuses: [400],
  }))

const typeCases = (json: string): Case[] =>
  Object.entries(otherTypes).map(([id, type]) => ({
    id: `type.${id}`,
    rules: ['errors.unsupported-content-type-is-415'],
    type,
    body: json,
    statuses: [415],
    code: { value: 'unsupported_media_type', rule: 'errors.content-type-refusal-is-unsupported-media-type' },
  }))

const shapeCases = (): Case[] => [
  ...Object.entries(notObjects).map(([id, body]) => ({ id: `top.${id}`, rules: [wrongType], body, statuses: wrong })),
  { id: 'deep.top-level', rules: [wrongType], body: nested(levels), statuses: tooMuch },
]

const encodingCases = (valid: CreateOrderRequest): Case[] => {
  const json = JSON.stringify(valid)
  const head = `${json.slice(0, -1)},"appraiser_instructions":"gate `
  const takenOrNot = { rules: [readAsJson], statuses: [201, 400] }
  return [
    { id: 'utf-8.stray-byte', ...takenOrNot, body: joined(head, [0xff], '"}') },
    { id: 'utf-8.latin-1', ...takenOrNot, body: joined(head, [0xe9], 'tage"}') },
    { id: 'utf-8.cut-sequence', ...takenOrNot, body: joined(head, [0xf0, 0x9f, 0x8f], '"}') },
    { id: 'utf-8.overlong', ...takenOrNot, body: joined(head, [0xc0, 0xaf], '"}') },
    { id: 'utf-8.encoded-surrogate', ...takenOrNot, body: joined(head, [0xed, 0xa0, 0x80], '"}') },
    { id: 'utf-8.before-the-object', rules: [malformed], statuses: [400], body: joined([0xff, 0xfe, 0xfd], json) },
    {
      id: 'utf-16',
      rules: [readAsJson],
      statuses: [201, 400, 415],
      body: new Uint8Array(Buffer.from(json, 'utf16le')),
    },
  ]
}

const textCases = (valid: CreateOrderRequest): Case[] =>
  Object.entries(oddTexts).map(([id, text]) => ({
    id: `text.${id}`,
    rules: [readAsJson],
    statuses: open,
    body: withMembers(valid, `"appraiser_instructions":"${text}"`),
  }))

/** As many as a statement of a database may not take. */
const repeated = (entry: object): object[] => Array.from({ length: 1_500 }, () => entry)

const sizeCases = (valid: CreateOrderRequest): Case[] => {
  const large = 'x'.repeat(megabyte)
  const [borrower] = valid.borrowers
  const cases: (Omit<Case, 'rules'> & { rule?: string })[] = [
    { id: 'large.text', statuses: open, body: withMembers(valid, `"appraiser_instructions":"${large}"`) },
    {
      id: 'large.name',
      statuses: open,
      body: JSON.stringify({ ...valid, borrowers: [{ ...borrower, first_name: large }] }),
    },
    { id: 'large.key', statuses: open, body: withMembers(valid, `"${large}":1`) },
    {
      id: 'many.unknown-keys',
      statuses: open,
      body: withMembers(valid, Array.from({ length: levels }, (_, n) => `"x${n}":${n}`).join()),
    },
    {
      id: 'many.add-ons',
      statuses: tooMuch,
      rule: 'create.unknown-add-on-refused',
      body: JSON.stringify({ ...valid, add_on_codes: Array.from({ length: levels }, (_, n) => `assay-${n}`) }),
    },
    {
      id: 'many.borrowers',
      statuses: tooMuch,
      rule: 'create.three-borrowers-refused',
      body: JSON.stringify({ ...valid, borrowers: Array.from({ length: levels }, () => borrower) }),
    },
    {
      id: 'many.contacts',
      statuses: open,
      body: JSON.stringify({
        ...valid,
        borrowers: [{ ...borrower, contacts: repeated({ type: 'phone', role: 'work', value: '+1 512 555 0148' }) }],
        parties: { additional_contacts: repeated({ purpose: 'report', name: 'Desk', email: 'desk@example.com' }) },
      }),
    },
    { id: 'deep.unknown-field', statuses: open, body: withMembers(valid, `"x":${nested(levels)}`) },
    {
      id: 'deep.unknown-objects',
      statuses: open,
      body: withMembers(valid, `"x":${'{"x":'.repeat(levels)}1${'}'.repeat(levels)}`),
    },
    {
      id: 'deep.notes',
      statuses: tooMuch,
      rule: wrongType,
      body: withMembers(valid, `"notes":${nested(levels, '1')}`),
    },
  ]
  return cases.map(({ rule = readAsJson, ...rest }) => ({ ...rest, rules: [rule] }))
}

const numberCases = (valid: CreateOrderRequest): Case[] => {
  const { order_type_code: _, ...rest } = valid
  const { due_date: __, ...undated } = valid
  return [
    {
      id: 'number.beyond-range',
      rules: [wrongType],
      statuses: wrong,
      body: withMembers(rest, '"order_type_code":1e999'),
    },
    {
      id: 'number.many-digits',
      rules: [wrongType],
      statuses: wrong,
      body: withMembers(undated, `"due_date":${'9'.repeat(5000)}`),
    },
    { id: 'number.tiny', rules: [wrongType], statuses: wrong, body: withMembers(undated, '"due_date":-1e-999') },
    {
      id: 'number.unknown-field',
      rules: [readAsJson],
      statuses: open,
      body: withMembers(valid, `"x":1e999,"y":${'9'.repeat(5000)}`),
    },
  ]
}

const keyCases = (valid: CreateOrderRequest): Case[] => {
  const members: Record<string, [string, readonly number[]]> = {
    'prototype-member': ['"__proto__":{"rush":true,"lender_reference":"polluted"}', open],
    'prototype-text': ['"__proto__":"x"', open],
    'constructor-prototype': ['"constructor":{"prototype":{"rush":true}}', open],
    'object-methods': ['"toString":1,"hasOwnProperty":null,"then":"x"', open],
    'empty-key': ['"":1', open],
    'same-key-twice': [`"order_type_code":${JSON.stringify(valid.order_type_code)}`, [201, 400]],
    'same-key-other-value': ['"order_type_code":"assay-no-such-code"', [201, 400, 422]],
  }
  return Object.entries(members).map(([id, [text, statuses]]) => ({
    id: `key.${id}`,
    rules: [readAsJson],
    statuses,
    body: withMembers(valid, text),
  }))
}

const headerCases = (json: string): (Case & { extra?: readonly (readonly [string, string])[] })[] => [
  { id: 'empty.body', rules: [readAsJson], statuses: wrong, body: '' },
  { id: 'empty.spaces', rules: [readAsJson], statuses: wrong, body: ' \r\n\t ' },
  { id: 'type.missing', rules: [readAsJson], type: null, statuses: [201, 400, 415], body: json },
  { id: 'type.json-suffix', rules: [readAsJson], type: 'application/vnd.assay+json', statuses: [201, 415], body: json },
  { id: 'type.no-media-type', rules: [readAsJson], type: 'json', statuses: [400, 415], body: json },
  {
    id: 'coding.gzip-that-is-none',
    rules: [readAsJson],
    statuses: [201, 400, 415],
    body: json,
    extra: [['Content-Encoding', 'gzip']],
  },
]

const finish = ({
  type = 'application/json',
  body,
  extra = [],
  ...rest
}: Case & { extra?: Hostile['headers'] }): Hostile => ({
  ...rest,
  headers: [...(type === null ? [] : [['Content-Type', type] as const]), ...extra],
  body: typeof body === 'string' ? bytes(body) : body,
})

/** Hostile forms of an order that is valid and carries a lender reference. */
export const hostileCreates = (valid: CreateOrderRequest): Hostile[] => {
  const json = JSON.stringify(valid)
  const lax = Object.entries(laxTexts(json)).map(([id, body]) => ({
    id: `lax.${id}`,
    rules: [readAsJson],
    statuses: [201, 400, 422],
    body,
  }))
  return [
    ...malformedCases(json),
    ...lax,
    ...typeCases(json),
    ...shapeCases(),
    ...encodingCases(valid),
    ...textCases(valid),
    ...numberCases(valid),
    ...keyCases(valid),
    ...sizeCases(valid),
    ...headerCases(json),
  ].map(finish)
}
