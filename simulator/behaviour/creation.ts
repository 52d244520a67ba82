// What an order needs to be placed: the conditional rules, one named function each (Endpoints / POST /orders).
import type { Contract } from '../contract/contract.ts'
import type { Address, Company, Contact, Lender, Product } from '../domain/records.ts'
import type { Detail } from '../domain/refusal.ts'
import { sumMoney } from '../domain/money.ts'
import { localDate } from '../places/time-zones.ts'
import { resolvePostalCode } from '../places/resolve-postal-code.ts'
import type { AddressDraft, InlineDocument, Maybe, OrderDraft, OrderPatch } from '../domain/order-draft.ts'

const required = (field: string, message = 'is required'): Detail[] => [
  { field, code: 'required', value: null, message },
]
const invalid = (field: string, value: unknown, message: string): Detail[] => [
  { field, code: 'invalid_value', value, message },
]
const isMissing = (value: string | null | undefined): boolean => value === undefined || value === null || value === ''

/** An email address has no role `cell`, no matter whose it is (Resources / Enumerations). */
export const emailRoles = ({ borrowers, parties }: Pick<OrderPatch, 'borrowers' | 'parties'>): Detail[] => {
  const details: Detail[] = []
  const look = (contacts: Maybe<Contact[]>, path: () => string): void => {
    for (const [index, { type, role }] of contacts?.entries() ?? [])
      if (type === 'email' && role === 'cell')
        details.push(...invalid(`${path()}.${index}.role`, role, 'an email address uses home, work or other'))
  }
  for (const [index, one] of borrowers?.entries() ?? []) look(one?.contacts, () => `borrowers.${index}.contacts`)
  look(parties?.real_estate_agent?.contacts, () => 'parties.real_estate_agent.contacts')
  return details
}

type CreationContext = { product: Product; now: number }

export type CodeOfRefusal = 'validation_failed' | 'semantic_validation_failed' | 'invalid_request'

/** A rule gives the details of what is wrong, or none. */
export type CreationRule = (draft: OrderDraft, context: CreationContext) => Detail[]

/** What a rule found. */
export type RuleFault = { name: string; details: Detail[] }

type Weighed = { usual: 'validation_failed' | 'semantic_validation_failed'; faults: RuleFault[] }

export const creation = (_contract: Contract) => ({
  /** A product the lender may not order is as good as unknown. */
  product: (company: Company, lender: Lender, code: string): Product | undefined =>
    company.catalog.find((product) => product.code === code && !product.withheld_from.includes(lender.id)),

  /** A draft as it is understood: what was written in another way is put as the contract has it. */
  read: (draft: OrderDraft): OrderDraft => draft,

  /** Code of the refusal by a rule; `usual` is that of its kind. */
  codeOf: (_rule: string, _details: Detail[], usual: CodeOfRefusal): CodeOfRefusal => usual,

  /** Which faults a refusal is for, and its usual code: the structure is looked at first. */
  weigh: (structural: RuleFault[], semantic: RuleFault[]): Weighed =>
    structural.length > 0
      ? { usual: 'validation_failed', faults: structural }
      : { usual: 'semantic_validation_failed', faults: semantic },

  /** Rules of a company's own, each with the code that refuses by it. */
  own: [] as { code: CodeOfRefusal; rule: CreationRule }[],

  unknownProduct: (code: string): Detail[] =>
    invalid('order_type_code', code, 'is not a product that this lender can order'),

  /** Refused with `validation_failed`. */
  structural: {
    borrowerContacts: (draft) => {
      const index = Math.max(
        0,
        draft.borrowers.findIndex((borrower) => borrower.role === 'borrower'),
      )
      const missing = (draft.borrowers[index]?.contacts ?? []).length === 0
      return missing ? required(`borrowers.${index}.contacts`, 'needs a phone or an email entry') : []
    },
    emailRole: (draft) => emailRoles(draft),
    purchasePriceSign: (draft) =>
      draft.loan.purchase_price && /^-|^0+\.00$/.test(draft.loan.purchase_price)
        ? invalid('loan.purchase_price', draft.loan.purchase_price, 'must be above zero')
        : [],
    currency: (draft) =>
      draft.loan.currency && draft.loan.currency !== 'USD'
        ? invalid('loan.currency', draft.loan.currency, 'must be USD')
        : [],
  } as Record<'borrowerContacts' | 'emailRole' | 'purchasePriceSign' | 'currency', CreationRule>,

  /** Refused with `semantic_validation_failed`. */
  semantic: {
    productActive: (draft, { product }) =>
      product.active
        ? []
        : invalid('order_type_code', draft.order_type_code, 'has been withdrawn and cannot be ordered'),
    loanTypeGiven: (draft, { product }) =>
      product.loan_types.length > 0 && isMissing(draft.loan_type_code)
        ? required('loan_type_code', 'this product needs a loan type')
        : [],
    loanTypeApplies: (draft, { product }) =>
      !isMissing(draft.loan_type_code) && !product.loan_types.some(({ code }) => code === draft.loan_type_code)
        ? invalid('loan_type_code', draft.loan_type_code, 'is not a loan type of this product')
        : [],
    addOnsApply: (draft, { product }) =>
      (draft.add_on_codes ?? []).flatMap((code, index) =>
        product.add_ons.some((addOn) => addOn.code === code)
          ? []
          : invalid(`add_on_codes.${index}`, code, 'is not an add-on of this product'),
      ),
    loanPurposeAllowed: (draft, { product }) =>
      product.loan_purposes.length > 0 && !product.loan_purposes.includes(draft.loan.purpose)
        ? invalid('loan.purpose', draft.loan.purpose, 'is not a loan purpose of this product')
        : [],
    propertyTypeAllowed: (draft, { product }) =>
      product.property_types.length > 0 && !product.property_types.includes(draft.property.type)
        ? invalid('property.type', draft.property.type, 'is not a property type of this product')
        : [],
    purposeOther: (draft) =>
      draft.loan.purpose === 'other' && isMissing(draft.loan.purpose_other)
        ? required('loan.purpose_other', 'is required when the loan purpose is other')
        : [],
    fhaCaseNumber: (draft, { product }) =>
      ['fha_required', 'usda'].includes(product.appraiser_certification) && isMissing(draft.loan.fha_case_number)
        ? required('loan.fha_case_number', 'this product needs an agency case number')
        : [],
    purchasePrice: (draft) =>
      draft.loan.purpose === 'purchase' && isMissing(draft.loan.purchase_price)
        ? required('loan.purchase_price', 'is required for a purchase')
        : [],
    hasAdu: (draft, { product }) => {
      const needing = product.add_ons.filter((addOn) => addOn.requires_adu && draft.add_on_codes?.includes(addOn.code))
      if (needing.length === 0 || draft.property.has_adu === true) return []
      return typeof draft.property.has_adu === 'boolean'
        ? invalid('property.has_adu', false, 'an add-on of this order applies only with an accessory dwelling unit')
        : required('property.has_adu', 'an add-on of this order applies only with an accessory dwelling unit')
    },
    dueDate: (draft, { now }) =>
      draft.due_date < localDate(now, draft.property.address.postal_code)
        ? invalid('due_date', draft.due_date, 'is in the past')
        : [],
    postalCode: (draft) =>
      resolvePostalCode(draft.property.address.postal_code)
        ? []
        : invalid(
            'property.address.postal_code',
            draft.property.address.postal_code,
            'cannot be resolved to a place in the United States',
          ),
  } as Record<SemanticRule, CreationRule>,

  /** What is shown where nothing was sent. */
  unset: { flag: false as boolean | null, hasAdu: false as boolean | null },

  loanCurrency: (loan: OrderDraft['loan'], company: Pick<Company, 'currency'>): string | null =>
    loan.currency ?? company.currency,

  /** The company's own; none of the creation fields. */
  agencyCaseNumber: (_loan: OrderDraft['loan'], _fhaCaseNumber: string | null): string | null => null,

  /** City, state and county come from the postal code where they were left out. */
  resolve: resolvePostalCode,

  /** An address as it is kept: the place of the postal code fills in what was left out, and names the city. */
  address(sent: AddressDraft): Address {
    const place = this.resolve(sent.postal_code ?? '')
    return {
      street: sent.street ?? null,
      unit: sent.unit ?? null,
      city: place?.city ?? sent.city ?? null,
      state: sent.state || (place?.state ?? null),
      postal_code: sent.postal_code ?? null,
      county: sent.county || (place?.county ?? null),
    }
  },

  /** An add-on sent twice counts once. */
  addOnCodes: (sent: readonly string[]): string[] => (sent.length < 2 ? [...sent] : [...new Set(sent)]),

  /** Small files that ride along, whatever shape their elements have. */
  inlineDocuments: (draft: OrderDraft): InlineDocument[] => draft.documents ?? [],

  /** The URL of a new order as `Location` holds it. */
  location: (url: string): string => url,

  isUnusual: (company: Company, draft: OrderDraft): boolean =>
    company.review_first.order_types.includes(draft.order_type_code) ||
    company.review_first.loan_types.includes(draft.loan_type_code ?? '') ||
    company.review_first.property_types.includes(draft.property.type),

  initialStatus(company: Company, draft: OrderDraft): string {
    return this.isUnusual(company, draft) ? 'pending_review' : 'new'
  },

  /** Product plus add-ons; null when any of them is quoted by the company (rule 10). */
  fee: (product: Product, addOnCodes: readonly string[]): string | null =>
    sumMoney(
      addOnCodes.length === 0
        ? [product.fee]
        : [product.fee, ...product.add_ons.filter(({ code }) => addOnCodes.includes(code)).map(({ fee }) => fee)],
    ),

  /** The id of a new order, made from the next of the series. */
  orderId: (next: string): string => next,

  orderNumber: (company: Company): string => `26-${company.next_order_number}`,

  /** Not used for a product without certification. */
  fhaCaseNumber: (product: Product, sent: string | null): string | null =>
    product.appraiser_certification === 'none' ? null : sent,

  /** One note per type: notes of one type sent together become one. */
  mergeNotes: (notes: readonly { type: string; text: string }[]): { type: string; text: string }[] => {
    if (notes.length === 0) return []
    const byType = new Map<string, string>()
    for (const { type, text } of notes) byType.set(type, byType.has(type) ? `${byType.get(type)}\n${text}` : text)
    return [...byType].map(([type, text]) => ({ type, text }))
  },
})

export type SemanticRule =
  | 'productActive'
  | 'loanTypeGiven'
  | 'loanTypeApplies'
  | 'addOnsApply'
  | 'loanPurposeAllowed'
  | 'propertyTypeAllowed'
  | 'purposeOther'
  | 'fhaCaseNumber'
  | 'purchasePrice'
  | 'hasAdu'
  | 'dueDate'
  | 'postalCode'
