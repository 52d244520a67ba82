// The fields of the contract that hold what is personal, by the keys that lead to them: what a record shows only in outline.

/** Given by the lender. */
const lenderFields: readonly string[] = [
  'borrowers.name',
  'address.street',
  'address.unit',
  'property_address_summary',
  'contacts.value',
  'additional_contacts.name',
  'real_estate_agent.name',
  'notes.text',
  'appraiser_instructions',
  'lender_reference',
  'loan.number',
  'loan.client',
  'loan.investor',
  'loan.agency_case_number',
  'loan.fha_case_number',
  'first_name',
  'last_name',
  'email',
]

/** Given by the company or an appraiser, and free texts of either side. */
const companyFields: readonly string[] = [
  'appraiser.name',
  'appraiser.contacts.value',
  'subject',
  'body',
  'reason',
  'note',
  'responses.text',
  'response.text',
  'filename',
]

/** Their values are masked in place, and not searched for elsewhere. */
export const freeTexts: ReadonlySet<string> = new Set([
  'text',
  'subject',
  'body',
  'reason',
  'note',
  'filename',
  'appraiser_instructions',
])

/** Not of the contract; a target may add fields at any time. */
const otherFields: readonly string[] = [
  'full_name',
  'middle_name',
  'maiden_name',
  'phone',
  'phone_number',
  'mobile',
  'fax',
  'email_address',
  'ssn',
  'social_security_number',
  'tax_id',
  'date_of_birth',
  'birth_date',
  'dob',
]

/** A key, or several that follow one another; places in arrays are left out. */
export const personalFields: readonly string[] = [...lenderFields, ...companyFields, ...otherFields]
