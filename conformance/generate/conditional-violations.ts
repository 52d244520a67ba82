// Violations of what one value of a create calls for in another field.
import { eitherCode, semantic, setAt, structural, unusable, valueIn, type Template } from './violation.ts'

const conditional = (
  path: string,
  id: string,
  [rule, codeRule]: readonly [rule: string, codeRule: string],
  more: Pick<Template, 'needs' | 'choices'>,
): Template => ({
  id: `conditional.${id}`,
  rules: [rule],
  createsNothing: ['create.missing-conditional-field-creates-nothing'],
  at: [path],
  again: true,
  ...more,
  mutate: (request) => setAt(request, path, undefined),
  refusal: unusable(semantic, [path], codeRule),
})

const conditionalFields: Template[] = [
  conditional(
    'loan_type_code',
    'loan-type',
    ['create.loan-type-code-required-with-tier', 'create.loan-type-code-missing-has-code'],
    { needs: 'tiered' },
  ),
  conditional(
    'loan.purpose_other',
    'purpose-other',
    ['create.purpose-other-required', 'create.purpose-other-missing-has-code'],
    {
      needs: 'purpose_other',
      choices: () => ({ purpose: 'other' }),
    },
  ),
  conditional(
    'loan.purchase_price',
    'purchase-price',
    ['create.purchase-price-required', 'create.purchase-price-missing-has-code'],
    {
      needs: 'purchase',
      choices: () => ({ purpose: 'purchase' }),
    },
  ),
  conditional(
    'loan.fha_case_number',
    'fha-case-number-fha_required',
    ['create.fha-case-number-required-when-fha-required', 'create.fha-case-number-missing-has-code'],
    { needs: 'fha_required' },
  ),
  conditional(
    'loan.fha_case_number',
    'fha-case-number-usda',
    ['create.fha-case-number-required-when-usda', 'create.fha-case-number-missing-has-code'],
    { needs: 'usda' },
  ),
]

const contactless = (id: string, contacts: [] | undefined): Template => ({
  id: `borrower-contacts.${id}`,
  rules: ['create.borrower-contacts-required'],
  createsNothing: ['create.missing-conditional-field-creates-nothing'],
  at: ['borrowers.0.contacts'],
  ...(contacts === undefined && { again: true }),
  mutate: (request) => setAt(request, 'borrowers.0.contacts', contacts),
  refusal: {
    ...unusable(structural, ['borrowers.0.contacts'], 'create.borrower-contacts-missing-has-code'),
    field: { path: 'borrowers.0.contacts', rule: 'create.borrower-contacts-missing-names-the-field' },
  },
})

const aduPaths = ['property.has_adu', 'add_on_codes']

const adu = (
  id: string,
  rule: string,
  has_adu: false | undefined,
  codes: readonly string[],
  codeRule?: string,
): Template => ({
  id: `adu.${id}`,
  rules: [rule],
  createsNothing: ['create.missing-conditional-field-creates-nothing'],
  needs: 'adu_add_on',
  at: aduPaths,
  mutate: (request, product) => {
    // Behind one that needs none, where there is one, so that every code is looked at.
    request.add_on_codes = [...product.addOns.slice(0, has_adu === undefined ? 1 : 0), product.aduAddOns[0]!]
    if (has_adu !== undefined) request.property.has_adu = has_adu
  },
  refusal: unusable(codes, aduPaths, codeRule),
})

const emailOnCell = (id: string, path: string, owner?: object): Template => ({
  id: `value.email-on-cell${id}`,
  rules: ['create.email-with-the-role-cell-refused'],
  createsNothing: [],
  at: [path],
  mutate: (request) => {
    const contacts = valueIn(request, `${path}.contacts`) as object[] | undefined
    const email = { type: 'email', role: 'cell', value: 'imani@example.com' }
    setAt(request, path, { ...(owner ?? (valueIn(request, path) as object)), contacts: [...(contacts ?? []), email] })
  },
  refusal: { statuses: [400, 422], codes: eitherCode, about: [`${path}.contacts`] },
})

const person = { first_name: 'Noor', last_name: 'Sample' }

export const conditionalViolations: readonly Template[] = [
  ...conditionalFields,
  contactless('missing', undefined),
  contactless('empty', []),
  adu(
    'without-has-adu',
    'create.has-adu-required-with-adu-add-on',
    undefined,
    semantic,
    'create.has-adu-missing-has-code',
  ),
  adu('with-has-adu-false', 'create.adu-add-on-without-adu-refused', false, eitherCode),
  emailOnCell('', 'borrowers.0'),
  emailOnCell('.co-borrower', 'borrowers.1', { role: 'co_borrower', ...person }),
  emailOnCell('.agent', 'parties.real_estate_agent', person),
]
