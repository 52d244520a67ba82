// Violations of what a value may say where its schema lets any text pass.
import { eitherCode, setAt, type Template } from './violation.ts'

const unusableText = (template: Pick<Template, 'id' | 'rules' | 'needs' | 'choices' | 'at' | 'mutate'>): Template => ({
  ...template,
  createsNothing: [],
  refusal: { statuses: [400, 422], codes: eitherCode, about: template.at },
})

const contactsPath = 'borrowers.0.contacts'

export const valueViolations: readonly Template[] = [
  unusableText({
    id: 'value.purchase-price',
    rules: ['create.purchase-price-that-is-no-amount-refused'],
    needs: 'purchase',
    choices: () => ({ purpose: 'purchase' }),
    at: ['loan.purchase_price'],
    mutate: (request) => setAt(request, 'loan.purchase_price', 'on request'),
  }),
  unusableText({
    id: 'value.email-on-cell',
    rules: ['create.email-with-the-role-cell-refused'],
    at: [contactsPath],
    mutate: (request) =>
      setAt(request, contactsPath, [
        ...(request.borrowers[0]?.contacts ?? []),
        { type: 'email', role: 'cell', value: 'imani@example.com' },
      ]),
  }),
]
