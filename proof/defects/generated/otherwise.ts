// Another value of the same form for one that is shown: the next of its enumeration, an hour later, a dollar more.
import { loadContract } from '../../../simulator/contract/contract.ts'

const { enumerations, webhooks } = loadContract()
const lists = [...Object.values(enumerations), webhooks.event_types].filter((values) => values.length > 1)

const hourMs = 3_600_000

const later = (text: string): string => {
  const shifted = new Date(Date.parse(text) + hourMs).toISOString()
  return text.includes('.') ? shifted : `${shifted.slice(0, 19)}Z`
}

const forms: [form: RegExp, change: (text: string) => string][] = [
  [/^\d{4}-\d\d-\d\dT.*Z$/, later],
  [/^\d{4}-\d\d-\d\d$/, (text) => new Date(Date.parse(text) + 24 * hourMs).toISOString().slice(0, 10)],
  [/^-?\d+\.\d\d$/, (text) => (Number(text) + 1).toFixed(2)],
  [/^[A-Z]{3}$/, (text) => (text === 'USD' ? 'CAD' : 'USD')],
  [/^[A-Z]{2}$/, (text) => (text === 'TX' ? 'CA' : 'TX')],
  [/^\d{5}$/, (text) => (text === '78701' ? '10001' : '78701')],
  [/^(?:ord|doc|msg|rr|evt|cli|len|cmp)_/, (text) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')],
]

const otherText = (text: string): string => {
  const list = lists.find((values) => values.includes(text))
  if (list) return list[(list.indexOf(text) + 1) % list.length]!
  const form = forms.find(([one]) => one.test(text))
  return form ? form[1](text) : `${text} 2`
}

/** What is no text, number or boolean is left as it is. */
export const otherwise = (value: unknown): unknown => {
  if (typeof value === 'string') return otherText(value)
  if (typeof value === 'number') return value + 1
  return typeof value === 'boolean' ? !value : value
}
