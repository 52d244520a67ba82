// Defects that take a point for open which the contract rules, mostly by a sentence in another section.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/mutation.ts'
import { keyHonoured } from '../../simulator/behaviour/repeated-writes.ts'
import { lastNoteOfType } from '../../simulator/behaviour/readings/create/fields.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

/** A list of the catalog that is null where it is empty. */
const nullWhenEmpty = (field: string): Mutation =>
  op.retype('present.product', field, (list) => (Array.isArray(list) && list.length === 0 ? null : list))

const replayWithoutLocation = op.mutation('drop', ({ idempotency }) => {
  const { around } = idempotency
  const seen = new Set<unknown>()
  idempotency.around = async (operationId, call, work) => {
    const answer = await around.call(idempotency, operationId, call, work)
    const id = operationId === 'createOrder' ? (answer.body as { id?: unknown } | undefined)?.id : undefined
    if (id === undefined || !seen.has(id)) {
      seen.add(id)
      return answer
    }
    const { Location: _left, ...headers } = answer.headers ?? {}
    return { ...answer, headers }
  }
})

/** The words that stand where there are none. */
const emptyFor = (field: 'note' | 'reason', events: readonly string[]): Mutation =>
  op.wrap('events.raised', (all) =>
    all.map((event) =>
      events.includes(event.type) && event.data[field] === null
        ? { ...event, data: { ...event.data, [field]: '' } }
        : event,
    ),
  )

/** What was quoted in a message and is on no order of the lender goes with the message all the same. */
const foreignDocumentKept: Mutation = op.perTarget((kept = new Map<string, string[]>(), quoted: string[] = []) => [
  op.misread('present.message', (message, attachments) => {
    if (!kept.has(message.id)) kept.set(message.id, quoted.splice(0))
    return [{ ...message, document_ids: [...message.document_ids, ...kept.get(message.id)!] }, attachments]
  }),
  op.instead('problems.unknownDocuments', (usual, operationId, details) => {
    if (operationId !== 'sendMessage') return usual(operationId, details)
    quoted = details.map(({ value }) => String(value))
    return null
  }),
])

export const closedReadings: readonly Defect[] = rows({
  'client-revoked-at-the-token-endpoint': {
    breaks: 'auth.token-revoked-client-has-its-error',
    bug: 'The token endpoint answers a revoked client with client_revoked, which is the word of the other endpoints.',
    also: ['auth.token-error-is-one-of-six'],
    apply: op.together(
      op.set('tokens.revokedClient', 'client_revoked'),
      op.set('problems.tokenErrors', (usual) => [...usual, 'client_revoked']),
    ),
  },
  'missing-token-is-an-expired-one': {
    breaks: 'auth.token-expired-is-for-an-expired-token-only',
    bug: 'A call without a token is refused as if its token had expired.',
    apply: op.replace('problems.missingToken', 'token_expired'),
  },
  'foreign-token-is-an-expired-one': {
    breaks: 'auth.token-expired-is-for-an-expired-token-only',
    bug: 'A token of the other environment is refused as if it had expired.',
    deep: 'only of a token of the other environment',
    apply: op.replace('problems.foreignToken', 'token_expired'),
  },
  'token-request-of-another-type-is-invalid-client': {
    breaks: 'errors.invalid-client-comes-with-401',
    bug: 'A token request in a content type that is not taken is refused as of an invalid client.',
    apply: op.set('problems.tokenErrorOtherwise', 'invalid_client'),
  },
  'email-on-a-cell': {
    breaks: 'create.email-with-the-role-cell-refused',
    bug: 'The role of a contact is looked at without its type.',
    apply: op.skip('creation.structural.emailRole'),
  },
  'replay-without-location': {
    breaks: 'idempotency.replay-has-the-location',
    bug: 'The replay of a create has the body that was kept, and none of the headers.',
    apply: replayWithoutLocation,
  },
  'empty-loan-types-are-null': {
    breaks: 'catalog.product-has-loan-types',
    bug: 'An empty list of loan types is null.',
    apply: nullWhenEmpty('loan_types'),
  },
  'empty-loan-purposes-are-null': {
    breaks: 'catalog.product-has-loan-purposes',
    bug: 'An empty list of purposes is null.',
    apply: nullWhenEmpty('loan_purposes'),
  },
  'empty-property-types-are-null': {
    breaks: 'catalog.product-has-property-types',
    bug: 'An empty list of property types is null.',
    apply: nullWhenEmpty('property_types'),
  },
  'unset-flags-are-texts': {
    breaks: 'order.has-flag-rural',
    bug: 'A flag that was not sent is shown as the text of a database.',
    also: [
      'order.has-flag-rush',
      'order.has-flag-complex',
      'order.has-flag-priority',
      'order.has-flag-certified-appraiser-required',
    ],
    apply: op.set('creation.unset.flag', 'f' as unknown as boolean),
  },
  'unset-has-adu-is-a-text': {
    breaks: 'order.has-property-has-adu',
    bug: 'Whether there is an accessory dwelling unit is the text unknown until somebody says so.',
    apply: op.set('creation.unset.hasAdu', 'unknown' as unknown as boolean),
  },
  'price-without-its-currency': {
    breaks: 'order.loan-currency-stands-beside-a-price',
    bug: 'The currency of the loan is shown where it was sent alone.',
    apply: op.replace('creation.loanCurrency', (loan) => loan.currency ?? null),
  },
  'no-documents-is-null': {
    breaks: 'order.has-documents',
    bug: 'The documents of an order that has none are null.',
    apply: op.wrap('present.ownDocuments', (list) => (list.length === 0 ? (null as unknown as typeof list) : list)),
  },
  'last-note-of-a-type-wins': {
    breaks: 'order.two-notes-of-one-type-are-both-kept',
    bug: 'Notes are kept in a map by their type, so that of two of one type the last one stays.',
    apply: lastNoteOfType,
  },
  'references-are-searched-from-their-beginning': {
    breaks: 'list.lender-reference-filter-excludes-others',
    bug: 'The filter by reference is a search for what begins with the text.',
    deep: 'only for a text that a longer one begins with',
    apply: op.instead('lists.orders', (usual, store, account, filter, cut) => {
      const { lender_reference: text, ...others } = filter
      if (text === undefined) return usual(store, account, filter, cut)
      const all = usual(store, account, others, { ...cut, offset: 0, limit: 100_000 })
      const found = all.rows.filter((row) => row.lender_reference?.startsWith(text))
      return { ...all, rows: found.slice(cut.offset, cut.offset + cut.limit), total: found.length }
    }),
  },
  'rate-is-one-more': {
    breaks: 'errors.over-the-rate-is-429',
    bug: 'The count is compared before the request is added to it, so that 601 are served.',
    deep: 'only at the 601st request of a minute',
    also: ['limits.rate-spans-all-endpoints'],
    apply: op.replace('rateLimit.isOver', (window) => window.used > 601),
  },
  'agency-case-number-where-there-is-one': {
    breaks: 'order.has-loan-agency-case-number',
    bug: 'The agency case number is left out of loans that have none.',
    apply: op.drop('present.order', 'loan.agency_case_number', ({ loan }) => loan.agency_case_number === null),
  },
  'empty-note-in-status-changed': {
    breaks: 'events.status-changed-note-is-never-an-empty-text',
    bug: 'The note is a text column with the default of an empty text, and is sent as it is.',
    apply: emptyFor('note', ['order.status_changed']),
  },
  'empty-reason-when-none-given': {
    breaks: 'events.reason-is-never-an-empty-text',
    bug: 'The reason is a text column with the default of an empty text, and is sent as it is.',
    deep: 'only of a hold, resume or cancel without a reason',
    apply: emptyFor('reason', ['order.on_hold', 'order.resumed', 'order.cancelled']),
  },
  'reassignment-unannounced': {
    breaks: 'events.assigned-is-raised-by-another-assignment',
    bug: 'The assignment is raised when the order gets its first appraiser, and not when another one takes over.',
    deep: 'only of a second appraiser',
    apply: op.set('events.reassignmentRaised', false),
  },
  'end-of-off-hold-unannounced': {
    breaks: 'events.status-changed-is-raised-when-off-hold-ends',
    bug: 'The job that takes orders out of `off_hold` writes their status past the code that raises events.',
    deep: 'only after a resume',
    apply: op.set('events.settlingRaised', false),
  },
  'reactivated-until-moved': {
    breaks: 'lifecycle.reactivated-moves-on',
    bug: 'A reactivated order waits until somebody at the company moves it.',
    deep: 'only after a reactivation',
    apply: op.replace('lifecycle.restSeconds', null, (status) => status === 'reactivated'),
  },
  'key-honoured-on-every-write': {
    breaks: 'idempotency.key-means-nothing-to-other-writes',
    bug: 'The layer that remembers keys stands before every write, and not before a create alone.',
    deep: 'only when sent again under one key',
    also: [
      'messages.sent-twice-is-two-messages',
      'documents.upload-sent-twice-is-two-documents',
      'revisions.request-sent-twice-is-two-requests',
      'actions.hold-refused-in-on-hold',
    ],
    apply: keyHonoured(() => true),
  },
  'key-honoured-on-a-hold': {
    breaks: 'idempotency.key-means-nothing-to-other-writes',
    bug: 'A hold that repeats a key is answered with what the first one got.',
    deep: 'only when sent again under one key',
    also: ['actions.hold-refused-in-on-hold'],
    apply: keyHonoured((operationId) => operationId === 'holdOrder'),
  },
  'key-honoured-on-an-amendment': {
    breaks: 'idempotency.key-means-nothing-to-other-writes',
    bug: 'An amendment that repeats a key is answered with what the first one got, and changes nothing.',
    deep: 'only when sent again under one key',
    apply: keyHonoured((operationId) => operationId === 'amendOrder'),
  },
  'foreign-document-kept-with-a-message': {
    breaks: 'messages.foreign-document-is-not-kept',
    bug: 'The ids that a message quotes are stored as sent, the documents of other lenders included.',
    deep: 'only for one role',
    apply: foreignDocumentKept,
  },
})
