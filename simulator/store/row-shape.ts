// What the rows of a store are, field by field, wherever they come from: a data file or an exported world, also of an older version.
import { isObject } from '../lib/is-object.ts'

/** Field by field: text, number, flag, object, list or texts, a list of them; with `?` it may be null, and is where an older version had no such field. */
const rows = {
  companies: `id:text name:text currency:text shares_appraiser:flag invoices_through_platform:flag issues_compliance_certificate:flag
    issues_borrower_certificate:flag collateral_portal:flag provides_review_report:flag review_first:object status_labels:object
    catalog:list next_order_number:number`,
  lenders: `id:text name:text company_id:text billing:text may_cancel:flag may_amend:flag may_message_appraiser:flag`,
  clients: `id:text secret:text lender_id:text environment:text created_at:number revoked_at:number?`,
  orders: `id:text account:text company_id:text client_id:text? order_number:text lender_reference:text? status:object
    previous_status:text? delivered:flag order_type:object loan:object property:object borrowers:list parties:object notes:list
    flags:object appraiser_instructions:text? appraiser:object? created_at:number updated_at:number due_date:text
    requested_due_date:text? appointment_at:number? completed_at:number? fees:object document_ids:texts`,
  documents: `id:text order_id:text account:text kind:text filename:text content_type:text size_bytes:number created_at:number
    purpose:text? description:text?`,
  messages: `id:text order_id:text account:text author:text recipient:text subject:text? body:text? document_ids:texts
    attachments:texts created_at:number`,
  revisions: `id:text order_id:text account:text kind:text status:text reason:text? acknowledgements:object document_ids:texts
    responses:list created_at:number updated_at:number`,
  webhooks: `account:text url:text? enabled:flag events:texts secret:text? secret_rotated_at:number? updated_at:number?`,
  events: `id:text account:text type:text created_at:number order_id:text data:object body:text delivery:object`,
  idempotency: `id:text fingerprint:text order_id:text response:object created_at:number`,
  personas: `id:text name:text lender_id:text? order_id:text? seed:number created_at:number`,
  personaWork: `id:text persona_id:text taken:object`,
  settings: `id:text value:text`,
}

type Name = keyof typeof rows

/** What is read without asking whether it is there, and what may be null, by the path within a row; of a list, within each of its items. */
const within: Partial<Record<Name, Record<string, string>>> = {
  companies: {
    review_first: `order_types:texts loan_types:texts property_types:texts`,
    catalog: `code:text name:text report_format:text appraiser_certification:text active:flag fee:text? loan_types:list
      add_ons:list loan_purposes:texts property_types:texts withheld_from:texts`,
    'catalog.loan_types': `code:text name:text`,
    'catalog.add_ons': `code:text name:text fee:text? requires_adu:flag`,
  },
  orders: {
    status: `code:text changed_at:number`,
    order_type: `code:text name:text`,
    loan: `purpose_other:text? number:text? client:text? investor:text? agency_case_number:text? fha_case_number:text?
      purchase_price:text? currency:text? loan_type:object? add_ons:list`,
    property: `address:object has_adu:flag?`,
    borrowers: `address:object? contacts:list`,
    parties: `real_estate_agent:object? additional_contacts:list`,
    flags: `rush:flag? complex:flag? rural:flag? priority:flag? certified_appraiser_required:flag?`,
    appraiser: `name:text assigned_at:number`,
    fees: `appraisal_fee:text? currency:text`,
  },
  revisions: {
    acknowledgements: `prior_appraisal_provided:flag comparable_sales_provided:flag`,
    responses: `id:text status:text message:text? created_at:number`,
  },
  events: {
    delivery: `status:text attempts:number last_attempt_at:number? next_attempt_at:number? last_response_status:number?`,
  },
  idempotency: { response: `status:number headers:object` },
}

const types: Record<string, string> = {
  text: 'string',
  number: 'number',
  flag: 'boolean',
  object: 'object',
  list: 'array',
  texts: 'array',
}

type Schema = { type?: string | string[]; required?: string[]; properties?: Record<string, Schema>; items?: Schema }

const partsOf = (fields: string): RegExpMatchArray[] => [...fields.matchAll(/(\w+):(\w+)(\??)/g)]

const itemsOf = (named: string, inner: Schema | undefined): Schema => {
  if (named === 'texts') return { items: { type: 'string' } }
  return inner ? { items: { ...inner, type: 'object' } } : {}
}

const fieldsOf = (fields: string, inner: Record<string, string> = {}, path = ''): Schema => {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const [, name, named, mayBeNull] of partsOf(fields)) {
    const type = types[named!]!
    const own = inner[path + name]
    const nested = own === undefined ? undefined : fieldsOf(own, inner, `${path}${name}.`)
    properties[name!] = {
      ...(type === 'array' ? itemsOf(named!, nested) : nested),
      type: mayBeNull ? [type, 'null'] : type,
    }
    if (!mayBeNull) required.push(name!)
  }
  return { required, properties }
}

export const rowSchema = (name: Name): Schema => ({ ...fieldsOf(rows[name], within[name]), type: 'object' })

export const tableNames = Object.keys(rows) as Name[]

type Gaps = { nullable: string[]; within: [field: string, gaps: Gaps][] }

const gapsOf = (fields: string, inner: Record<string, string> = {}, path = ''): Gaps => ({
  nullable: partsOf(fields).flatMap(([, name, , mayBeNull]) => (mayBeNull ? [name!] : [])),
  within: partsOf(fields).flatMap(([, name]): Gaps['within'] => {
    const own = inner[path + name]
    return own === undefined ? [] : [[name!, gapsOf(own, inner, `${path}${name}.`)]]
  }),
})

const gaps = new Map(tableNames.map((name) => [name, gapsOf(rows[name], within[name])]))

const fill = (value: unknown, { nullable, within: inner }: Gaps): void => {
  if (Array.isArray(value)) for (const one of value) fill(one, { nullable, within: inner })
  else if (typeof value === 'object' && value !== null) {
    const own = value as Record<string, unknown>
    for (const name of nullable) if (own[name] === undefined) own[name] = null
    for (const [name, deeper] of inner) fill(own[name], deeper)
  }
}

/** The same row, with null for each field that the version which wrote it did not have. */
export const completeRow = <Row extends object>(table: Name, row: Row): Row => {
  fill(row, gaps.get(table)!)
  return row
}

const isOfType = (value: unknown, type: string): boolean => {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return typeof value === type
}

/** A schema as it is looked at: every row that is read from a file is. */
type Shape = {
  types: readonly string[]
  fields: readonly { name: string; isRequired: boolean; shape: Shape }[]
  items: Shape | undefined
}

const shapeOf = ({ type = [], required = [], properties = {}, items }: Schema): Shape => ({
  types: [type].flat(),
  fields: Object.entries(properties).map(([name, inner]) => ({
    name,
    isRequired: required.includes(name),
    shape: shapeOf(inner),
  })),
  items: items && shapeOf(items),
})

/** The first part that is of no type that it may have: its path, from the last step to the first, and what it had to be. */
type Misfit = { path: (string | number)[]; types: readonly string[] }

const isOfOne = (value: unknown, types: readonly string[]): boolean => {
  for (const type of types) if (isOfType(value, type)) return true
  return false
}

const misfit = (value: unknown, { types, fields, items }: Shape): Misfit | undefined => {
  if (!isOfOne(value, types)) return { path: [], types }
  if (Array.isArray(value)) {
    if (items === undefined) return undefined
    for (let n = 0; n < value.length; n += 1) {
      const found = misfit(value[n], items)
      if (found !== undefined) return at(n, found)
    }
  } else if (typeof value === 'object' && value !== null)
    for (const { name, isRequired, shape } of fields) {
      const inner = (value as Record<string, unknown>)[name]
      if (inner === undefined && !isRequired) continue
      const found = misfit(inner, shape)
      if (found !== undefined) return at(name, found)
    }
  return undefined
}

const at = (step: string | number, found: Misfit): Misfit => {
  found.path.push(step)
  return found
}

const shapes = new Map(tableNames.map((name) => [name, shapeOf(rowSchema(name))]))

/** What a row, completed already, has not as it should have it. */
export const rowFault = (table: Name, row: object): string | undefined => {
  const found = misfit(row, shapes.get(table)!)
  return found && `${found.path.toReversed().join('.')} was expected to be ${found.types.join(' or ')}`
}
