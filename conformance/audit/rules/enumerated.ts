// Values of enumerations in what a client sends: in bodies, in queries and in the parts of an upload.
import { enumerations } from '../../contract/contract.ts'
import type { Call } from '../call.ts'
import type { Fault } from '../client-rule.ts'
import { textPartsOf } from '../file-part.ts'
import { fieldsIn, firstFault, plainCode, type Place } from './fields.ts'

/** By operation: the field's path without positions, and its enumeration. */
const inBodies: [operations: string[], path: RegExp, enumeration: string][] = [
  [['createOrder'], /^\/loan\/purpose$/, 'loan_purpose'],
  [['createOrder'], /^\/property\/type$/, 'property_type'],
  [['createOrder'], /^\/property\/occupancy$/, 'occupancy'],
  [['createOrder', 'amendOrder'], /\/contacts\/\d+\/type$/, 'contact_type'],
  [['createOrder', 'amendOrder'], /\/contacts\/\d+\/role$/, 'contact_role'],
  [['createOrder'], /^\/borrowers\/\d+\/role$/, 'borrower_role'],
  [['createOrder', 'amendOrder'], /\/additional_contacts\/\d+\/purpose$/, 'additional_contact_purpose'],
  [['createOrder', 'amendOrder'], /^\/notes\/\d+\/type$/, 'note_type'],
  [['createRevisionRequest'], /^\/kind$/, 'revision_request_kind'],
  [['sendMessage'], /^\/recipient$/, 'message_recipient_sending'],
  [['advanceOrder'], /^\/to_status$/, 'order_status'],
]

const inQueries: [operation: string, parameter: string, enumeration: string][] = [
  ['listOrders', 'status', 'order_status'],
  ['listOrderTypes', 'report_format', 'report_format'],
  ['listEvents', 'delivery_status', 'delivery_status'],
]

type Enumerated = Place & { enumeration: string }

const ofBody = (call: Call): Enumerated[] =>
  inBodies
    .filter(([operations]) => operations.includes(call.operation!))
    .flatMap(([, path, enumeration]) =>
      fieldsIn(call.sent)
        .filter((place) => path.test(place.path) && typeof place.value === 'string')
        .map((place) => ({ ...place, enumeration })),
    )

const ofQuery = ({ operation, url }: Call): Enumerated[] =>
  inQueries
    .filter(([own]) => own === operation)
    .flatMap(([, name, enumeration]) =>
      url.searchParams
        .getAll(name)
        .flatMap((text) => text.split(','))
        // Nothing is said of a space behind a comma.
        .map((value) => ({ path: `query:${name}`, name, value: value.trim(), enumeration })),
    )

const ofParts = (call: Call): Enumerated[] =>
  textPartsOf(call)
    .filter(({ name }) => name === 'purpose')
    .map(({ name, text }) => ({ path: `part:${name}`, name, value: text, enumeration: 'upload_purpose' }))

export const enumFault = (call: Call): Fault | true | null =>
  firstFault([...ofBody(call), ...ofQuery(call), ...ofParts(call)], ({ path, value, enumeration }) => {
    const text = String(value)
    const known = enumerations()[enumeration] ?? []
    if (known.includes(text) || !known.includes(plainCode(text))) return null
    return { expected: plainCode(text), received: text, pointer: path }
  })
