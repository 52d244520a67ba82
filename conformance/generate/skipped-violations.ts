// Requests that look wrong and that no suite may call refused: a permitted reading of the freedom named accepts them.

export type SkippedViolation = { what: string; freedom: string }

export const skippedViolations: readonly SkippedViolation[] = [
  { what: 'an email contact with the role cell', freedom: 'create.email-on-cell' },
  { what: 'a phone number without its country code', freedom: 'create.phone-without-country-code' },
  { what: 'an email contact whose value is no address', freedom: 'create.email-form' },
  { what: 'a purchase price as a text of another form', freedom: 'create.money-form' },
  { what: 'a purchase price of zero or below', freedom: 'create.money-sign' },
  { what: 'a currency other than USD, or of another form', freedom: 'create.currency-value' },
  {
    what: 'purpose_other or purchase_price with a purpose that does not call for it',
    freedom: 'create.unused-conditional-fields',
  },
  { what: 'an FHA case number on a product whose certification is none', freedom: 'create.fha-number-on-none' },
  { what: 'one add-on code twice', freedom: 'create.duplicate-add-ons' },
  { what: 'a city that is not the preferred name', freedom: 'create.city-differs' },
  { what: 'a state or county that does not belong to the postal code', freedom: 'create.state-or-county-differs' },
  { what: 'a nine-digit postal code', freedom: 'create.postal-code-form' },
  { what: 'two notes of one type', freedom: 'create.two-notes-of-one-type' },
  { what: 'an inline document of any shape', freedom: 'create.inline-documents' },
  { what: 'a due date on a weekend or holiday, or years ahead', freedom: 'create.due-date-on-rest-days' },
  { what: 'two entries of one role, or a lone co-borrower', freedom: 'create.borrower-roles' },
  { what: 'a co-borrower before the borrower, one of them without contacts', freedom: 'create.contacts-position' },
  { what: 'a create without an Idempotency-Key', freedom: 'create.missing-idempotency-key' },
  { what: 'an empty Idempotency-Key', freedom: 'idempotency.empty-key' },
  { what: 'an empty or blank text in a required field', freedom: 'conventions.blank-required-text' },
  { what: 'an optional field sent as null', freedom: 'conventions.null-in-requests' },
  { what: 'a field the contract does not know', freedom: 'conventions.unknown-request-fields' },
  { what: 'a card number in a field of its own', freedom: 'conventions.card-fields' },
  { what: 'white space around a text', freedom: 'conventions.surrounding-white-space' },
  { what: 'one key twice in an object', freedom: 'conventions.duplicate-json-keys' },
  { what: 'a text of any length', freedom: 'limits.text-lengths' },
]
