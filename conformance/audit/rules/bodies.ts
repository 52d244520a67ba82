// The form of what a client sends: JSON in UTF-8, names, enumerations, dates, money, phone numbers, booleans.
import { textOf } from '../../evidence/exchange.ts'
import { at, listAt, textAt } from '../../model/body.ts'
import type { Call } from '../call.ts'
import { eachCall, ruleGroup } from '../client-rule.ts'
import { isBodyKnown } from '../sent.ts'
import { thresholds } from '../thresholds.ts'
import { enumFault } from './enumerated.ts'
import { fieldsIn, firstFault, plainCode, type Place } from './fields.ts'
import { sinceOf } from './lists.ts'

const bodied = [
  'createOrder',
  'amendOrder',
  'holdOrder',
  'resumeOrder',
  'cancelOrder',
  'createRevisionRequest',
  'sendMessage',
  'setWebhook',
  'testWebhook',
  'advanceOrder',
]

const named = (call: Call, names: readonly string[]): Place[] =>
  fieldsIn(call.sent).filter(({ name, value }) => names.includes(name) && value !== null)

const isJsonType = (type: string): boolean =>
  /^application\/json\s*(;|$)/i.test(type) && !/charset=(?!"?utf-?8)/i.test(type)

const flags = ['rush', 'complex', 'rural', 'priority', 'certified_appraiser_required', 'has_adu', 'receives_report']
const booleans = [
  ...flags,
  'receives_status_updates',
  'prior_appraisal_provided',
  'comparable_sales_provided',
  'enabled',
]

/** Java leaves out seconds that are zero; `strftime` writes an offset without its colon, and some libraries a small z. */
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]00(:?00)?)$/i

const isDate = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  new Date(Date.parse(value) || 0).toISOString().startsWith(value)

const phonesIn = (sent: unknown): Place[] =>
  fieldsIn(sent).flatMap(({ path, value }) =>
    listContacts(value).flatMap((contact, index) =>
      path.endsWith('/contacts') && at(contact, 'type') === 'phone'
        ? [{ path: `${path}/${index}/value`, name: 'value', value: at(contact, 'value') }]
        : [],
    ),
  )

const listContacts = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const bodies = ruleGroup(
  'bodies',
  [
    {
      rule: 'conventions.client-sends-json-in-utf-8',
      shownBy: 'request with a body',
      toTry: 'Let the client place an order.',
      toChange: 'Send JSON in UTF-8, with `Content-Type: application/json`.',
      judge: eachCall(bodied, (call) => {
        const { body } = call.exchange.request
        if (body === null) return null
        if (call.known.type === undefined) return null
        const type = call.known.type ?? 'absent'
        if (!isJsonType(type)) return { expected: 'application/json', received: type, pointer: 'header:Content-Type' }
        if (!isBodyKnown(call)) return true
        if (textOf(body) === undefined) return { expected: 'UTF-8', received: 'other bytes' }
        return call.sent === undefined ? { expected: 'JSON', received: 'no JSON' } : true
      }),
    },
    {
      rule: 'conventions.client-sends-snake-case-fields',
      shownBy: 'request with a JSON body',
      toTry: 'Let the client place an order.',
      toChange: 'Name the fields as the contract does, in snake case.',
      judge: eachCall(bodied, (call) =>
        firstFault(fieldsIn(call.sent), ({ path, name }) =>
          /^[a-z][a-z0-9_]*$/.test(name) ? null : { expected: plainCode(name), received: name, pointer: path },
        ),
      ),
    },
    {
      rule: 'conventions.client-sends-lower-case-enum-values',
      shownBy: 'request with a value of an enumeration',
      toTry: 'Let the client place an order.',
      toChange: 'Send the values of enumerations in lower case with underscores.',
      judge: eachCall([], enumFault),
    },
    {
      rule: 'conventions.client-sends-timestamps-in-utc',
      shownBy: 'read of the order list by `updated_since`',
      toTry: 'Let the client poll the order list.',
      toChange: 'Send `updated_since` as `2026-01-31T09:30:00Z`, and encode a plus sign in the query.',
      judge: eachCall('listOrders', (call) => {
        const since = sinceOf(call)
        if (since === null) return null
        return utc.test(since) ? true : { expected: 'a timestamp in UTC', received: since }
      }),
    },
    {
      rule: 'conventions.client-sends-dates-as-year-month-day',
      shownBy: 'request with a due date',
      toTry: 'Let the client place an order.',
      toChange: 'Send `due_date` as `YYYY-MM-DD`.',
      judge: eachCall(['createOrder', 'amendOrder'], (call) =>
        firstFault(named(call, ['due_date']), ({ path, value }) =>
          isDate(value) ? null : { expected: 'YYYY-MM-DD', received: value, pointer: path },
        ),
      ),
    },
    {
      rule: 'conventions.client-sends-money-as-decimal-strings',
      shownBy: 'create with an amount',
      toTry: 'Let the client place an order for a purchase.',
      toChange: 'Send an amount as a string with two decimals: `"350000.00"`.',
      judge: eachCall('createOrder', (call) =>
        firstFault(named(call, ['purchase_price']), ({ path, value }) =>
          typeof value === 'string' && /^-?\d+\.\d\d$/.test(value)
            ? null
            : { expected: 'a decimal string with two decimals', received: value, pointer: path },
        ),
      ),
    },
    {
      rule: 'conventions.client-sends-phone-numbers-with-country-code',
      shownBy: 'request with a phone number',
      toTry: "Let the client place an order with the borrower's phone number.",
      toChange: 'Send phone numbers with their country code: `+1 512 555 0100`.',
      judge: eachCall(['createOrder', 'amendOrder'], (call) =>
        firstFault(phonesIn(call.sent), ({ path, value }) => {
          const text = String(value).trim()
          const [number = ''] = text.split(/[;,#x]|ext/i)
          return text.startsWith('+') || number.replaceAll(/\D/g, '').length > thresholds.domesticDigits
            ? null
            : { expected: 'a country code', received: text, pointer: path }
        }),
      ),
    },
    {
      rule: 'conventions.client-sends-true-or-false',
      shownBy: 'request with a boolean',
      toTry: 'Let the client place an order with `rush`.',
      toChange: 'Send booleans as `true` or `false`, without quotes.',
      judge: eachCall([...bodied, 'listOrderTypes'], (call) => {
        const query = call.url.searchParams.get('has_adu')
        if (query !== null && !['true', 'false'].includes(query)) return { expected: 'true or false', received: query }
        const found = firstFault(named(call, booleans), ({ path, value }) =>
          typeof value === 'boolean' ? null : { expected: 'true or false', received: value, pointer: path },
        )
        return found ?? (query === null ? null : true)
      }),
    },
    {
      rule: 'create.client-gives-no-email-the-role-cell',
      shownBy: 'request with an email contact',
      toTry: 'Let the client place an order with an email address.',
      toChange: 'Give an email contact the role `home`, `work` or `other`.',
      judge: eachCall(['createOrder', 'amendOrder'], (call) =>
        firstFault(
          fieldsIn(call.sent).filter(({ path, value }) => /\/contacts\/\d+\/type$/.test(path) && value === 'email'),
          ({ path }) => {
            const place = path.replace(/type$/, 'role')
            const role = at(call.sent, ...place.split('/').slice(1))
            return role === 'cell' ? { expected: 'home, work or other', received: 'cell', pointer: place } : null
          },
        ),
      ),
    },
    {
      rule: 'create.client-sends-no-note-of-type-appraisal',
      shownBy: 'request with a note',
      toTry: 'Let the client place an order with a note.',
      toChange: 'Give a note the type `order` or `appointment`.',
      judge: eachCall(['createOrder', 'amendOrder'], (call) =>
        firstFault(listAt(call.sent, 'notes'), (note) =>
          textAt(note, 'type') === 'appraisal' ? { expected: 'order or appointment', received: 'appraisal' } : null,
        ),
      ),
    },
  ],
  ['request bodies'],
)
