// Defects that break rules of the area conventions.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Wire } from '../../simulator/behaviour/operators/index.ts'
import { rows } from './rows.ts'
import { charsetRefused } from './charset.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import type { Defect } from './defect.ts'

const anotherPrefix = (breaks: string, kind: Exclude<Presenter, 'product'>, from: string, to: string): Defect => ({
  id: `${kind.toLowerCase()}-ids-start-with-${to.replaceAll('_', '')}`,
  breaks: `conventions.${breaks}`,
  bug: `Ids start with ${to}.`,
  apply: op.falsify(`present.${kind}` as 'present.order', 'id', (id) => String(id).replace(from, to)),
})

/** The phone numbers of borrowers are shown otherwise. */
const phones =
  (change: (number: string) => unknown): ((contact: unknown) => unknown) =>
  (contact) => {
    const { type, value } = contact as Wire
    return type === 'phone' ? { ...(contact as Wire), value: change(String(value)) } : contact
  }

type Presenter = 'order' | 'document' | 'message' | 'revisionRequest' | 'event' | 'response' | 'product'

export const conventions: readonly Defect[] = [
  anotherPrefix('order-ids-start-with-ord', 'order', 'ord_', 'order_'),
  anotherPrefix('document-ids-start-with-doc', 'document', 'doc_', 'file_'),
  anotherPrefix('revision-request-ids-start-with-rr', 'revisionRequest', 'rr_', 'rev_'),
  anotherPrefix('revision-reply-ids-start-with-msg', 'response', 'msg_', 'rep_'),
  anotherPrefix('event-ids-start-with-evt', 'event', 'evt_', 'ev_'),
  ...rows({
    'refusal-ids-start-with-dec': {
      breaks: 'conventions.revision-reply-ids-start-with-msg',
      bug: 'What the company writes as it declines a revision request has ids of its own.',
      deep: 'only for a request that is declined',
      apply: op.falsify('present.response', 'id', (id, { status }) =>
        status === 'declined' ? String(id).replace('msg_', 'dec_') : id,
      ),
    },
    'reply-ids-of-an-event-start-with-rep': {
      breaks: 'conventions.revision-reply-ids-start-with-msg',
      bug: 'The reply that order.revision_responded shows is numbered by the queue of events.',
      deep: 'only in the event',
      apply: op.falsify('order.revision_responded', 'response.id', (id) => String(id).replace('msg_', 'rep_')),
    },
  }),
  anotherPrefix('message-ids-start-with-msg', 'message', 'msg_', 'm_'),
  ...rows({
    'unset-address-parts-are-empty-texts': {
      breaks: 'conventions.empty-fields-are-sent-as-null',
      bug: 'A street or a unit that was not sent is stored as an empty text, and shown as one.',
      apply: op.together(
        op.retype('present.address', 'street', (kept) => kept ?? ''),
        op.retype('present.address', 'unit', (kept) => kept ?? ''),
      ),
    },
    'errors-in-plain-text': {
      breaks: 'conventions.response-bodies-are-json',
      bug: 'Bodies are labelled as plain text.',
      apply: op.set('wire.contentType', 'text/plain; charset=utf-8'),
    },
    'media-type-compared-as-written': {
      breaks: 'conventions.request-bodies-are-read-as-json',
      bug: 'The content type is compared letter by letter, and one in capitals is refused.',
      deep: 'only where a caller writes the media type in another case',
      apply: op.refuseWith('wire.checkAccept', (_operation, { 'content-type': sent = '' }) =>
        /^application\/json/i.test(sent) && !sent.startsWith('application/json')
          ? new Refusal('unsupported_media_type', 'The content type is not taken.')
          : null,
      ),
    },
    'chunked-json-is-no-body': {
      breaks: 'conventions.request-bodies-are-read-as-json',
      bug: 'The body is read by its announced length, and one in chunks counts as none.',
      deep: 'only where a caller sends its body in chunks',
      apply: op.refuseWith('wire.checkAccept', (operation, headers) =>
        operation !== 'uploadDocument' && headers['transfer-encoding'] === 'chunked'
          ? new Refusal('invalid_request', 'The request has no body.', { status: 400 })
          : null,
      ),
    },
    'bodies-in-latin-1': {
      breaks: 'conventions.response-bodies-are-utf-8',
      bug: 'Orders are written in the character set of the old database.',
      apply: op.wrap('wire.finish', function (done, operationId) {
        if (operationId !== 'getOrder') return done
        const headers = { ...done.headers, 'Content-Type': this.contentType }
        return { status: done.status, headers, bytes: Buffer.from(this.serialise(done.body), 'latin1') }
      }),
    },
    'letters-outside-ascii-as-question-marks': {
      breaks: 'conventions.request-bodies-are-read-as-utf-8',
      bug: 'A column of the database is in an old character set.',
      apply: op.wrap(
        'present.order',
        (order) => JSON.parse(JSON.stringify(order).replaceAll(/[^\x20-\x7e]/g, '?')) as Wire,
      ),
    },
    'camel-case-field': {
      breaks: 'conventions.field-names-are-snake-case',
      bug: 'One field was added by another team.',
      apply: op.add('present.order', (order) => (order['portalUrl'] = null)),
    },
    'upper-case-status': {
      breaks: 'conventions.enum-values-are-lower-case',
      bug: 'Status codes are shown as the constants they are in the code.',
      apply: op.retype('present.order', 'status.code', (code) => String(code).toUpperCase()),
    },
    'numeric-order-id': {
      breaks: 'conventions.identifiers-are-strings',
      bug: 'The id is the key of the row.',
      apply: op.retype('present.order', 'id', 1873),
    },
    'long-document-ids': {
      breaks: 'conventions.identifiers-have-at-most-64-characters',
      bug: 'Ids carry a hash.',
      apply: op.retype('present.document', 'id', (id) => `${String(id)}${'0'.repeat(64)}`),
    },
    'timestamps-without-offset': {
      breaks: 'conventions.timestamps-are-iso-8601-with-offset',
      bug: 'Timestamps are written without an offset.',
      apply: op.replace('present.timestamp', (at) => new Date(at).toISOString().slice(0, -1)),
    },
    'timestamps-in-local-time': {
      breaks: 'conventions.timestamps-are-in-utc',
      bug: 'Timestamps are written in the time zone of the company.',
      apply: op.replace('present.timestamp', (at) => new Date(at - 6 * 3_600_000).toISOString().replace('Z', '-06:00')),
    },
    'american-dates': {
      breaks: 'conventions.dates-are-year-month-day',
      bug: 'Dates are written month first.',
      apply: op.retype('present.order', 'dates.due_date', (date) =>
        String(date).replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1'),
      ),
    },
    'money-as-number': {
      breaks: 'conventions.money-is-a-decimal-string',
      bug: 'Amounts are JSON numbers.',
      apply: op.retype('present.order', 'fees.appraisal_fee', (fee) => (fee === null ? null : Number(fee))),
    },
    'money-without-trailing-zeros': {
      breaks: 'conventions.money-has-exactly-two-decimals',
      bug: 'Trailing zeros of an amount are cut.',
      apply: op.retype('present.order', 'fees.appraisal_fee', (fee) => (fee === null ? null : String(Number(fee)))),
    },
    'price-of-three-decimals-kept': {
      breaks: 'conventions.money-has-exactly-two-decimals',
      bug: 'A purchase price of three decimals is taken, and shown as it was sent.',
      deep: 'only with a price of three decimals',
      apply: op.loosen('createOrder', 'loan.purchase_price', { pattern: '^-?[0-9]+\\.[0-9]{2,3}$' }),
    },
    'currency-sign': {
      breaks: 'conventions.currency-has-three-letters',
      bug: 'The currency is its sign.',
      apply: op.retype('present.order', 'fees.currency', '$'),
    },
    'phone-as-number': {
      breaks: 'conventions.phone-numbers-are-text',
      bug: 'A phone number of digits alone is sent as a number.',
      apply: op.retype(
        'present.order',
        'borrowers.*.contacts.*',
        phones((number) => Number(number.replaceAll(/\D/g, ''))),
      ),
    },
    'phone-tidied': {
      breaks: 'conventions.phone-numbers-come-back-as-sent',
      bug: 'Phone numbers are brought into one form.',
      apply: op.retype(
        'present.order',
        'borrowers.*.contacts.*',
        phones((number) => number.replaceAll(/[^\d+]/g, '')),
      ),
    },
    'booleans-as-numbers': {
      breaks: 'conventions.booleans-are-true-or-false',
      bug: 'Flags are the numbers of the database.',
      apply: op.retype('present.order', 'flags.*', Number),
    },
    'empty-fields-left-out': {
      breaks: 'conventions.empty-fields-are-sent-as-null',
      bug: 'Fields that are null are left out.',
      apply: op.edit('present.order', (order) => {
        for (const [name, value] of Object.entries(order)) if (value === null) delete order[name]
      }),
    },
    'client-id-of-the-gateway': {
      breaks: 'conventions.client-ids-start-with-cli',
      bug: 'The account shows the id that the gateway has for the client.',
      apply: op.falsify('access.account', 'client_id', (id) => `app-${String(id).slice(4)}`),
    },
    'lender-id-of-the-books': {
      breaks: 'conventions.lender-ids-start-with-len',
      bug: 'The account shows the number of the books.',
      apply: op.falsify('access.account', 'lender.id', 'acct_4711'),
    },
    'company-id-of-the-books': {
      breaks: 'conventions.company-ids-start-with-cmp',
      bug: 'The account shows the number of the books.',
      apply: op.falsify('access.account', 'company.id', 'amc_12'),
    },
    'client-id-is-a-token': {
      breaks: 'conventions.client-ids-hold-no-secret',
      bug: 'For trials the client id was let in as a token, and still is.',
      apply: op.replace(
        'tokens.read',
        (token) => ({ clientId: token, environment: 'sandbox', expiresAt: Number.MAX_SAFE_INTEGER }),
        (token) => token.startsWith('cli_'),
      ),
    },
    'escapes-read-as-text': {
      breaks: 'conventions.request-bodies-are-read-as-json',
      bug: 'A body with escaped letters fails at a guard against injected code.',
      apply: op.fault(
        'creation.structural.emailRole',
        () => [{ field: 'appraiser_instructions', code: 'invalid_value', value: null, message: 'has odd letters' }],
        (draft) => /[^\x20-\x7e]/.test(draft.appraiser_instructions ?? ''),
      ),
    },
    'charset-refused-by-a-create': {
      breaks: 'conventions.request-bodies-are-read-as-json',
      bug: 'A create whose content type names a charset is refused.',
      deep: 'only for a type with a parameter',
      apply: charsetRefused('createOrder', 'application/json'),
    },
    'charset-refused-by-an-amendment': {
      breaks: 'conventions.request-bodies-are-read-as-json',
      bug: 'An amendment whose content type names a charset is refused.',
      deep: 'only for a type with a parameter',
      apply: charsetRefused('amendOrder', 'application/json'),
    },
    'space-before-a-parameter-refused': {
      breaks: 'conventions.request-bodies-are-read-as-json',
      bug: 'The content type is taken up to the semicolon, with the space before it.',
      deep: 'only for a type with a space before its parameter',
      apply: op.refuseWith('wire.checkAccept', (_operationId, { 'content-type': sent = '' }) =>
        /^\S+\s+;/.test(sent) ? new Refusal('unsupported_media_type', 'The content type is not taken.') : null,
      ),
    },
    'camel-case-parties': {
      breaks: 'conventions.field-names-are-snake-case',
      bug: 'The parties are written by another serialiser.',
      apply: op.rename('present.order', 'parties.real_estate_agent', 'realEstateAgent'),
    },
    'amended-phones-without-hyphens': {
      breaks: 'conventions.phone-numbers-come-back-as-sent',
      bug: 'An amendment stores phone numbers without their hyphens.',
      deep: 'only for an amendment',
      apply: op.wrap('amendment.contacts', (usual) =>
        usual.map((one) => (one.type === 'phone' ? { ...one, value: one.value.replaceAll('-', '') } : one)),
      ),
    },
  }),
]
