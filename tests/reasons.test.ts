// The catalogue of reasons: each is put into plain words, is used, and says something that no other says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { catalogue } from '../reports/reasons/catalogue.ts'
import {
  reason,
  recordedReason,
  type GivenReason,
  type ParametersOf,
  type PlainCode,
  type ReasonCode,
} from '../reports/reasons/reason.ts'
import { dialectIn } from './dialect.ts'
import { sourcesIn } from './layers.ts'
import { root } from './places.ts'

/** Parameters for every code that has some: a code that is missing here does not compile. */
const examples: { [C in Exclude<ReasonCode, PlainCode>]: ParametersOf<C> } = {
  'no-order-at-another-company': { roles: ['other_company'] },
  'no-credential': { role: 'no_cancel', what: 'a credential of a lender that may not cancel' },
  'control-unreachable': { url: 'http://127.0.0.1:9' },
  'no-base-url': { environment: 'production' },
  'no-token-in-profile': { key: 'expired' },
  'token-unknown-to-target': { key: 'expired' },
  'needs-time': { what: 'the end of a token', time: '66 min' },
  'control-lacks': { operations: ['moveOrder', 'changeFee'] },
  'credential-unusable': { role: 'other_lender', code: 'credential_refused' },
  'credential-of-other-account': { role: 'main_second', account: 'acc_1 of com_1' },
  'credentials-of-one-account': { role: 'other_lender' },
  'credentials-of-two-accounts': { role: 'main_second' },
  'credentials-of-two-environments': { role: 'other_company' },
  'webhook-not-offered': { code: 'no_public_url', fact: 'The profile has no webhook.public_url', todo: 'Give it.' },
  'webhook-not-reached': { code: 'receiver_not_started', fact: 'The port is taken; give another.', todo: '' },
  'refused-as-permitted': { operation: 'cancelOrder', status: 'pending_review' },
  'receiver-address-refused': { answer: '422 validation_failed' },
  'nothing-delivered': { rule: 'webhooks.test-sends-a-specimen', fact: 'the target does not connect' },
  'webhook-has-address': { role: 'other_lender' },
  'no-old-tls-here': { why: 'no protocols available' },
  'no-product-that': { asks: ['that is inactive', 'with an add-on'] },
  'no-product-for': { values: ['refinance', 'condo'] },
  'no-active-product': { role: 'main' },
  'no-catalog-of-company': { company: 'com_1' },
  'list-empty': { operation: 'listMessages' },
  'too-many-orders': { most: 500 },
  'switched-off': { operation: 'cancelOrder' },
  'link-leads-inside': { host: '10.0.0.7' },
  'amendment-refused': { answer: '422 validation_failed' },
  'dead-address-refused': { url: 'https://127.0.0.1:9' },
  'status-already-left': { status: 'reactivated' },
  'request-answered-first': { status: 'declined', action: 'accept' },
  unobservable: { why: 'It concerns how the company stores keys.' },
  'receiver-busy': { answer: '503' },
  'step-refused': { operation: 'holdOrder', role: 'main', answer: '409 action_not_allowed_in_status' },
  'text-missing': { operation: 'createOrder', pointer: '/id' },
  'stopped-after-failure': { rule: 'list.pages' },
  'not-in-random-orders-of-budget': { budget: 300 },
  'no-answer': { call: 'GET /ping', why: 'timeout' },
  'answer-too-large': { call: 'POST /orders', why: 'more than 8 MB', status: 400 },
  'cut-while-sent': { call: 'POST /orders', why: 'ECONNRESET', megabytes: 26.2 },
  'refused-for-rate': { call: 'GET /ping', status: 429 },
  'rate-window-too-short': { requests: 600 },
  'rate-not-used-up-in-time': { requests: 600 },
  'control-refused': { request: 'POST /orders', answer: '404' },
  'token-refused': { role: 'main_second', status: 401 },
  'items-without-key': { key: 'id' },
  'time-not-readable': { operation: 'getOrder', pointer: '/dates/updated_at' },
  'link-not-readable': { operation: 'getDocument', pointer: '/download/url' },
  'no-file-on-order': { kind: 'report_pdf' },
  'sequence-stopped': { before: 'inspection_scheduled' },
  'not-called': { operations: ['getOrder', 'listMessages'] },
  'change-not-shown': { pointer: '/dates/due_date' },
  'nothing-to-fail': { answer: 'status-500' },
  'not-in-recording': { lack: 'request bodies', todo: 'Record with bodies.' },
  'not-in-journal': { what: 'create', todo: 'Let the client place an order.' },
  'outside-budget': { budget: 150 },
  'webhook-in-another-shard': { shard: 2, of: 4 },
  'rerun-time-over': { seconds: 60 },
  'rerun-requests-used': { requests: 300 },
  'rerun-too-dear': { requests: 70, most: 120 },
  'check-too-dear': { check: 'limits.one', requests: 700, most: 120 },
  'rerun-uses-rate-up': { check: 'limits.over-the-rate-is-429' },
  'not-reached-again': { check: 'list.pages' },
  'plan-stopped-after-failure': { rule: 'list.pages' },
  'event-type-refused': { type: 'order.fee_changed' },
  'check-failed': { error: 'TypeError: x is not a function' },
  'ended-after': { call: 'POST /orders/ord_1/hold', answer: '409' },
  'answer-not-as-described': {
    operation: 'getOrder',
    pointer: '/status',
    error: 'TypeError: x is not a function',
  },
  'not-shown-by-answers': { operation: 'getOrder', pointer: '/status' },
  'answer-lost': { call: 'POST /orders/ord_1/hold', why: 'ECONNRESET' },
  'refused-before-the-service': { call: 'GET /ping', status: 503, by: 'nginx' },
  'link-leads-elsewhere': {
    origin: 'https://127.0.0.1:9',
    target: 'https://api.example.com',
    why: 'ECONNREFUSED',
  },
  'through-a-proxy': { proxy: 'proxy.example.com:3128' },
}

const codes = Object.keys(catalogue) as ReasonCode[]

const isParametric = (code: ReasonCode): code is keyof typeof examples => Object.hasOwn(examples, code)

const given = codes.map((code): GivenReason =>
  isParametric(code) ? reason(code, examples[code] as never) : (code as PlainCode),
)
const recorded = given.map((one) => recordedReason(one))

t.test('a reason has one kind, one sentence and at most one remedy, in the words of the glossary', async (t) => {
  for (const { reason: sentence, reason_code: code, remedy } of recorded) {
    t.match(sentence, /^[^\n]{8,300}$/, code)
    t.notMatch(sentence, /undefined|\[object|NaN/, code)
    t.strictSame(dialectIn(sentence), [], code)
    if (remedy === undefined) continue
    t.match(remedy, /^[A-Z`][^\n]{5,300}\.$/, `${code}: whole sentences`)
    t.equal(remedy.split('`').length % 2, 1, `${code}: backticks in pairs`)
    t.strictSame(dialectIn(remedy), [], code)
  }
})

t.test('the sentence or the remedy shows every parameter', async (t) => {
  for (const { reason: sentence, reason_code: code, reason_parameters: parameters = {}, remedy } of recorded)
    for (const value of Object.values(parameters).flat())
      t.ok(`${sentence} ${remedy}`.includes(String(value)), `${code} shows ${value}: ${sentence}`)
})

t.test('no two reasons have one sentence', async (t) => {
  const sentences = recorded.map(({ reason: sentence }) => sentence)
  t.strictSame(
    sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index),
    [],
  )
})

t.test('what the profile lacks says what to add, and what the target did what to fix', async (t) => {
  for (const { reason_kind: kind, reason_code: code, remedy } of recorded)
    if (kind === 'unavailable' || kind === 'blocked' || kind === 'interrupted') t.ok(remedy, code)
})

t.test('parameters must fit their code', async (t) => {
  t.equal(recordedReason(reason('outside-budget', { budget: 7 })).reason, 'outside the budget of 7 requests')
  // @ts-expect-error: a text is no number
  reason('outside-budget', { budget: '7' })
  // @ts-expect-error: a parameter is missing
  reason('no-credential', { role: 'main' })
  // @ts-expect-error: a code with parameters is no reason in itself
  const bare: GivenReason = 'outside-budget'
  // @ts-expect-error: prose is no code
  const prose: GivenReason = 'the profile names no credential'
  t.ok([bare, prose])
})

t.test('every code is given somewhere', async (t) => {
  const sources = ['conformance', 'reports']
    .flatMap(sourcesIn)
    .filter((file) => !file.startsWith('reports/reasons/'))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
  const all = sources.map(([, text]) => text).join('\n')
  t.strictSame(
    codes.filter((code) => !all.includes(`'${code}'`)),
    [],
  )
})
