// Defects of the fields of an order, and of what they are filled with.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'

const isCanadian = (code: string): boolean => /^[A-Z]\d[A-Z] \d[A-Z]\d$/.test(code)

const asOther = (breaks: string, path: string, bug: string, make: (value: unknown) => unknown): Defect => ({
  id: `order-${breaks.replace(/^has-/, 'wrong-')}`,
  breaks: `order.${breaks}`,
  bug,
  apply: op.retype('present.order', path, make),
})

export const orderFields: readonly Defect[] = [
  asOther('has-id', 'id', 'The order shows its key of the database, a number.', () => 4711),
  asOther('has-order-number', 'order_number', 'The order number is a JSON number.', (text) =>
    Number(String(text).replaceAll(/\D/g, '')),
  ),
  asOther('status-is-an-object', 'status', 'The status is its code alone.', (status) => (status as Wire)['code']),
  asOther('has-status-code', 'status.code', 'The status code is a number of the database.', () => 3),
  asOther(
    'order-type-is-an-object',
    'order_type',
    'The order type is its code alone.',
    (type) => (type as Wire)['code'],
  ),
  asOther('has-order-type-code', 'order_type.code', 'Codes that look like numbers are sent as numbers.', (code) =>
    Number.isNaN(Number(code)) ? code : Number(code),
  ),
  asOther('loan-is-an-object', 'loan', 'The loan is a list of one.', (loan) => [loan]),
  asOther('property-is-an-object', 'property', 'The property is a list of one.', (property) => [property]),
  asOther('has-borrowers', 'borrowers', 'A lone borrower is sent without its list.', (borrowers) =>
    (borrowers as unknown[]).length === 1 ? (borrowers as unknown[])[0] : borrowers,
  ),
  asOther('has-at-most-two-borrowers', 'borrowers', 'The borrowers are joined with a row too many.', (borrowers) => {
    const list = borrowers as unknown[]
    return list.length === 2 ? [...list, list[0]] : list
  }),
  asOther('note-has-text', 'notes.*.text', 'The text of a note is sent as its lines.', (text) =>
    String(text).split('\n'),
  ),
  asOther('appraisal-fee-is-money-or-null', 'fees.appraisal_fee', 'The fee is a JSON number.', (fee) =>
    fee === null ? null : Number(fee),
  ),
  asOther('has-property-postal-code', 'property.address.postal_code', 'The postal code is a number.', Number),
  asOther('loan-type-code-and-name-are-strings', 'loan.loan_type.name', 'Names come by language.', (name) => ({
    en: name,
  })),
  asOther('loan-add-on-codes-and-names-are-strings', 'loan.add_ons.*.name', 'Names come by language.', (name) => ({
    en: name,
  })),
  ...rows({
    'order-without-borrowers-address-county': {
      breaks: 'order.borrower-address-is-shaped-as-the-propertys',
      bug: 'The order leaves out borrowers.*.address.county.',
      apply: op.drop('present.order', 'borrowers.*.address.county'),
    },
    'agency-case-number-by-agency': {
      breaks: 'order.has-loan-agency-case-number',
      bug: 'The agency case number is an object with its agency.',
      apply: op.retype('present.order', 'loan.agency_case_number', { agency: 'fha', number: null }),
    },
    'one-order-number-for-all': {
      breaks: 'order.order-number-is-unique-within-a-company',
      bug: 'The counter of order numbers is read and never moved on.',
      apply: op.replace('creation.orderNumber', '26-1001'),
    },
    'order-shows-a-page-of-documents': {
      breaks: 'order.read-includes-its-documents',
      bug: 'Reading an order asks for its documents as their list does, and shows the first page of them.',
      deep: 'only beyond 25 documents',
      apply: op.edit('getOrder', (order) => {
        order['documents'] = (order['documents'] as Wire[]).slice(0, 25)
      }),
    },
    'order-shows-its-first-documents': {
      breaks: 'order.read-includes-its-documents',
      bug: 'Reading an order loads 25 documents at most, in the order of their ids.',
      deep: 'only beyond 25 documents',
      apply: op.edit('getOrder', (order) => {
        order['documents'] = (order['documents'] as Wire[]).slice(-25)
      }),
    },
    'read-is-a-list-item': {
      breaks: 'order.read-is-the-full-order',
      bug: 'Reading one order uses the presenter of the list.',
      apply: op.answer('getOrder', (given) => {
        const { id, order_number, lender_reference, status, order_type, dates } = given.body as Wire
        return { ...given, body: { id, order_number, lender_reference, status, order_type, dates } }
      }),
    },
    'quoted-product-is-free': {
      breaks: 'order.appraisal-fee-is-null-while-the-product-is-quoted',
      bug: 'A product without a price counts as zero.',
      apply: op.misread('creation.fee', (product) => [product.fee === null ? { ...product, fee: '0.00' } : product]),
    },
    'quoted-add-on-is-free': {
      breaks: 'order.appraisal-fee-is-null-while-an-add-on-is-quoted',
      bug: 'An add-on without a price is left out of the sum.',
      apply: op.misread('creation.fee', (product) => [
        { ...product, add_ons: product.add_ons.filter((addOn) => addOn.fee !== null) },
      ]),
    },
    'last-add-on-decides-whether-the-fee-is-quoted': {
      breaks: 'order.appraisal-fee-is-null-while-an-add-on-is-quoted',
      bug: 'Whether the fee awaits a quote is decided by the last add-on alone.',
      deep: 'only where an add-on with a price follows a quoted one',
      apply: op.instead('creation.fee', (usual, product, addOns) => {
        const last = product.add_ons.find(({ code }) => code === addOns.at(-1))
        const isPriced = last !== undefined && last.fee !== null
        const priced = product.add_ons.filter((addOn) => !isPriced || addOn.fee !== null)
        return usual({ ...product, add_ons: priced }, addOns)
      }),
    },
    'quote-stays-hidden': {
      breaks: 'order.appraisal-fee-appears-once-quoted',
      bug: 'Whether the fee is shown is decided when the order is placed.',
      apply: op.perTarget((hidden = new Set<unknown>()) =>
        op.falsify('present.order', 'fees.appraisal_fee', (fee, { id }) => {
          if (fee === null) hidden.add(id)
          return hidden.has(id) ? null : fee
        }),
      ),
    },
    'fees-taken-from-the-request': {
      breaks: 'order.fees-are-read-only',
      bug: 'The body of the create is laid over the order, fees included.',
      apply: op.perTarget((sent?: unknown) => [
        op.wrap('creation.fee', (fee) => (typeof sent === 'string' ? sent : fee)),
        op.note('creation.structural.emailRole', (draft) => {
          sent = (draft as { fees?: { appraisal_fee?: unknown } }).fees?.appraisal_fee
        }),
      ]),
    },
    'notes-are-listed-as-sent': {
      breaks: 'order.has-one-note-per-type',
      bug: 'Two notes of one type are stored as two.',
      apply: op.replace('creation.mergeNotes', (notes) => notes.map(({ type, text }) => ({ type, text }))),
    },
    'notes-are-joined-as-neighbours': {
      breaks: 'order.has-one-note-per-type',
      bug: 'Notes of one type become one where they follow each other.',
      deep: 'only with a note of the other type between them',
      apply: op.replace('creation.mergeNotes', (notes) =>
        notes.reduce<{ type: string; text: string }[]>((joined, { type, text }) => {
          const last = joined.at(-1)
          return last?.type === type
            ? [...joined.slice(0, -1), { type, text: `${last.text}\n${text}` }]
            : [...joined, { type, text }]
        }, []),
      ),
    },
    'appointment-note-is-called-appraisal': {
      breaks: 'order.no-note-is-of-type-appraisal',
      bug: 'The note type of the appointment is shown under the name it has inside.',
      apply: op.falsify('present.order', 'notes.*.type', (type) => (type === 'appointment' ? 'appraisal' : type)),
    },
    'canada-is-taken': {
      breaks: 'order.property-is-in-the-united-states',
      bug: 'Postal codes are looked up in a table of North America.',
      apply: op.together(
        op.skip('creation.semantic.postalCode', ({ property }) => isCanadian(property.address.postal_code)),
        op.instead('creation.resolve', (usual, code) =>
          isCanadian(code) ? { ...usual('10001')!, city: 'Ottawa', state: 'ON', county: '' } : usual(code),
        ),
      ),
    },
    'territories-are-abroad': {
      breaks: 'order.property-in-a-territory-is-taken',
      bug: 'Only the fifty states and the capital count as the United States.',
      apply: op.mutation('refuse', ({ creation }) => {
        const { postalCode } = creation.semantic
        creation.semantic.postalCode = (draft, context) => {
          const { postal_code } = draft.property.address
          const state = creation.resolve(postal_code)?.state ?? ''
          if (!['PR', 'VI', 'GU', 'AS', 'MP'].includes(state)) return postalCode(draft, context)
          return [
            { field: 'property.address.postal_code', code: 'invalid_value', value: postal_code, message: 'is abroad' },
          ]
        }
      }),
    },
    'confirmation-on-a-new-order': {
      breaks: 'order.documents-are-empty-at-creation',
      bug: 'A confirmation is put on every new order.',
      apply: op.edit('present.order', (order) => {
        if ((order['documents'] as unknown[]).length > 0) return
        const created_at = (order['dates'] as Wire)['created_at']
        const file = { filename: 'confirmation.pdf', content_type: 'application/pdf', size_bytes: 900, created_at }
        order['documents'] = [{ id: `doc_${String(order['id']).slice(4)}`, kind: 'supporting', ...file }]
      }),
    },
    'documents-left-to-their-own-list': {
      breaks: 'order.read-includes-its-documents',
      bug: 'The order never lists its documents.',
      apply: op.dropEntries('present.order', 'documents', () => true),
    },
    'cancelled-order-without-documents': {
      breaks: 'order.read-includes-its-documents',
      bug: 'Once an order is cancelled nobody looks for its documents any more.',
      deep: 'only once cancelled',
      apply: op.dropEntries(
        'present.order',
        'documents',
        () => true,
        ({ status }) => status.code === 'cancelled',
      ),
    },
    'no-agent-is-an-empty-list': {
      breaks: 'order.has-real-estate-agent',
      bug: 'An order without a real estate agent shows an empty list in its place.',
      apply: op.retype('present.order', 'parties.real_estate_agent', (agent) => agent ?? []),
    },
    'receives-report-by-default': {
      breaks: 'order.receives-report-omitted-shows-false',
      bug: 'A borrower receives the report by default.',
      apply: op.falsify('present.order', 'borrowers.*.receives_report', true),
    },
    'status-updates-unset': {
      breaks: 'order.receives-status-updates-omitted-shows-false',
      bug: 'A flag that was not sent is shown as null.',
      apply: op.falsify('present.order', 'borrowers.*.receives_status_updates', (value) =>
        value === true ? true : null,
      ),
    },
    'contacts-cleared-with-the-report': {
      breaks: 'order.read-is-the-full-order',
      bug: 'Once the report is delivered nobody need be called any more, and the contacts of the borrowers are cleared.',
      deep: 'only in report_complete',
      apply: op.falsify('present.order', 'borrowers.*.contacts', [], ({ status }) => status.code === 'report_complete'),
    },
    'revised-report-clears-the-file': {
      breaks: 'order.read-includes-its-documents',
      bug: 'A revised report takes all earlier files off the order, those of the lender too.',
      deep: 'only in revised_report_complete, and only for a file that was uploaded before',
      apply: op.dropEntries(
        'getOrder',
        'documents',
        ({ kind }) => kind === 'supporting',
        ({ body }) => ((body as Wire)['status'] as Wire)['code'] === 'revised_report_complete',
      ),
    },
    'read-is-accepted': {
      breaks: 'order.read-answers-200',
      bug: 'A read is answered 202, as if it were work.',
      apply: op.succeed('getOrder', 202),
    },
  }),
]
