// Defects of a create that is taken: its answer, and what is kept of the order.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { Defect } from '../defect.ts'
import type { OrderDraft } from '../../../simulator/domain/order-draft.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { row } from './draft-checks.ts'

const lost = (name: string, path: string, instead: string | boolean | Wire | readonly unknown[] | null): Defect =>
  row(
    `order-shows-the-${name}-sent`,
    `${name}-not-kept`,
    `${path} is read and not kept.`,
    op.falsify('present.order', path, instead),
  )

export const createKept: readonly Defect[] = [
  ...rows({
    'card-billed-account-orders': {
      breaks: 'create.card-billed-account-refused',
      bug: 'How an account pays is not looked at.',
      apply: op.skip('access.checkBillable'),
    },
    'card-billed-refused-as-not-permitted': {
      breaks: 'create.card-billed-account-has-code',
      bug: 'The refusal has the code of actions that are switched off.',
      apply: op.refusedAs(
        'access.checkBillable',
        () => new Refusal('action_not_permitted_for_client', 'This account cannot order.'),
      ),
    },
    'card-billed-order-kept': {
      breaks: 'create.card-billed-account-creates-nothing',
      bug: 'The bill is tried after the order was stored.',
      apply: op.perTarget((paysByCard = false) => [
        'late',
        op.answer('createOrder', (given) =>
          paysByCard ? op.failure(403, 'account_not_billable', 'This lender account pays per order by card.') : given,
        ),
        op.skip('access.checkBillable'),
        op.note('creation.product', (_company, { billing }) => (paysByCard = billing !== 'invoiced')),
      ]),
    },
    'card-kept-with-the-order': {
      breaks: 'create.payment-instruments-are-never-accepted',
      bug: 'Unknown fields of the body are kept and shown.',
      apply: op.perTarget((cards = new Map<unknown, unknown>()) => [
        op.add('present.order', (order) => {
          const payment = cards.get(order['lender_reference'])
          if (payment !== undefined) order['payment'] = payment
        }),
        op.note('creation.structural.emailRole', (draft) => {
          cards.set(draft.lender_reference, (draft as unknown as Wire)['payment'])
        }),
      ]),
    },
    'refusals-without-a-status-of-their-own': {
      breaks: 'create.errors-are-the-declared-ones',
      bug: 'A create that is refused for its values is answered 424.',
      apply: op.perTarget((answering?: string) => [
        op.restatus(({ code }) => answering === 'createOrder' && code === 'semantic_validation_failed', 424),
        op.note('problems.body', (_refusal, _correlationId, operation) => (answering = operation)),
      ]),
    },
    'create-answers-200': {
      breaks: 'create.answers-201',
      bug: 'A create is answered 200.',
      apply: op.succeed('createOrder', 200),
    },
    'create-returns-no-notes': {
      breaks: 'create.returns-the-order',
      bug: 'The answer to a create is made before notes are stored.',
      apply: op.edit(
        'createOrder',
        (order) => Object.assign(order, { notes: [], flags: {} }),
        ({ status }) => status === 201,
      ),
    },
  }),
  lost('order-type', 'order_type.code', 'FULL'),
  lost('loan-type', 'loan.loan_type', { code: 'STANDARD', name: 'Standard' }),
  lost('add-ons', 'loan.add_ons', []),
  lost('due-date', 'dates.due_date', '2031-01-01'),
  lost('rush-flag', 'flags.rush', false),
  lost('complex-flag', 'flags.complex', false),
  lost('rural-flag', 'flags.rural', false),
  lost('priority-flag', 'flags.priority', true),
  lost('certified-flag', 'flags.certified_appraiser_required', true),
  lost('instructions', 'appraiser_instructions', null),
  lost('lender-reference', 'lender_reference', null),
  lost('loan-purpose', 'loan.purpose', 'refinance'),
  lost('purpose-other', 'loan.purpose_other', null),
  lost('loan-number', 'loan.number', null),
  lost('loan-client', 'loan.client', null),
  lost('loan-investor', 'loan.investor', null),
  lost('fha-case-number', 'loan.fha_case_number', null),
  lost('purchase-price', 'loan.purchase_price', '0.00'),
  lost('loan-currency', 'loan.currency', 'CAD'),
  lost('street', 'property.address.street', null),
  lost('unit', 'property.address.unit', null),
  lost('postal-code', 'property.address.postal_code', '10001'),
  lost('property-type', 'property.type', 'single_family'),
  lost('occupancy', 'property.occupancy', 'primary_residence'),
  lost('has-adu', 'property.has_adu', false),
  lost('borrower-role', 'borrowers.*.role', 'borrower'),
  lost('borrower-first-name', 'borrowers.*.first_name', 'Imani'),
  lost('borrower-contacts', 'borrowers.*.contacts', []),
  lost('receives-report', 'borrowers.*.receives_report', false),
  lost('receives-status-updates', 'borrowers.*.receives_status_updates', false),
  lost('borrower-address', 'borrowers.*.address', null),
  lost('real-estate-agent', 'parties.real_estate_agent', null),
  lost('additional-contacts', 'parties.additional_contacts', []),
  lost('notes', 'notes', []),
  ...rows({
    'co-borrower-address-lost': {
      breaks: 'create.order-shows-the-borrower-address-sent',
      bug: 'The form has one address, that of the borrower.',
      deep: 'only for a co-borrower',
      apply: op.falsify('present.order', 'borrowers.1.address', null),
    },
    'co-borrower-gets-no-updates': {
      breaks: 'create.order-shows-the-receives-status-updates-sent',
      bug: 'Status updates go to the borrower, and those of a co-borrower are shown as off.',
      deep: 'only for a co-borrower',
      apply: op.falsify('present.order', 'borrowers.1.receives_status_updates', false),
    },
    'last-names-in-capitals': {
      breaks: 'create.order-shows-the-borrower-last-name-sent',
      bug: 'Names are written as on forms, in capitals.',
      apply: op.falsify('present.order', 'borrowers.*.last_name', (name) => String(name).toUpperCase()),
    },
    'default-loan-type': {
      breaks: 'create.order-shows-no-loan-type-when-none-was-sent',
      bug: 'An order without a loan type shows the usual one.',
      apply: op.falsify('present.order', 'loan.loan_type', (type) => type ?? { code: 'CONV', name: 'Conventional' }),
    },
    'default-reference': {
      breaks: 'create.order-shows-the-lender-reference-sent',
      bug: 'An order without a reference gets its own number as one.',
      deep: 'only for an order without a reference',
      apply: op.falsify(
        'present.order',
        'lender_reference',
        (reference, { order_number }) => reference ?? order_number,
      ),
    },
    'report-format-of-the-company': {
      breaks: 'create.order-shows-the-products-report-format',
      bug: 'The report format is that of the company.',
      apply: op.falsify('present.order', 'order_type.report_format', 'uad_3_6'),
    },
    'certification-by-case-number': {
      breaks: 'create.order-shows-the-products-certification',
      bug: 'The certification is guessed from the case number.',
      apply: op.falsify('present.order', 'order_type.appraiser_certification', (_usual, { loan }) =>
        (loan as Wire)['fha_case_number'] ? 'fha_required' : 'none',
      ),
    },
    'city-not-filled': {
      breaks: 'create.city-is-filled-from-the-postal-code',
      bug: 'The city is not filled in.',
      apply: op.falsify('present.order', 'property.address.city', ''),
    },
    'state-of-the-company': {
      breaks: 'create.state-is-filled-from-the-postal-code',
      bug: 'The state is that of the company.',
      apply: op.falsify('present.order', 'property.address.state', 'OH'),
    },
    'county-is-the-city': {
      breaks: 'create.county-is-filled-from-the-postal-code',
      bug: 'The county is taken to be named as the city.',
      apply: op.falsify('present.order', 'property.address', (address) => ({
        ...(address as Wire),
        county: (address as Wire)['city'],
      })),
    },
    'acceptable-place-name': {
      breaks: 'create.filled-city-is-the-preferred-place-name',
      bug: 'The first of the acceptable names is taken, not the preferred one.',
      apply: op.falsify('present.order', 'property.address.city', (city) => `Old ${String(city)}`),
    },
    'county-not-filled-beside-a-city': {
      breaks: 'create.county-is-filled-from-the-postal-code',
      bug: 'An address that has its city is taken for complete.',
      deep: 'only where a city was sent',
      apply: op.wrap('creation.address', (filled, sent) =>
        sent.city ? { ...filled, county: sent.county ?? null } : filled,
      ),
    },
    'first-add-on-alone-asks-for-has-adu': {
      breaks: 'create.has-adu-required-with-adu-add-on',
      bug: 'Only the first add-on is looked at for what it needs.',
      deep: 'only where the add-on is not the first',
      apply: op.misread('creation.semantic.hasAdu', (draft) => [
        { ...draft, add_on_codes: draft.add_on_codes?.slice(0, 1) } as OrderDraft,
      ]),
    },
    'yesterday-is-not-past': {
      breaks: 'create.past-due-date-refused',
      bug: 'A due date is held against the day before yesterday, so that yesterday will do.',
      deep: 'only for yesterday and the day before',
      apply: op.misread('creation.semantic.dueDate', (draft, given) => [
        draft,
        // Two days: at some hours yesterday is today elsewhere in the United States.
        { ...given, now: given.now - 2 * 86_400_000 },
      ]),
    },
    'past-by-utc': {
      breaks: 'conventions.dates-are-local-to-the-property',
      bug: 'A due date is past once the day is over in UTC.',
      deep: 'only where the day at the property is another',
      apply: op.replace('creation.semantic.dueDate', ({ due_date: due }, { now }) =>
        due < new Date(now).toISOString().slice(0, 10)
          ? [{ field: 'due_date', code: 'invalid_value', value: due, message: 'is in the past' }]
          : [],
      ),
    },
    'day-that-is-none-rolls-over': {
      breaks: 'create.due-date-of-another-form-refused',
      bug: 'A date is made of its three numbers, and the 30th of February is a day of March.',
      deep: 'only for a date with a day that its month has not',
      apply: op.loosen('createOrder', 'due_date', {
        format: undefined,
        pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      }),
    },
    'reference-without-leading-zeros': {
      breaks: 'create.order-shows-the-lender-reference-sent',
      bug: 'A reference of digits is kept as a number.',
      deep: 'only for digits behind a zero',
      apply: op.wrap('creation.read', (draft) =>
        /^\d+$/.test(draft.lender_reference ?? '')
          ? { ...draft, lender_reference: String(Number(draft.lender_reference)) }
          : draft,
      ),
    },
    'additional-contacts-are-kept-by-address': {
      breaks: 'create.order-shows-the-additional-contacts-sent',
      bug: 'Additional contacts are kept by their email address, one of each.',
      deep: 'only for one person named for both purposes',
      apply: op.wrap('creation.read', (draft) => {
        const contacts = draft.parties?.additional_contacts
        if (!contacts) return draft
        const byEmail = new Map(contacts.map((one) => [one.email, one]))
        return { ...draft, parties: { ...draft.parties, additional_contacts: [...byEmail.values()] } }
      }),
    },
  }),
]
