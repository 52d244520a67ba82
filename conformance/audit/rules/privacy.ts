// What must never be sent: payment instruments anywhere, and data of real borrowers in the sandbox.
import { memoizeByObject } from '../../contract/memoize-by-object.ts'
import { at, listAt, textAt } from '../../model/body.ts'
import type { Call, Journal } from '../call.ts'
import { eachCall, ruleGroup, type Fault } from '../client-rule.ts'
import { textPartsOf } from '../file-part.ts'
import { fieldsIn, plainCode, type Place } from './fields.ts'

const paymentName =
  /^((credit_|debit_)?card(_(number|no|expiry))?|cvv|cvc|cvc2|pan|iban|bank_account(_number)?|routing_number)$/

/** Such a field may name how an order is paid, as by invoice: a number in it is an instrument. */
const methodName = /^(payment_method|payment)$/i

/** Words of the name of a field, or of one that it stands in, that holds an instrument. */
const paymentWords = new Set(['payment', 'payments', 'card', 'cards', 'cc'])

const isOfPayment = (path: string): boolean =>
  plainCode(path)
    .split(/[/_]/)
    .some((word) => paymentWords.has(word))

const isPayment = ({ name, path, value }: Place, journal: Journal): boolean =>
  (isOfPayment(path) && isCard(digitsOf(String(value))) && !ownIn(journal).has(digitsOf(String(value)))) ||
  (paymentName.test(plainCode(name)) && value !== null) ||
  (methodName.test(name) && typeof value !== 'object' && /\d{4}/.test(String(value)))

const freeText = /(instructions|text|reason|body|subject|description)$/

const luhn = (digits: string): boolean =>
  [...digits].toReversed().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

/** Numbers of the order, the loan and the agency, which a text may name; one number in ten looks like that of a card. */
const ownNumbers = [
  ['lender_reference'],
  ['order_number'],
  ...['number', 'agency_case_number', 'fha_case_number'].map((name) => ['loan', name]),
]

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

const ownIn = memoizeByObject(
  ({ calls }: Journal): ReadonlySet<string> =>
    new Set(
      calls
        .flatMap(({ sent, received }) => [sent, received, ...listAt(received, 'data')])
        .flatMap((value) => ownNumbers.map((path) => digitsOf(String(at(value, ...path) ?? '')))),
    ),
)

const cardLike = /\b(?:[3-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{3,4}|3[47]\d\d[ -]\d{6}[ -]\d{5})\b/g

const isCard = (digits: string): boolean => /^[3-6]\d{14,15}$/.test(digits) && luhn(digits)

const cardIn = (text: string, journal: Journal): boolean =>
  [...text.matchAll(cardLike)]
    .map(([found]) => digitsOf(found))
    .some((digits) => luhn(digits) && !ownIn(journal).has(digits))

const textsOfUpload = (call: Call): Place[] =>
  textPartsOf(call).map(({ name, text }) => ({ path: `/${name}`, name, value: text }))

const paymentFault = (call: Call, journal: Journal): Fault | true | null => {
  const fields = [...fieldsIn(call.sent), ...textsOfUpload(call)]
  if (fields.length === 0) return null
  const found = fields.find(
    (place) =>
      isPayment(place, journal) ||
      (typeof place.value === 'string' && freeText.test(place.name) && cardIn(place.value, journal)),
  )
  return found === undefined ? true : { expected: 'no payment instrument', received: found.name, pointer: found.path }
}

/** Where people have their mailboxes; test data belongs to `example.com` and its like. */
const mailboxes =
  /@(gmail|googlemail|yahoo|hotmail|outlook|live|icloud|me|aol|msn|comcast|verizon|att|protonmail|gmx)\.[a-z.]+$/i

/** Words in the mailboxes of those who test, and not of a borrower. */
const testers = new Set(['qa', 'demo', 'dummy', 'fake', 'sample'])

const isOfTester = (mailbox: string): boolean =>
  mailbox.includes('+') || mailbox.split(/[._-]/).some((word) => word.startsWith('test') || testers.has(word))

const isPublicMailbox = (value: string): boolean =>
  mailboxes.test(value) && !setAside.test(value) && !isOfTester(value.toLowerCase().split('@')[0]!)

const socialSecurity = /\b(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}\b/

/** Parcels and loans have numbers of the same form: one is a person's where it stands with a borrower, or is called so. */
const isOfPerson = ({ path, value }: Place): boolean =>
  socialSecurity.test(String(value)) && (path.startsWith('/borrowers/') || /\b(ssn|social)\b/i.test(String(value)))

const contactsOf = (sent: unknown): string[] =>
  listAt(sent, 'borrowers').flatMap((row) =>
    listAt(row, 'contacts').flatMap((contact) => textAt(contact, 'value') ?? []),
  )

/** Telephone numbers and domains that are set aside for examples belong to nobody. */
const setAside = /555[-. )]*01\d\d$|[@.](example(\.(com|net|org))?|test|invalid)$/i

const contacts = new WeakMap<Journal, ReadonlySet<string>>()

/** Contacts of borrowers that the client sent to production. */
const realContacts = (journal: Journal): ReadonlySet<string> => {
  const sent = (): string[] =>
    journal.calls
      .flatMap((call) => (call.environment === 'production' ? contactsOf(call.sent) : []))
      .filter((value) => !setAside.test(value))
  const known = contacts.get(journal) ?? new Set(sent())
  contacts.set(journal, known)
  return known
}

const realFault = (call: Call, journal: Journal): Fault | true | null => {
  if (call.environment !== 'sandbox' || !call.environmentIsKnown || call.sent === undefined) return null
  const texts = fieldsIn(call.sent).filter(({ value }) => typeof value === 'string')
  // The other parties of an order are no borrowers.
  const mailbox = texts.find(({ path, value }) => !path.startsWith('/parties/') && isPublicMailbox(String(value)))
  if (mailbox) return { expected: 'made-up data', received: 'an address of a public mailbox', pointer: mailbox.path }
  const number = texts.find(isOfPerson)
  if (number) return { expected: 'made-up data', received: 'a social security number', pointer: number.path }
  const real = realContacts(journal)
  return contactsOf(call.sent).some((value) => real.has(value))
    ? { expected: 'made-up data', received: 'a contact of a borrower in production', pointer: '/borrowers' }
    : true
}

/** Calls that may have a text of a person. */
const texts = [
  'createOrder',
  'amendOrder',
  'sendMessage',
  'createRevisionRequest',
  'holdOrder',
  'resumeOrder',
  'cancelOrder',
]

export const privacy = ruleGroup(
  'privacy',
  [
    {
      rule: 'create.client-sends-no-payment-instrument',
      shownBy: 'order, amendment or message',
      toTry: 'Let the client place an order.',
      toChange: 'Send no card, no bank account and no other payment instrument; orders are invoiced.',
      judge: eachCall([...texts, 'uploadDocument'], paymentFault),
    },
    {
      rule: 'create.client-sends-no-real-borrower-to-the-sandbox',
      shownBy: 'order, amendment or message sent to the sandbox',
      toTry: 'Let the client place an order in the sandbox.',
      toChange: 'Send made-up people to the sandbox: addresses of `example.com`, phone numbers like `+1 512 555 0100`.',
      judge: eachCall(['createOrder', 'amendOrder', 'sendMessage'], realFault),
    },
  ],
  ['request bodies'],
)
