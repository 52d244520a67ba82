// The ten fault types that Zhang and Arcuri seeded to compare fuzzers (TOSEM 2023, section 4.5), and the defects of each.

/** What the contract has no place for stands in its nearest kin: a cancel for DELETE, a partial PUT for a whole one. */
export const faultTypes: Readonly<Record<string, readonly string[]>> = {
  'an exception ends in a 500': ['wrong-type-crashes'],
  'a field of a payload has another type': ['numeric-order-id', 'money-as-number', 'booleans-as-numbers'],
  'a success has a status that is not declared': ['create-answers-200', 'read-is-accepted'],
  'a maximum is ignored': ['three-borrowers-taken', 'per-page-without-bound'],
  'an enumeration is ignored': ['any-loan-purpose-taken', 'any-property-type-taken'],
  'a boolean that must be there may be missing': ['adu-taken-for-granted', 'nothing-sent-counts-as-acknowledged'],
  'a Location leads nowhere': ['location-leads-nowhere'],
  'an ending that succeeds ends nothing': ['cancel-forgotten-in-new', 'webhook-enabled-ignored'],
  'a PUT replaces what it should not, or not what it should': [
    'webhook-enabled-reset-when-omitted',
    'webhook-events-reset-when-omitted',
  ],
  'a PUT is not idempotent': ['webhook-events-added-up'],
}
