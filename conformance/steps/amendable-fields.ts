// The fields of an order that can be amended: what is sent for each, and where it shows.

type Reading = { name: string; patch: unknown }

export type AmendableField = {
  rule: string
  /** What the amendment may change, and where it shows, if not there alone. */
  pointer: string
  shownAt?: string
  /** What the order must then show there; `mark` is a text that the amendment brought. */
  shows: (value: unknown, mark: string) => boolean
  expected: string
  /** The part of it that is wrong, where one can be named. */
  wrongPart?: (value: unknown, mark: string) => { place: string; text: string } | null
  /** Whether a second of its kind is sent at the same moment. */
  twice?: true
  /** Whether time passes before, so that `updated_at` must move. */
  timed?: true
  /** The status that the company brings the order to before, where it can be made to. */
  during?: string
  /** The names under which the field may be sent, the likeliest first. */
  readings: (mark: string) => Reading[]
  freedom?: string
}

const isMark = (value: unknown, mark: string): boolean => value === mark
const holdsMark = (value: unknown, mark: string): boolean => JSON.stringify(value ?? null).includes(mark)

/** `before` stands in the text before the mark. */
const textField = (rule: string, name: string, before = ''): AmendableField => ({
  rule,
  pointer: `/${name}`,
  shows: (value, mark) => isMark(value, before + mark),
  expected: 'the text sent',
  readings: (mark) => [{ name: 'as-on-create', patch: { [name]: before + mark } }],
})

const loanField = (rule: string, name: string): AmendableField => ({
  rule,
  pointer: `/loan/${name}`,
  shows: isMark,
  expected: 'the text sent',
  freedom: 'amend.field-names',
  readings: (mark) => [
    { name: 'as-on-create', patch: { loan: { [name]: mark } } },
    { name: 'flat', patch: { [`loan_${name}`]: mark } },
  ],
})

const notes = (...types: ('order' | 'appointment')[]): AmendableField => ({
  rule: 'amend.notes-can-be-sent',
  pointer: '/notes',
  shows: (value, mark) =>
    Array.isArray(value) &&
    types.every((type) => value.some((one) => one?.type === type && String(one?.text).includes(mark))),
  expected: `the text sent, in the note of the type ${types.join(' and in that of the type ')}`,
  readings: (mark) => [{ name: 'as-on-create', patch: { notes: types.map((type) => ({ type, text: mark })) } }],
})

export const amendedPhone = '+1 512-555-0142'

/** With a phone number beside it, which must come back as it was sent. */
const contacts = (email: string) => [
  { type: 'email', role: 'home', value: email },
  { type: 'phone', role: 'work', value: amendedPhone },
]

const emailsOf = (mark: string): [string, string] => [`one-${mark}@example.com`, `two-${mark}@example.com`]

const contactsIn = (borrowers: unknown): string[] =>
  (Array.isArray(borrowers) ? borrowers : []).map((one) => JSON.stringify(one?.contacts ?? null))

/** The contacts of a borrower who has those of no entry sent. */
const withoutContacts = (borrowers: unknown, mark: string): { place: string; text: string } | null => {
  const emails = emailsOf(mark)
  const index = contactsIn(borrowers).findIndex((held) => !emails.some((email) => held.includes(email)))
  return emails[index] === undefined ? null : { place: `/borrowers/${index}/contacts`, text: emails[index] }
}

/** Whether each borrower has the contacts of one entry sent; which of them is shown by position or by role. */
const oneEach = (borrowers: unknown, mark: string): boolean => {
  const held = contactsIn(borrowers)
  const has = (...emails: string[]) => emails.every((email, index) => held[index]?.includes(email) === true)
  const [first, second] = emailsOf(mark)
  return has(first, second) || has(second, first)
}

export const lenderReference = textField('amend.lender-reference-can-change', 'lender_reference')

export const instructions = textField(
  'amend.appraiser-instructions-can-change',
  'appraiser_instructions',
  'Mind the dog 🐕, A & B <c>: ',
)

export const loanClient: AmendableField = { ...loanField('amend.loan-client-can-change', 'client'), timed: true }

export const amendableFields: readonly AmendableField[] = [
  lenderReference,
  instructions,
  loanField('amend.loan-number-can-change', 'number'),
  loanClient,
  { ...loanField('amend.loan-investor-can-change', 'investor'), during: 'left_message_for_borrower' },
  {
    rule: 'amend.contacts-can-change',
    timed: true,
    pointer: '/borrowers/0/contacts',
    shownAt: '/borrowers',
    shows: oneEach,
    expected: 'the contacts sent for each of the two borrowers',
    wrongPart: withoutContacts,
    freedom: 'amend.contacts-address',
    readings: (mark) => {
      const sent = emailsOf(mark).map((email) => ({ contacts: contacts(email) }))
      const inRoles = sent.map((one, index) => ({ role: index === 0 ? 'borrower' : 'co_borrower', ...one }))
      return [
        { name: 'by-position', patch: { borrowers: sent } },
        { name: 'by-role', patch: { borrowers: inRoles } },
      ]
    },
  },
  {
    rule: 'amend.parties-can-change',
    timed: true,
    pointer: '/parties',
    shows: (value, mark) => emailsOf(mark).every((email) => holdsMark(value, email)),
    expected: 'both parties sent',
    readings: (mark) => {
      const [first, second] = emailsOf(mark)
      const additional_contacts = [
        { purpose: 'status', name: 'Noor Sample', email: first },
        { purpose: 'report', name: 'Sample Settlement', email: second },
      ]
      return [{ name: 'as-on-create', patch: { parties: { additional_contacts } } }]
    },
  },
  {
    rule: 'amend.parties-can-change',
    during: 'awaiting_review',
    pointer: '/parties',
    shows: (value, mark) => holdsMark((value as { real_estate_agent?: unknown } | null)?.real_estate_agent, mark),
    expected: 'the real estate agent sent',
    readings: (mark) => [
      {
        name: 'as-on-create',
        patch: {
          parties: {
            real_estate_agent: {
              first_name: 'Kim',
              last_name: mark,
              contacts: [{ type: 'phone', role: 'work', value: '+1 512 555 0157' }],
            },
          },
        },
      },
    ],
  },
  // The note that opens its type comes first, so that the others are added to an order that has one of each.
  { ...notes('appointment'), twice: true, during: 'report_rejected_for_correction' },
  { ...notes('order', 'appointment'), timed: true },
]

export const placeOf = ({ shownAt, pointer }: AmendableField): string => shownAt ?? pointer
