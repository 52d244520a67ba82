// Every timestamp, date, amount, currency and enumeration value is written in the one form the contract has for it.
import { assertion, type Assertion } from '../evidence/assertion.ts'
import { memoizeByObject } from '../contract/memoize-by-object.ts'
import { matching } from '../evidence/expected.ts'
import { formatsOf, type Format } from './schema/formats.ts'
import type { ShapeInvariant } from './schema/shape.ts'
import type { Visit } from './schema/visit.ts'

const iso = 'conventions.timestamps-are-iso-8601-with-offset'
const utc = 'conventions.timestamps-are-in-utc'
const date = 'conventions.dates-are-year-month-day'
const moneyText = 'conventions.money-is-a-decimal-string'
const moneyPlaces = 'conventions.money-has-exactly-two-decimals'
const currency = 'conventions.currency-has-three-letters'
const lowerCase = 'conventions.enum-values-are-lower-case'

const isoForm = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]\d{2}:\d{2})$/
const utcForm = /(Z|[+-]00:00)$/
const decimalForm = /^-?\d+(\.\d+)?$/
const moneyForm = /^-?\d+\.\d{2}$/
const currencyForm = /^[A-Za-z]{3}$/
const lowerForm = /^[a-z0-9]+(_[a-z0-9]+)*$/

const expected = {
  decimal: matching(decimalForm),
  money: matching(moneyForm),
  currency: matching(currencyForm),
  lower: matching(lowerForm),
}

/** Whether a text is a calendar date that exists. */
const isCalendarDate = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const isIso = (text: string): boolean => {
  const day = isoForm.exec(text)?.[1]
  return day !== undefined && isCalendarDate(day)
}

const judgeTimestamp = (text: string, pointer: string): Assertion[] => [
  ...assertion(iso, isIso(text), 'YYYY-MM-DDThh:mm:ss±hh:mm', text, pointer),
  ...(isoForm.test(text) ? assertion(utc, utcForm.test(text), 'Z or +00:00', text, pointer) : []),
]

const judgeMoney = (value: unknown, pointer: string): Assertion[] => {
  const decimal = typeof value === 'string' && decimalForm.test(value)
  return [
    ...assertion(moneyText, decimal, expected.decimal, value, pointer),
    ...(decimal ? assertion(moneyPlaces, moneyForm.test(value), expected.money, value, pointer) : []),
  ]
}

const judges: Record<Exclude<Format, 'identifier'>, (value: unknown, pointer: string) => Assertion[]> = {
  timestamp: (value, pointer) => (typeof value === 'string' ? judgeTimestamp(value, pointer) : []),
  date: (value, pointer) =>
    assertion(date, typeof value === 'string' && isCalendarDate(value), 'YYYY-MM-DD', value, pointer),
  money: judgeMoney,
  currency: (value, pointer) =>
    assertion(currency, typeof value === 'string' && currencyForm.test(value), expected.currency, value, pointer),
}

const enumerations = new Set(
  (
    'StatusCode LoanPurpose PropertyType Occupancy ContactType ContactRole BorrowerRole NoteType DocumentKind ' +
    'AdditionalContactPurpose ReportFormat AppraiserCertification MessageRecipient RevisionRequestKind ' +
    'RevisionRequestStatus DueDateRequester'
  ).split(' '),
)

const isEnumeration = memoizeByObject((components: readonly string[]) =>
  components.some((one) => enumerations.has(one)),
)

const judgeEnumeration = ({ value, components, pointer }: Visit): Assertion[] =>
  typeof value === 'string' && isEnumeration(components)
    ? assertion(lowerCase, lowerForm.test(value), expected.lower, value, pointer)
    : []

/** Identifiers are judged elsewhere. */
const formsOf = memoizeByObject((components: readonly string[]) =>
  formatsOf(components).filter((format) => format !== 'identifier'),
)

const judgeOne = (visit: Visit): Assertion[] => {
  const { value, pointer, components } = visit
  if (value === null) return []
  const formats = formsOf(components)
  if (formats.includes('timestamp') && formats.includes('date'))
    return typeof value === 'string' && isCalendarDate(value) ? [] : judges.timestamp(value, pointer)
  return [...formats.flatMap((format) => judges[format](value, pointer)), ...judgeEnumeration(visit)]
}

export const values: ShapeInvariant = {
  id: 'invariant.values',
  rules: [iso, utc, date, moneyText, moneyPlaces, currency, lowerCase],
  assert: ({ visits }) => visits.flatMap((visit) => (visit.missing ? [] : judgeOne(visit))),
}
