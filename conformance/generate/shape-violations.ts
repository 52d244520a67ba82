// Violations of the form of a create: a required field missing, a value of another type, an unknown member, a bad date.
import type { CreateOrderRequest } from './order-ground.ts'
import { eitherCode, setAt, structural, type Template } from './violation.ts'

const unreadable = [400, 422]
const missingRequired = ['create.missing-required-field-creates-nothing']

const missing = (path: string, rule: string): Template => ({
  id: `missing.${path}`,
  rules: [rule],
  createsNothing: missingRequired,
  at: [path],
  mutate: (request) => setAt(request, path, undefined),
  refusal: { statuses: unreadable, codes: structural, about: [path] },
})

const missingFields = [
  missing('order_type_code', 'create.order-type-code-required'),
  missing('due_date', 'create.due-date-required'),
  missing('loan', 'create.loan-purpose-required'),
  missing('loan.purpose', 'create.loan-purpose-required'),
  missing('property', 'create.property-type-required'),
  missing('property.address', 'create.postal-code-required'),
  missing('property.address.postal_code', 'create.postal-code-required'),
  missing('property.type', 'create.property-type-required'),
  missing('property.occupancy', 'create.occupancy-required'),
  missing('borrowers', 'create.borrowers-required'),
  missing('borrowers.0.role', 'create.borrower-role-required'),
  missing('borrowers.0.first_name', 'create.borrower-first-name-required'),
  missing('borrowers.0.last_name', 'create.borrower-last-name-required'),
]

type Row = [path: string, value: unknown, ...also: string[]]

// A path, and a value whose JSON type is not that of its field. Each stands where the field is in use: see `where`.
const otherTypes: Row[] = [
  ['order_type_code', 1004],
  ['loan_type_code', 7],
  ['add_on_codes', 'RENT'],
  ['add_on_codes', { '0': 'RENT' }],
  ['add_on_codes.0', 7],
  ['due_date', 20301015],
  ['due_date', { date: '2030-10-15' }],
  ['rush', 'true'],
  ['rush', 1],
  ['complex', 'false'],
  ['rural', 0],
  ['priority', 'yes'],
  ['certified_appraiser_required', []],
  ['appraiser_instructions', 42],
  ['lender_reference', 42],
  ['lender_reference', ['42']],
  ['loan', 'purchase'],
  ['loan', []],
  ['loan.purpose', 4],
  ['loan.purpose', ['refinance']],
  ['loan.purpose_other', 42],
  ['loan.number', 7700412],
  ['loan.client', {}],
  ['loan.investor', true],
  ['loan.fha_case_number', 5111234567],
  ['loan.purchase_price', 412500.5, 'create.purchase-price-as-a-number-refused'],
  ['loan.purchase_price', { amount: '412500.00' }],
  ['loan.currency', 840],
  ['property', 'single_family'],
  ['property', []],
  ['property.address', '1200 Sample Street, 78701'],
  ['property.address.postal_code', 78701],
  ['property.address.street', 1200],
  ['property.address.unit', 4],
  ['property.address.city', 1],
  ['property.address.state', 48],
  ['property.address.county', false],
  ['property.type', 7],
  ['property.occupancy', true],
  ['property.has_adu', 'true'],
  ['property.has_adu', 1],
  ['borrowers', 'Imani Example'],
  ['borrowers', {}],
  ['borrowers.0', 'Imani Example'],
  ['borrowers.0.role', 1],
  ['borrowers.0.first_name', 42],
  ['borrowers.0.last_name', ['Example']],
  ['borrowers.0.receives_report', 'true'],
  ['borrowers.0.receives_status_updates', 1],
  ['borrowers.0.address', '1200 Sample Street'],
  ['borrowers.0.address.street', 1200],
  ['borrowers.0.contacts', '+1 512 555 0142'],
  ['borrowers.0.contacts.0', '+1 512 555 0142'],
  ['borrowers.0.contacts.0.type', 1],
  ['borrowers.0.contacts.0.role', 2],
  ['borrowers.0.contacts.0.value', 15125550142],
  ['parties', 'Noor Sample'],
  ['parties', []],
  ['parties.real_estate_agent', 'Noor Sample'],
  ['parties.real_estate_agent.first_name', 42],
  ['parties.real_estate_agent.contacts', '+1 512 555 0177'],
  ['parties.additional_contacts', 'closing@example.com'],
  ['parties.additional_contacts.0', 'closing@example.com'],
  ['parties.additional_contacts.0.email', 42],
  ['notes', 'Weekday mornings suit best.'],
  ['notes.0', 'Weekday mornings suit best.'],
  ['notes.0.text', 42],
]

const coBorrower = (first_name: string) => ({ role: 'co_borrower' as const, first_name, last_name: 'Example' })

// The entries of an array of objects are complete save for the value that is wrong.
const complete: [prefix: string, entry: (request: CreateOrderRequest) => object][] = [
  ['notes.0.', () => ({ type: 'order', text: 'Call ahead.' })],
  ['parties.additional_contacts.0.', () => ({ purpose: 'report', name: 'Closing Desk', email: 'closing@example.com' })],
  [
    'parties.real_estate_agent.',
    () => ({
      first_name: 'Noor',
      last_name: 'Sample',
      contacts: [{ type: 'phone', role: 'work', value: '+1 512 555 0177' }],
    }),
  ],
  [
    'borrowers.1.',
    () => ({ ...coBorrower('Noor'), contacts: [{ type: 'email', role: 'home', value: 'noor@example.com' }] }),
  ],
  ['borrowers.0.address.', ({ property }) => ({ postal_code: property.address.postal_code })],
]

const where = (path: string): Pick<Template, 'needs' | 'fits' | 'choices'> => {
  if (path === 'loan_type_code') return { needs: 'tiered' }
  if (path === 'loan.fha_case_number') return { fits: ({ certification }) => certification !== 'none' }
  if (path === 'loan.purpose_other') return { needs: 'purpose_other', choices: () => ({ purpose: 'other' }) }
  if (path === 'loan.purchase_price' || path === 'loan.currency')
    return { needs: 'purchase', choices: () => ({ purpose: 'purchase' }) }
  return {}
}

/** Puts a value in, with the complete entry around it where the valid order has none. */
const put = (path: string, value: unknown): Pick<Template, 'at' | 'mutate'> => {
  const around = complete.find(([prefix]) => path.startsWith(prefix))
  const at = around ? around[0].slice(0, -1) : path
  return {
    at: [at],
    mutate: (request) => {
      if (around) setAt(request, at, around[1](request))
      setAt(request, path, value)
    },
  }
}

const typeName = (value: unknown): string => (Array.isArray(value) ? 'array' : typeof value)

const wrongTypes = otherTypes.map(([path, value, ...also]): Template => ({
  id: `type.${path}.${typeName(value)}`,
  rules: ['errors.wrong-type-is-400-or-422', ...also],
  createsNothing: [],
  ...where(path),
  ...put(path, value),
  refusal: { statuses: unreadable, codes: structural, about: [path] },
}))

const unknownMember = (path: string, value: string, rule: string): Template => ({
  id: `member.${path}`,
  rules: [rule],
  createsNothing: [],
  ...put(path, value),
  refusal: { statuses: unreadable, codes: eitherCode, about: [path] },
})

const unknownMembers = [
  unknownMember('loan.purpose', 'cash_out', 'create.unknown-loan-purpose-refused'),
  unknownMember('property.type', 'castle', 'create.unknown-property-type-refused'),
  unknownMember('property.occupancy', 'occupied', 'create.unknown-occupancy-refused'),
  unknownMember('borrowers.0.role', 'guarantor', 'create.unknown-borrower-role-refused'),
  // On the second borrower, so that a path which always numbers the first is seen.
  unknownMember('borrowers.1.contacts.0.type', 'fax', 'create.unknown-contact-type-refused'),
  unknownMember('borrowers.0.contacts.0.role', 'holiday', 'create.unknown-contact-role-refused'),
  unknownMember('notes.0.type', 'appraisal', 'create.note-of-type-appraisal-refused'),
  unknownMember(
    'parties.additional_contacts.0.purpose',
    'billing',
    'create.unknown-additional-contact-purpose-refused',
  ),
]

// Each is made from a date that would do, so that nothing but the form is wrong; none is a calendar date of the form.
const noDates: Record<string, (due: string) => string> = {
  'no-such-day': (due) => `${Number(due.slice(0, 4)) + 1}-02-30`,
  'no-such-month': (due) => `${Number(due.slice(0, 4)) + 1}-13-01`,
  'day-first': (due) => due.split('-').toReversed().join('/'),
  'month-first': (due) => `${due.slice(5, 7)}/${due.slice(8)}/${due.slice(0, 4)}`,
  'with-time': (due) => `${due}T00:00:00Z`,
  words: () => 'next Tuesday',
  compact: (due) => due.replaceAll('-', ''),
  'two-digit-year': (due) => due.slice(2),
}

const badDates = Object.entries(noDates).map(([name, made]): Template => ({
  id: `date.${name}`,
  rules: ['create.due-date-of-another-form-refused'],
  createsNothing: [],
  at: ['due_date'],
  mutate: (request) => setAt(request, 'due_date', made(request.due_date)),
  refusal: { statuses: unreadable, codes: eitherCode, about: ['due_date'] },
}))

const counts: Template[] = [
  {
    id: 'borrowers.none',
    rules: ['create.at-least-one-borrower-required'],
    createsNothing: missingRequired,
    at: ['borrowers'],
    mutate: (request) => setAt(request, 'borrowers', []),
    refusal: { statuses: unreadable, codes: eitherCode, about: ['borrowers'] },
  },
  {
    id: 'borrowers.three',
    rules: ['create.three-borrowers-refused'],
    createsNothing: [],
    at: ['borrowers'],
    mutate: (request) => void request.borrowers.push(coBorrower('Noor'), coBorrower('Ana')),
    refusal: { statuses: unreadable, codes: eitherCode, about: ['borrowers'] },
  },
]

export const shapeViolations: readonly Template[] = [
  ...missingFields,
  ...wrongTypes,
  ...unknownMembers,
  ...badDates,
  ...counts,
]
