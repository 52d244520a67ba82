// Defects that break rules of the area conventions.
import { replace, set, wrap } from '../operators/index.ts'
import type { Defect } from './defect.ts'
import { changeAt, dropAt, renameAt, type Wire } from '../operators/edit-wire.ts'

type Presenter = 'order' | 'document' | 'message' | 'revisionRequest' | 'event' | 'response' | 'product'

/** Changes every resource of a kind on its way out. */
const shown = (breaks: string, id: string, bug: string, kind: Presenter, change: (body: Wire) => void): Defect => ({
  id,
  breaks: `conventions.${breaks}`,
  bug,
  apply: ({ present }) => {
    const presenters = present as unknown as Record<Presenter, (...given: unknown[]) => Wire>
    const original = presenters[kind]
    presenters[kind] = function (...given) {
      const body = structuredClone(original.apply(this, given))
      change(body)
      return body
    }
  },
})

const anotherPrefix = (breaks: string, kind: Presenter, from: string, to: string): Defect =>
  shown(
    breaks,
    `${kind.toLowerCase()}-ids-start-with-${to.replaceAll('_', '')}`,
    `Ids start with ${to}.`,
    kind,
    (body) => changeAt(body, 'id', (id) => String(id).replace(from, to)),
  )

const account = (breaks: string, id: string, bug: string, change: (body: Wire) => void): Defect => ({
  id,
  breaks: `conventions.${breaks}`,
  bug,
  apply: wrap('access.account', (body) => {
    change(body as unknown as Wire)
    return body
  }),
})

const stamped = (breaks: string, id: string, bug: string, write: (at: number) => string): Defect => ({
  id,
  breaks: `conventions.${breaks}`,
  bug,
  apply: ({ present }) => {
    present.timestamp = write
  },
})

export const conventions: readonly Defect[] = [
  {
    id: 'unset-address-parts-are-empty-texts',
    breaks: 'conventions.empty-fields-are-sent-as-null',
    bug: 'A street or a unit that was not sent is stored as an empty text, and shown as one.',
    apply: ({ present }) => {
      const { address } = present
      present.address = (kept) => {
        const shown = address.call(present, kept)
        return { ...shown, street: shown['street'] ?? '', unit: shown['unit'] ?? '' }
      }
    },
  },
  {
    id: 'errors-in-plain-text',
    breaks: 'conventions.response-bodies-are-json',
    bug: 'Bodies are labelled as plain text.',
    apply: set('wire.contentType', 'text/plain; charset=utf-8'),
  },
  {
    id: 'bodies-in-latin-1',
    breaks: 'conventions.response-bodies-are-utf-8',
    bug: 'Orders are written in the character set of the old database.',
    apply: wrap('wire.finish', function (done, operationId) {
      if (operationId !== 'getOrder') return done
      const headers = { ...done.headers, 'Content-Type': this.contentType }
      return { status: done.status, headers, bytes: Buffer.from(this.serialise(done.body), 'latin1') }
    }),
  },
  {
    id: 'letters-outside-ascii-as-question-marks',
    breaks: 'conventions.request-bodies-are-read-as-utf-8',
    bug: 'A column of the database is in an old character set.',
    apply: wrap('present.order', (usual) => JSON.parse(JSON.stringify(usual).replaceAll(/[^\x20-\x7e]/g, '?')) as Wire),
  },
  shown('field-names-are-snake-case', 'camel-case-field', 'One field was added by another team.', 'order', (order) => {
    order['portalUrl'] = null
  }),
  shown(
    'enum-values-are-lower-case',
    'upper-case-status',
    'Status codes are shown as the constants they are in the code.',
    'order',
    (order) => changeAt(order, 'status.code', (code) => String(code).toUpperCase()),
  ),
  shown('identifiers-are-strings', 'numeric-order-id', 'The id is the key of the row.', 'order', (order) => {
    order['id'] = 1873
  }),
  shown('identifiers-have-at-most-64-characters', 'long-document-ids', 'Ids carry a hash.', 'document', (document) =>
    changeAt(document, 'id', (id) => `${String(id)}${'0'.repeat(64)}`),
  ),
  stamped(
    'timestamps-are-iso-8601-with-offset',
    'timestamps-without-offset',
    'Timestamps are written without an offset.',
    (at) => new Date(at).toISOString().slice(0, -1),
  ),
  stamped(
    'timestamps-are-in-utc',
    'timestamps-in-local-time',
    'Timestamps are written in the time zone of the company.',
    (at) => new Date(at - 6 * 3_600_000).toISOString().replace('Z', '-06:00'),
  ),
  shown('dates-are-year-month-day', 'american-dates', 'Dates are written month first.', 'order', (order) =>
    changeAt(order, 'dates.due_date', (date) => String(date).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1')),
  ),
  shown('money-is-a-decimal-string', 'money-as-number', 'Amounts are JSON numbers.', 'order', (order) =>
    changeAt(order, 'fees.appraisal_fee', (fee) => (fee === null ? null : Number(fee))),
  ),
  shown(
    'money-has-exactly-two-decimals',
    'money-without-trailing-zeros',
    'Trailing zeros of an amount are cut.',
    'order',
    (order) => changeAt(order, 'fees.appraisal_fee', (fee) => (fee === null ? null : String(Number(fee)))),
  ),
  shown(
    'money-comes-with-a-currency',
    'money-without-currency',
    'The currency is taken for granted.',
    'order',
    (order) => dropAt(order, 'fees.currency'),
  ),
  shown('currency-has-three-letters', 'currency-sign', 'The currency is its sign.', 'order', (order) =>
    changeAt(order, 'fees.currency', () => '$'),
  ),
  shown(
    'phone-numbers-are-text',
    'phone-as-number',
    'A phone number of digits alone is sent as a number.',
    'order',
    (order) =>
      changeAt(order, 'borrowers.*.contacts.*', (contact) => {
        const { type, value } = contact as Wire
        return type === 'phone' ? { ...(contact as Wire), value: Number(String(value).replaceAll(/\D/g, '')) } : contact
      }),
  ),
  shown(
    'phone-numbers-come-back-as-sent',
    'phone-tidied',
    'Phone numbers are brought into one form.',
    'order',
    (order) =>
      changeAt(order, 'borrowers.*.contacts.*', (contact) => {
        const { type, value } = contact as Wire
        return type === 'phone' ? { ...(contact as Wire), value: String(value).replaceAll(/[^\d+]/g, '') } : contact
      }),
  ),
  shown(
    'booleans-are-true-or-false',
    'booleans-as-numbers',
    'Flags are the numbers of the database.',
    'order',
    (order) => changeAt(order, 'flags.*', Number),
  ),
  shown(
    'empty-fields-are-sent-as-null',
    'empty-fields-left-out',
    'Fields that are null are left out.',
    'order',
    (order) => {
      for (const [name, value] of Object.entries(order)) if (value === null) delete order[name]
    },
  ),
  anotherPrefix('order-ids-start-with-ord', 'order', 'ord_', 'order_'),
  anotherPrefix('document-ids-start-with-doc', 'document', 'doc_', 'file_'),
  anotherPrefix('revision-request-ids-start-with-rr', 'revisionRequest', 'rr_', 'rev_'),
  anotherPrefix('revision-reply-ids-start-with-msg', 'response', 'msg_', 'rep_'),
  anotherPrefix('event-ids-start-with-evt', 'event', 'evt_', 'ev_'),
  anotherPrefix('message-ids-start-with-msg', 'message', 'msg_', 'm_'),
  account(
    'client-ids-start-with-cli',
    'client-id-of-the-gateway',
    'The account shows the id that the gateway has for the client.',
    (body) => {
      body['client_id'] = `app-${String(body['client_id']).slice(4)}`
    },
  ),
  account('lender-ids-start-with-len', 'lender-id-of-the-books', 'The account shows the number of the books.', (body) =>
    changeAt(body, 'lender.id', () => 'acct_4711'),
  ),
  account(
    'company-ids-start-with-cmp',
    'company-id-of-the-books',
    'The account shows the number of the books.',
    (body) => changeAt(body, 'company.id', () => 'amc_12'),
  ),
  {
    id: 'client-id-is-a-token',
    breaks: 'conventions.client-ids-hold-no-secret',
    bug: 'For trials the client id was let in as a token, and still is.',
    apply: replace(
      'tokens.read',
      (token) => ({ clientId: token, environment: 'sandbox', expiresAt: Number.MAX_SAFE_INTEGER }),
      (token) => token.startsWith('cli_'),
    ),
  },
  {
    id: 'escapes-read-as-text',
    breaks: 'conventions.request-bodies-are-read-as-json',
    bug: 'A body with escaped letters fails at a guard against injected code.',
    apply: replace(
      'creation.structural.emailRole',
      () => [{ field: 'appraiser_instructions', code: 'invalid_value', value: null, message: 'has odd letters' }],
      (draft) => /[^\x20-\x7e]/.test(draft.appraiser_instructions ?? ''),
    ),
  },
  shown(
    'field-names-are-snake-case',
    'camel-case-parties',
    'The parties are written by another serialiser.',
    'order',
    (order) => renameAt(order, 'parties.real_estate_agent', 'realEstateAgent'),
  ),
  {
    id: 'amended-phones-without-hyphens',
    breaks: 'conventions.phone-numbers-come-back-as-sent',
    bug: 'An amendment stores phone numbers without their hyphens.',
    deep: 'only for an amendment',
    apply: wrap('amendment.contacts', (usual) =>
      usual.map((one) => (one.type === 'phone' ? { ...one, value: one.value.replaceAll('-', '') } : one)),
    ),
  },
]
