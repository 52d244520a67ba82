// For every judged rule one small defect of the good client, which breaks that rule and no other.
import { goodHabits, type Ask, type Habits, type Loose } from './client.ts'
import { badReceivers } from './receiver.ts'
import type { Bad, Conduct } from './client-conduct.ts'
import { sandboxOrigin } from './client-scene.ts'

type Body = Record<string, Loose>

const habits = (given: Partial<Habits>): Bad => ({ habits: given })
const conduct = (given: Partial<Conduct>): Bad => ({ conduct: given })

/** Changes what is sent by an operation, on the first occasions that it fits; `most` of them. */
const sends = (operation: string, change: (ask: Ask) => Ask | null, most = Infinity): Bad => {
  let count = 0
  return habits({
    send(ask) {
      if (ask.operation !== operation && operation !== '*') return ask
      const changed = count < most ? change(ask) : null
      if (changed !== null) count += 1
      return changed ?? ask
    },
  })
}

const bodies = (operation: string, change: (body: Body) => unknown): Bad =>
  sends(operation, (ask) => {
    if (typeof ask.json !== 'object' || ask.json === null) return null
    const body = structuredClone(ask.json) as Body
    return change(body) === false ? null : { ...ask, json: body }
  })

const header = (ask: Ask, name: string, value: string | null): Ask => {
  const { [name]: _, ...headers } = ask.headers
  return { ...ask, headers: value === null ? headers : { ...headers, [name]: value } }
}

/** The second order, whose create meets no failure. */
const purchases = (change: (body: Body) => unknown): Bad =>
  bodies('createOrder', (body) => (body['loan'].purpose === 'purchase' ? change(body) : false))

const form = (ask: Ask, change: (form: FormData) => void): Ask => {
  const copy = new FormData()
  for (const [name, value] of ask.body as FormData) copy.append(name, value as string)
  change(copy)
  return { ...ask, body: copy }
}

const query = (ask: Ask, name: string, value: string): Ask => ({ ...ask, query: { ...ask.query, [name]: value } })

const again = (status: number): Bad => habits({ repeatsRefused: status })

const lookless = (what: keyof Habits['looksFirst']): Bad =>
  habits({ looksFirst: { ...goodHabits.looksFirst, [what]: false } })

/** Waits after a status; of a rule about `Retry-After` those alone that it asks for. */
const waits = (wanted: number, wait: Habits['waitMs'], isAsked = false): Bad =>
  habits({
    waitMs: (attempt, given, chance, status) =>
      (status === wanted && (given > 0 || !isAsked) ? wait : goodHabits.waitMs)(attempt, given, chance, status),
  })

const flat: Habits['waitMs'] = (_attempt, given, chance) => given + 800 + 100 * chance

const keyed = (operation: string, what: keyof Habits['looksFirst']): Bad => ({
  habits: {
    looksFirst: { ...goodHabits.looksFirst, [what]: false },
    send: (ask) => (ask.operation === operation ? header(ask, 'idempotency-key', 'same') : ask),
  },
})

const fixless = (status: 400 | 413 | 415 | 422): Bad => conduct({ fix: (one) => one !== status })

export const badClients: Record<string, () => Bad> = {
  'actions.client-gives-a-hold-reason': () => bodies('holdOrder', (body) => delete body['reason']),
  'amend.client-cancels-and-reorders-for-fixed-fields': () =>
    bodies('amendOrder', (body) => (body['property'] = { type: 'farm' })),
  'amend.client-asks-by-message-instead': () => conduct({ askByMessage: false }),
  'auth.client-keeps-credentials-separate': () => conduct({ crossesLenders: true }),
  'auth.client-keeps-environments-separate': () => conduct({ crossesEnvironments: true }),
  'auth.client-asks-for-the-client-credentials-grant': () =>
    sends('requestToken', (ask) => ({ ...ask, body: String(ask.body).replace('client_credentials', 'password') }), 1),
  'auth.client-uses-basic-with-the-form-only': () =>
    sends('requestToken', (ask) =>
      ask.headers['authorization'] === undefined
        ? null
        : { ...header(ask, 'content-type', 'application/json'), body: '{"grant_type":"client_credentials"}' },
    ),
  'auth.client-sends-no-credential-in-a-url': () =>
    sends('getAccount', (ask) => query(ask, 'access_token', ask.headers['authorization']!.slice(7)), 1),
  'auth.client-sends-the-token-as-bearer': () =>
    sends(
      'getWebhook',
      (ask) => header(ask, 'authorization', ask.headers['authorization']!.replace('Bearer', 'Token')),
      6,
    ),
  'auth.client-caches-tokens': () => habits({ keepsToken: false }),
  'auth.client-renews-on-token-expired': () => habits({ repeatsAfterRenewal: false }),
  'auth.client-retries-an-expired-call-once': () => habits({ mostRenewals: 2 }),
  'auth.client-stops-on-invalid-client': () => habits({ stopsOnInvalid: false }),
  'auth.client-stops-on-client-revoked': () => habits({ stopsOnRevoked: false }),
  'auth.client-reads-the-account-at-start-up': () => habits({ readsAccount: false }),
  'auth.client-places-no-order-on-a-mismatch': () => habits({ ordersOnMismatch: true }),
  'auth.client-keeps-secrets-out-of-browsers': () =>
    sends('requestToken', (ask) => header(ask, 'sec-fetch-site', 'cross-site')),
  'auth.client-calls-from-a-server': () => sends('listOrders', (ask) => header(ask, 'sec-fetch-site', 'cross-site')),
  'catalog.client-treats-codes-as-opaque-strings': () =>
    bodies('createOrder', (body) => body['order_type_code'] === '1004' && (body['order_type_code'] = 1004)),
  'catalog.client-takes-names-as-display-text': () =>
    purchases((body) => (body['order_type_code'] = 'Single family appraisal, FHA')),
  'conventions.client-sends-json-in-utf-8': () =>
    sends('holdOrder', (ask) => header(ask, 'content-type', 'text/plain'), 1),
  'conventions.client-sends-snake-case-fields': () => bodies('sendMessage', (body) => (body['sentBy'] = 'office')),
  'conventions.client-sends-lower-case-enum-values': () =>
    bodies('sendMessage', (body) => (body['recipient'] = 'Manager')),
  'conventions.client-keeps-identifiers-as-strings': () => conduct({ address: ({ id }) => id.toUpperCase() }),
  'conventions.client-never-parses-identifiers': () => conduct({ address: ({ id }) => id.replace('ord_', '') }),
  'conventions.client-sends-timestamps-in-utc': () =>
    sends(
      'listOrders',
      (ask) =>
        ask.query?.['updated_since'] === undefined
          ? null
          : query(ask, 'updated_since', ask.query['updated_since'].replace('Z', '')),
      1,
    ),
  'conventions.client-sends-dates-as-year-month-day': () =>
    purchases((body) => (body['due_date'] = body['due_date'].replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'))),
  'conventions.client-sends-money-as-decimal-strings': () =>
    purchases((body) => (body['loan'].purchase_price = 350000)),
  'conventions.client-sends-phone-numbers-with-country-code': () =>
    bodies('createOrder', (body) => (body['borrowers'][0].contacts[0].value = '512 555 0100')),
  'conventions.client-sends-true-or-false': () => purchases((body) => (body['rush'] = 'true')),
  'create.client-sends-no-payment-instrument': () =>
    bodies('createOrder', (body) => (body['card_number'] = '4111111111111111')),
  'create.client-sends-no-real-borrower-to-the-sandbox': () =>
    bodies('createOrder', (body) => (body['borrowers'][0].contacts[1].value = 'ann.example@gmail.com')),
  'create.client-gives-no-email-the-role-cell': () =>
    purchases((body) => (body['borrowers'][0].contacts[1].role = 'cell')),
  'create.client-sends-no-note-of-type-appraisal': () =>
    purchases((body) => (body['notes'] = [{ type: 'appraisal', text: 'Soon.' }])),
  'create.client-sends-the-required-fields': () => purchases((body) => delete body['property'].occupancy),
  'create.client-sends-what-other-values-call-for': () => purchases((body) => delete body['loan'].purchase_price),
  'create.client-takes-codes-from-the-catalog': () => purchases((body) => (body['add_on_codes'] = ['MOAT'])),
  'create.client-names-two-borrowers-at-most': () => purchases((body) => body['borrowers'].push(body['borrowers'][1])),
  'create.client-sends-no-past-due-date': () => purchases((body) => (body['due_date'] = '2020-01-31')),
  'create.client-gives-the-borrowers-phone': () =>
    bodies('createOrder', (body) => body['borrowers'][0].contacts.shift()),
  'delivery.receiver-verifies-the-raw-bytes': () => conduct({ receive: badReceivers.verifiesNothing }),
  'delivery.receiver-does-not-reserialise': () => conduct({ receive: badReceivers.writesAgain }),
  'delivery.receiver-rejects-a-stale-t': () => conduct({ receive: badReceivers.takesAnyAge }),
  'delivery.receiver-tolerates-five-minutes': () => conduct({ receive: badReceivers.allowsOneMinute }),
  'delivery.receiver-checks-t-and-not-created-at': () => conduct({ receive: badReceivers.goesByCreatedAt }),
  'delivery.receiver-answers-401-when-unverified': () => conduct({ receive: badReceivers.refusesWith403 }),
  'delivery.receiver-answers-within-10-seconds': () => conduct({ receive: badReceivers.isSlow }),
  'documents.client-uploads-as-multipart': () =>
    sends('uploadDocument', (ask) => ({ ...header(ask, 'content-type', 'application/pdf'), body: '%PDF-1.4' }), 1),
  'documents.client-uploads-supporting-files-only': () =>
    sends('uploadDocument', (ask) => form(ask, (copy) => copy.set('kind', 'report_pdf')), 1),
  'documents.client-keeps-to-the-file-limits': () =>
    sends(
      'uploadDocument',
      (ask) => form(ask, (copy) => copy.set('file', new Blob(['x'], { type: 'video/mp4' }), 'tour.mp4')),
      1,
    ),
  'documents.client-relies-on-no-idempotency-key': () => keyed('uploadDocument', 'upload'),
  'documents.client-reads-the-list-before-resending': () => lookless('upload'),
  'downloads.client-sends-no-authorization': () =>
    sends('downloadDocument', (ask) => header(ask, 'authorization', 'Bearer x')),
  'downloads.client-fetches-a-fresh-link': () => conduct({ linkAtOnce: false }),
  'downloads.client-does-not-store-the-link': () => conduct({ linkAgain: 'stored' }),
  'errors.client-fixes-a-400': () => fixless(400),
  'errors.client-does-not-repeat-a-400': () => again(400),
  'errors.client-does-not-repeat-a-403': () => again(403),
  'errors.client-does-not-repeat-a-404': () => again(404),
  'errors.client-reads-the-order-after-409': () => conduct({ readsAfter409: false }),
  'errors.client-does-not-repeat-a-409': () => again(409),
  'errors.client-sends-a-smaller-file-after-413': () => fixless(413),
  'errors.client-does-not-repeat-a-413': () => again(413),
  'errors.client-fixes-the-type-after-415': () => fixless(415),
  'errors.client-does-not-repeat-a-415': () => again(415),
  'errors.client-fixes-the-values-after-422': () => fixless(422),
  'errors.client-does-not-repeat-a-422': () => again(422),
  'errors.client-waits-for-retry-after-on-429': () =>
    waits(429, (attempt, _given, chance) => 100 * 2 ** attempt * (0.6 + 0.8 * chance), true),
  'errors.client-backs-off-on-429': () => waits(429, flat),
  'errors.client-retries-a-read-after-500': () =>
    habits({
      repeats: (operation, status, isRead) =>
        status === 500 && isRead ? false : goodHabits.repeats(operation, status, isRead),
    }),
  'errors.client-retries-a-create-with-its-key-after-500': () => habits({ retryKey: (key) => `${key}+` }),
  'errors.client-reads-before-repeating-a-write-after-500': () => lookless('after500'),
  'errors.client-backs-off-on-500': () => waits(500, flat),
  'errors.client-waits-for-retry-after-on-503': () =>
    waits(503, (attempt, _given, chance) => 50 * 2 ** attempt * (0.6 + 0.8 * chance), true),
  'errors.client-backs-off-on-503': () => waits(503, flat),
  'errors.client-jitters-its-retries': () => habits({ waitMs: (attempt, given) => given + 500 * 2 ** attempt }),
  'feed.client-follows-next-cursor-until-null': () => conduct({ feedAfter: (cursor) => `${cursor}0` }),
  'feed.client-stores-the-last-processed-id': () => conduct({ nextFeedAfter: () => null }),
  'feed.client-reads-forward': () => conduct({ nextFeedAfter: (_last, first) => first }),
  'feed.client-reconciles-long-gaps-from-orders': () => conduct({ reconciles: false }),
  'feed.client-takes-the-order-as-truth': () => conduct({ readsEventOrders: false }),
  'idempotency.client-always-sends-a-key': () => sends('createOrder', (ask) => header(ask, 'idempotency-key', null)),
  'lifecycle.client-reads-again-after-off-hold': () => conduct({ readsOffHold: false }),
  'lifecycle.client-reads-again-after-reactivated': () => conduct({ readsReactivated: false }),
  'list.client-asks-for-1-to-100-items': () => sends('listOrderTypes', (ask) => query(ask, 'per_page', '500'), 1),
  'list.client-overlaps-update-windows': () => conduct({ nextSince: (lastPoll) => lastPoll + 30_000 }),
  'list.client-walks-all-pages': () => conduct({ walksAll: false }),
  'list.client-repeats-the-window': () => conduct({ walksTwice: false }),
  'messages.client-writes-to-manager-or-appraiser': () =>
    bodies('sendMessage', (body) => (body['recipient'] = 'underwriter')),
  'messages.client-uploads-before-attaching': () =>
    bodies('sendMessage', (body) => (body['attachments'] = [{ filename: 'a.pdf', content: 'eA==' }])),
  'messages.client-relies-on-no-idempotency-key': () => keyed('sendMessage', 'message'),
  'messages.client-reads-the-thread-before-resending': () => lookless('message'),
  'order.client-keys-records-on-id': () => conduct({ address: ({ order_number: number }) => number }),
  'revisions.client-acknowledges-a-reconsideration': () =>
    bodies('createRevisionRequest', (body) => delete body['acknowledgements']),
  'revisions.client-uploads-evidence-first': () =>
    bodies('createRevisionRequest', (body) => (body['document_ids'] = ['doc_00000000000000000000000000'])),
  'revisions.client-amends-loan-number-first': () => conduct({ numberFirst: false }),
  'revisions.client-reads-the-list-before-resending': () => lookless('revision'),
  'transport.every-call-carries-its-own-token': () =>
    sends('getWebhook', (ask) => header(ask, 'authorization', null), 6),
  'transport.client-calls-over-https': () =>
    sends('getAccount', (ask) => ({ ...ask, url: `${sandboxOrigin.replace('https', 'http')}/sandbox/v1/account` }), 1),
  'webhooks.client-configures-an-https-address': () =>
    bodies('setWebhook', (body) => (body['url'] = body['url'].replace('https', 'http'))),
  'webhooks.client-chooses-a-secret-of-32-characters': () => bodies('setWebhook', (body) => (body['secret'] = 'short')),
}
