// Violations of the schema of a create, made from the rule rows about it: a constraint that the schema lacks is not violated.
import type { RuleInput } from '../contract/contract.ts'
import type { CreateOrderRequest } from './order-ground.ts'
import { inputRows, type RequestField } from './request-fields.ts'
import { otherDates, otherTypes } from './wrong-values.ts'
import { eitherCode, setAt, structural, valueIn, type Template } from './violation.ts'

const unreadable = [400, 422]

type Make = (sent: unknown, request: CreateOrderRequest) => unknown
type Change = Pick<Template, 'id' | 'at' | 'mutate' | 'family'>

/** The changes of a body that violate a keyword of a field; none where its schema does not have the keyword. */
type Violating = (field: RequestField, at: string, value: unknown) => Change[]

// An entry of an array of objects is complete save for the value that is wrong.
const complete: [at: string, entry: (request: CreateOrderRequest, turn: number) => object][] = [
  ['notes.0', () => ({ type: 'order', text: 'Call ahead.' })],
  ['parties.additional_contacts.0', () => ({ purpose: 'report', name: 'Closing Desk', email: 'closing@example.com' })],
  [
    'parties.real_estate_agent',
    () => ({
      first_name: 'Noor',
      last_name: 'Sample',
      contacts: [{ type: 'phone', role: 'work', value: '+1 512 555 0177' }],
    }),
  ],
  [
    'borrowers.1',
    (_, turn) => ({
      role: 'co_borrower',
      first_name: ['Noor', 'Ana'][turn % 2],
      last_name: 'Example',
      contacts: [{ type: 'email', role: 'home', value: 'noor@example.com' }],
    }),
  ],
  ['borrowers.0.address', ({ property }) => ({ postal_code: property.address.postal_code })],
]

/** Puts a value in, made of the one that is there, with the complete entry around it where the valid order has none. */
const put = (id: string, path: string, make: Make, family = id): Change => {
  const [at, entry] = complete.find(([prefix]) => path.startsWith(`${prefix}.`)) ?? [path]
  return {
    id,
    family,
    at: [at],
    mutate: (request) => {
      if (entry) setAt(request, at, entry(request, 0))
      setAt(request, path, make(valueIn(request, path), request))
    },
  }
}

const oneTooFew =
  (least: number): Make =>
  (sent) =>
    (sent as object[]).slice(0, least - 1)

const oneTooMany =
  (at: string, most: number): Make =>
  (sent, request) => {
    const entries = (sent ?? []) as unknown[]
    const [, entry] = complete.find(([place]) => place === `${at}.1`) ?? [at, () => entries[0] ?? at]
    return [...entries, ...Array.from({ length: most }, (_, turn) => entry(request, turn))]
  }

type Bound = 'minItems' | 'maxItems' | 'minLength' | 'maxLength' | 'minimum' | 'maximum'

/** Beyond the bound of a field by one. */
const beyond =
  (keyword: Bound, id: string, make: (bound: number, at: string) => Make): Violating =>
  ({ schema }, at) => {
    const bound = schema[keyword]
    return typeof bound === 'number' ? [put(`${id}.${at}`, at, make(bound, at))] : []
  }

/** The family of null in the place of a text that must be sent. */
export const nullForText = 'null for a required text'

const isFreeText = (schema: RequestField['schema']): boolean =>
  schema['type'] === 'string' && !['enum', 'format', 'pattern'].some((keyword) => keyword in schema)

const violating: Record<RuleInput['keyword'], Violating> = {
  required: ({ isRequired }, at) => (isRequired ? [put(`missing.${at}`, at, () => undefined)] : []),
  enum: ({ schema }, at, value) => (schema['enum'] ? [put(`member.${at}`, at, () => value)] : []),
  pattern: ({ schema }, at, value) => (schema['pattern'] ? [put(`form.${at}`, at, () => value)] : []),
  minItems: beyond('minItems', 'too-few', oneTooFew),
  maxItems: beyond('maxItems', 'too-many', (most, at) => oneTooMany(at, most)),
  minLength: beyond('minLength', 'too-short', (least) => () => 'a'.repeat(least - 1)),
  maxLength: beyond('maxLength', 'too-long', (most) => () => 'a'.repeat(most + 1)),
  minimum: beyond('minimum', 'too-small', (least) => () => least - 1),
  maximum: beyond('maximum', 'too-large', (most) => () => most + 1),
  format: ({ schema }, at) =>
    schema['format'] === 'date'
      ? Object.entries(otherDates).map(([name, made]) =>
          put(`date.${name}`, at, (sent) => made(String(sent)), `date ${at}`),
        )
      : [],
  type: ({ name, isRequired, isImplied, schema }, at, value) => {
    const { type, items } = schema
    // What the entries of an array are is open where the schema says nothing of them, and so is the array.
    if (type === undefined || (type === 'array' && items === undefined)) return []
    if (value !== undefined) return [put(`type.${at}.${typeof value}`, at, () => value)]
    const others = Object.entries(otherTypes[String(type)] ?? {})
    const changes = others.map(([other, made]) => put(`type.${at}.${other}`, at, made, `type ${name}`))
    // In the place of what may be left out, as far as the contract says, null is open. A text that nothing else is asked of is the one that may slip through.
    const family = isFreeText(schema) && at.includes('.0.') ? nullForText : `type ${name}`
    return isRequired && !isImplied ? [...changes, put(`type.${at}.null`, at, () => null, family)] : changes
  },
}

/** Keywords whose refusal is one of the structure. */
const ofStructure: readonly string[] = ['required', 'type']
/** Keywords by which something is missing. */
const ofAbsence: readonly string[] = ['required', 'minItems']

/** A field that not every order has is violated in one that needs it. */
const where = (path: string): Pick<Template, 'needs' | 'fits' | 'choices'> => {
  if (path === 'loan_type_code') return { needs: 'tiered' }
  if (path === 'loan.fha_case_number') return { fits: ({ certification }) => certification !== 'none' }
  if (path === 'loan.purpose_other') return { needs: 'purpose_other', choices: () => ({ purpose: 'other' }) }
  if (path === 'loan.purchase_price' || path === 'loan.currency')
    return { needs: 'purchase', choices: () => ({ purpose: 'purchase' }) }
  return {}
}

const everyEntry = (path: string): string => path.replaceAll(/\.\d+(?=\.|$)/g, '.*')
const firstEntry = (path: string): string => path.replaceAll('*', '0')

type Row = RuleInput & { rule: string }

/** A row without a path is about every field that has none of its own; a row with one covers it too. */
const templatesOf = (row: Row, rows: readonly Row[], fields: readonly RequestField[]): Template[] => {
  const { rule, path, keyword, value } = row
  const others = rows.filter((other) => other !== row && other.keyword === keyword)
  const meant = fields.filter((field) =>
    path === undefined
      ? !others.some((other) => everyEntry(other.path!) === field.path)
      : field.path === everyEntry(path),
  )
  const general = path === undefined ? [] : others.filter((other) => other.path === undefined)
  const codes = ofStructure.includes(keyword) ? structural : eitherCode
  const createsNothing = ofAbsence.includes(keyword) ? ['create.missing-required-field-creates-nothing'] : []
  return meant.flatMap((field) => {
    const at = firstEntry(path ?? field.path)
    return violating[keyword](field, at, value).map((change) => ({
      ...change,
      rules: [...general.map((other) => other.rule), rule],
      createsNothing,
      ...where(at),
      refusal: { statuses: unreadable, codes, about: [at] },
    }))
  })
}

export const schemaViolations = (fields: readonly RequestField[]): Template[] => {
  const rows = inputRows('refused').flatMap(({ rule, inputs }) => inputs.map((input) => ({ rule, ...input })))
  return rows.flatMap((row) => templatesOf(row, rows, fields))
}
