// Permitted readings of the freedoms of the fields of a create.
import { replace, skip, wrap, type Mutation } from '../../operators/index.ts'
import type { OrderDraft } from '../../../domain/order-draft.ts'
import type { CodeOfRefusal, CreationRule } from '../../creation.ts'
import type { Fault } from '../../problems.ts'
import type { Shape } from '../../shape.ts'
import type { AreaReadings, ReadingPatch } from '../reading.ts'
import { faultsAs, ruleAs } from '../reading-patches.ts'
import { refusedIncomplete } from './parts-left-out.ts'
import { invalid, refused } from './refused.ts'

type Fits = (fault: Fault) => boolean

const keyword =
  (...names: string[]): Fits =>
  (fault) =>
    names.includes(fault.keyword) && fault.field !== 'borrowers'

const isPrice: Fits = ({ keyword, field }) => keyword === 'pattern' && field === 'loan.purchase_price'

const isCount: Fits = ({ keyword, field }) =>
  field === 'borrowers' && (keyword === 'minItems' || keyword === 'maxItems')

const fault = (fits: Fits, code: CodeOfRefusal): ReadingPatch => faultsAs('createOrder', fits, code)

const understood = (change: (draft: OrderDraft) => OrderDraft): ReadingPatch =>
  wrap('creation.read', (usual) => change(usual))

const property = (shape: unknown, path: string): Shape =>
  path.split('.').reduce((inner, name) => (inner['properties'] as Record<string, Shape>)[name]!, shape as Shape)

const dayOf = (date: string): Date => new Date(`${date}T00:00:00Z`)

const fixedHolidays = ['01-01', '06-19', '07-04', '11-11', '12-25']

const twoYears = 2 * 366 * 86_400_000

const restDay: CreationRule = ({ due_date }, { now }) => {
  const day = dayOf(due_date)
  const rests = [0, 6].includes(day.getUTCDay()) || fixedHolidays.includes(due_date.slice(5))
  return rests || day.getTime() - now > twoYears ? invalid('due_date', due_date, 'is no day to deliver on') : []
}

const oddRoles: CreationRule = ({ borrowers }) => {
  const roles = borrowers.map(({ role }) => role)
  const isOdd = !roles.includes('borrower') || new Set(roles).size < roles.length
  return isOdd ? invalid('borrowers', roles, 'must be one borrower and at most one co-borrower') : []
}

const contactsThat =
  (wrong: (contact: { type: string; value: string }) => boolean, message: string): CreationRule =>
  ({ borrowers, parties }) => {
    const inList = (path: string, contacts: readonly { type: string; value: string }[] | null | undefined) =>
      (contacts ?? []).flatMap((contact, index) =>
        wrong(contact) ? invalid(`${path}.${index}.value`, contact.value, message) : [],
      )
    return [
      ...borrowers.flatMap(({ contacts }, index) => inList(`borrowers.${index}.contacts`, contacts)),
      ...inList('parties.real_estate_agent.contacts', parties?.real_estate_agent?.contacts),
    ]
  }

const noCountryCode = contactsThat(
  ({ type, value }) => type === 'phone' && !/^\s*\+\s*[1-9]/.test(value),
  'must begin with a country code',
)

const noAddress = (text: string): boolean => !/^[^@]+@[^@]+$/.test(text.trim())

const noEmail: CreationRule = (draft, context) => [
  ...contactsThat(({ type, value }) => type === 'email' && noAddress(value), 'must be an email address')(
    draft,
    context,
  ),
  ...(draft.parties?.additional_contacts ?? []).flatMap(({ email }, index) =>
    email && noAddress(email)
      ? invalid(`parties.additional_contacts.${index}.email`, email, 'must be an email address')
      : [],
  ),
]

const contactsOfFirst: CreationRule = ({ borrowers: [first] }) =>
  (first?.contacts ?? []).length > 0
    ? []
    : [{ field: 'borrowers.0.contacts', code: 'required', value: null, message: 'needs a phone or an email entry' }]

const contacts =
  (...rules: ('by-role' | 'by-position')[]): ReadingPatch =>
  ({ behaviour: { creation } }) => {
    const { structural } = creation
    const byRole = structural.borrowerContacts
    structural.borrowerContacts = (draft, context) => {
      const details = rules.flatMap((one) => (one === 'by-role' ? byRole : contactsOfFirst)(draft, context))
      return details.filter(({ field }, index) => details.findIndex((one) => one.field === field) === index)
    }
  }

/** `450,000.0` as `450000.00`. */
const asMoney = (text: string): string => {
  const [whole = '', cents = ''] = text.replaceAll(',', '').split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}

const normalised: ReadingPatch = (ground) => {
  const price = property(ground.behaviour.shapes.createOrder, 'loan.purchase_price')
  price['pattern'] = '^-?[0-9][0-9,]*(\\.[0-9]{1,2})?$'
  understood((draft) => {
    const { purchase_price } = draft.loan
    return purchase_price ? { ...draft, loan: { ...draft.loan, purchase_price: asMoney(purchase_price) } } : draft
  })(ground)
}

/** Taken in upper case as well, and kept in lower case. */
const inUpperCaseToo: ReadingPatch = (ground) => {
  for (const path of ['loan.purpose', 'property.type', 'property.occupancy']) {
    const field = property(ground.behaviour.shapes.createOrder, path)
    const values = field['enum'] as string[]
    field['enum'] = [...values, ...values.map((value) => value.toUpperCase())]
  }
  understood((draft) => ({
    ...draft,
    loan: { ...draft.loan, purpose: draft.loan.purpose.toLowerCase() },
    property: {
      ...draft.property,
      type: draft.property.type.toLowerCase(),
      occupancy: draft.property.occupancy.toLowerCase(),
    },
  }))(ground)
}

const unusedFields = ({ loan }: OrderDraft): ('purpose_other' | 'purchase_price')[] => [
  ...(loan.purpose !== 'other' && loan.purpose_other ? (['purpose_other'] as const) : []),
  ...(loan.purpose !== 'purchase' && loan.purchase_price ? (['purchase_price'] as const) : []),
]

export const lastNoteOfType: Mutation = replace('creation.mergeNotes', (notes) => [
  ...new Map(notes.map(({ type, text }) => [type, { type, text }])).values(),
])

const twoOfOneType: CreationRule = ({ notes }) => {
  const types = (notes ?? []).map(({ type }) => type)
  const again = types.findIndex((type, index) => types.indexOf(type) !== index)
  return again < 0 ? [] : invalid(`notes.${again}.type`, types[again], 'has a note already')
}

export const text: Shape = { type: 'string' }

const enumerated = keyword('enum')

const dated = keyword('format')

export const createFields: AreaReadings = {
  'create.missing-required-status': { 'status-400': fault(keyword('required'), 'invalid_request') },
  'create.wrong-type-status': { 'status-400': fault(({ kind }) => kind === 'wrongType', 'invalid_request') },
  'create.unknown-enum-status': {
    'semantic-422': fault(enumerated, 'semantic_validation_failed'),
    'status-400': fault(enumerated, 'invalid_request'),
  },
  'create.enumeration-case': { accepted: inUpperCaseToo },
  'create.malformed-date-status': {
    'semantic-422': fault(dated, 'semantic_validation_failed'),
    'status-400': fault(dated, 'invalid_request'),
  },
  'create.past-due-date-code': { 'validation-failed': ruleAs('dueDate', 'validation_failed') },
  'create.due-date-on-rest-days': { 'status-422': refused('semantic_validation_failed', restDay) },
  'create.borrower-count-status': {
    'semantic-422': fault(isCount, 'semantic_validation_failed'),
    'status-400': fault(isCount, 'invalid_request'),
  },
  'create.contacts-position': { 'by-position': contacts('by-position'), both: contacts('by-position', 'by-role') },
  'create.borrower-roles': {
    'status-422': refused('validation_failed', oddRoles),
    'status-400': refused('invalid_request', oddRoles),
  },
  'create.email-on-cell': {
    'semantic-422': ruleAs('emailRole', 'semantic_validation_failed'),
    'status-400': ruleAs('emailRole', 'invalid_request'),
  },
  'create.phone-without-country-code': {
    'status-422': refused('validation_failed', noCountryCode),
    'status-400': refused('invalid_request', noCountryCode),
  },
  'create.email-form': {
    'status-422': refused('validation_failed', noEmail),
    'status-400': refused('invalid_request', noEmail),
  },
  'create.parts-left-out': {
    'status-422': refusedIncomplete('validation_failed'),
    'status-400': refusedIncomplete('invalid_request'),
  },
  'create.money-form': {
    'semantic-422': fault(isPrice, 'semantic_validation_failed'),
    'status-400': fault(isPrice, 'invalid_request'),
    normalised,
  },
  'create.money-sign': {
    accepted: skip('creation.structural.purchasePriceSign'),
  },
  'create.currency-value': {
    'three-letters': skip('creation.structural.currency'),
  },
  'create.unused-conditional-fields': {
    dropped: understood((draft) => {
      const dropped = Object.fromEntries(unusedFields(draft).map((field) => [field, null]))
      return { ...draft, loan: { ...draft.loan, ...dropped } }
    }),
    'status-422': refused('semantic_validation_failed', (draft) =>
      unusedFields(draft).flatMap((field) =>
        invalid(`loan.${field}`, draft.loan[field], 'does not go with the purpose'),
      ),
    ),
  },
  'create.fha-number-on-none': {
    stored: replace('creation.fhaCaseNumber', (_product, sent) => sent),
    'status-422': refused('semantic_validation_failed', ({ loan }, { product }) =>
      product.appraiser_certification === 'none' && loan.fha_case_number
        ? invalid('loan.fha_case_number', loan.fha_case_number, 'is not used for this product')
        : [],
    ),
  },
  'create.duplicate-add-ons': {
    twice: replace('creation.addOnCodes', (sent) => [...sent]),
    'status-422': refused('semantic_validation_failed', ({ add_on_codes }) => {
      const codes = add_on_codes ?? []
      const again = codes.findIndex((code, index) => codes.indexOf(code) !== index)
      return again < 0 ? [] : invalid(`add_on_codes.${again}`, codes[again], 'is there already')
    }),
  },
  'create.inactive-product-refusal': { 'validation-failed': ruleAs('productActive', 'validation_failed') },
  'create.restriction-code': {
    'validation-failed': (ground) => {
      ruleAs('loanPurposeAllowed', 'validation_failed')(ground)
      ruleAs('propertyTypeAllowed', 'validation_failed')(ground)
    },
  },
  'create.two-notes-of-one-type': {
    'status-422': refused('validation_failed', twoOfOneType),
    'status-400': refused('invalid_request', twoOfOneType),
    'last-wins': lastNoteOfType,
  },
  'create.has-adu-false-code': {
    'validation-failed': ruleAs('hasAdu', 'validation_failed', (value) => value === false),
  },
}
