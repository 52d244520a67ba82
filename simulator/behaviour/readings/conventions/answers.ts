// Permitted readings of the conventions of answers.
import { misread, replace, set, together, wrap } from '../../operators/index.ts'
import { Refusal } from '../../../domain/refusal.ts'
import { byText } from '../../../store/compare.ts'
import { fullLength, short, withPunctuation } from '../other-identifiers.ts'
import type { AreaReadings, ReadingPatch } from '../reading.ts'
import { operationsOf, succeedsWith } from '../reading-patches.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { Wire } from './requests.ts'

const anyOrder: ReadingPatch = (ground) => {
  let turn = 0
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled)
    if (!isObject(value)) return value
    const entries = Object.entries(value).toReversed()
    const cut = turn % (entries.length || 1)
    const turned = [...entries.slice(cut), ...entries.slice(0, cut)]
    return Object.fromEntries(turned.map(([key, inner]) => [key, shuffled(inner)]))
  }
  const arranged = (body: unknown): unknown => {
    turn += 1
    return shuffled(body)
  }
  ground.behaviour.wire.arranged = arranged
  misread('webhooks.serialise', (envelope) => [arranged(envelope) as Wire])(ground)
}

const escape = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const escaped: ReadingPatch = together(replace('wire.escaped', escape), wrap('webhooks.serialise', escape))

const inapplicableLeftOut: ReadingPatch = together(
  wrap('creation.loanCurrency', (usual, { currency, purchase_price, purpose }) =>
    currency || purchase_price || purpose === 'purchase' ? usual : null,
  ),
  wrap('present.loan', (shown, { loan, order_type }) => {
    const isPurchase = loan.purpose === 'purchase'
    const isCertified = order_type.appraiser_certification !== 'none'
    const isCalledFor: Record<string, boolean> = {
      purpose_other: loan.purpose === 'other',
      purchase_price: isPurchase,
      currency: isPurchase,
      fha_case_number: isCertified,
    }
    return Object.fromEntries(
      Object.entries(shown).filter(([name, value]) => value !== null || (isCalledFor[name] ?? true)),
    )
  }),
)

const ownOrder: ReadingPatch = together(
  misread('present.contacts', (sent) => [
    sent.toSorted((a, b) => byText(`${a.type} ${a.value}`, `${b.type} ${b.value}`)),
  ]),
  misread('present.notes', (sent) => [sent.toSorted((a, b) => byText(a.type, b.type))]),
  misread('present.addOns', (sent) => [sent.toSorted((a, b) => byText(a.code, b.code))]),
)

const acceptsJson = (accept: string): boolean =>
  accept.split(',').some((range) => {
    const [type, ...parameters] = range.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2) ?? '1'
    return ['*/*', 'application/*', 'application/json'].includes(type!) && Number(weight) > 0
  })

const acceptHonoured: ReadingPatch = replace('wire.checkAccept', (operationId, { accept }) => {
  if (!accept || operationId === 'downloadDocument' || acceptsJson(accept)) return
  throw new Refusal('not_acceptable', 'Only application/json is answered here.', { status: 406 })
})

/** Digits that depend on the millisecond alone, so that equal instants look equal. */
const micros = (at: number): string => String((at * 7919) % 1000).padStart(3, '0')

export const conventionsAnswers: AreaReadings = {
  'conventions.json-media-type': {
    'without-charset': set('wire.contentType', 'application/json'),
  },
  'conventions.key-order': { 'any-order': anyOrder },
  'conventions.json-whitespace': {
    indented: set('wire.indent', 2),
  },
  'conventions.non-ascii-escaping': { escaped },
  'conventions.identifier-length': { 'full-length': fullLength, short },
  'conventions.identifier-alphabet': { 'with-punctuation': withPunctuation },
  'conventions.timestamp-offset': {
    'numeric-zero': set('present.offset', '+00:00'),
  },
  'conventions.timestamp-fraction': {
    'whole-seconds': replace('present.fraction', ''),
    microseconds: wrap('present.fraction', (usual, at) => `${usual}${micros(at)}`),
  },
  'conventions.inapplicable-fields': { 'left-out': inapplicableLeftOut },
  'conventions.empty-collections': {
    'null-value': replace('present.entries', (list) => (list.length > 0 ? list : null)),
  },
  'conventions.array-order': { 'own-order': ownOrder },
  'conventions.read-success-status': {
    'status-203': (simulator) => succeedsWith(operationsOf('conventions.read-success-status'), 203)(simulator),
  },
  'conventions.accept-header': { 'status-406': acceptHonoured },
}
