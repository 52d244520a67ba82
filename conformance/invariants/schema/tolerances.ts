// Where a rule of the contract reads more loosely than the OpenAPI document can say.
import type { Visit } from './visit.ts'

type Owner = Record<string, unknown>

// Fields that apply to some orders only, and whether they apply to this one.
const applies: Record<string, (owner: Owner) => boolean> = {
  'Loan.purpose_other': ({ purpose }) => purpose === 'other',
  'Loan.purchase_price': ({ purpose }) => purpose === 'purchase',
  'Loan.currency': ({ purchase_price }) => typeof purchase_price === 'string',
  'Loan.fha_case_number': () => false,
}

// Arrays that may be null while they are empty, and texts that may be null where there is nothing to say.
const nullable = new Set(['OrderType.add_ons', 'ErrorDetail.field', 'OrderStatusChangedData.previous_status'])

// Values that a check of their own compares.
const judgedElsewhere = new Set(['TokenResponse.token_type', 'TokenResponse.scope'])

/** Whether what the schema refuses at this place is in order after all. */
export const isTolerated = ({ fields, missing, value, owner }: Visit): boolean =>
  fields.some((field) => {
    if (missing) return field in applies && !applies[field]!(owner as Owner)
    if (judgedElsewhere.has(field)) return typeof value === 'string'
    return value === null && (nullable.has(field) || (field in applies && !applies[field]!(owner as Owner)))
  })
