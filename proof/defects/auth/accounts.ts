// Defects of what a credential opens: one account, in one environment.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../../simulator/behaviour/operators/index.ts'
import { rows } from '../rows.ts'
import type { AccountKey, Order } from '../../../simulator/domain/records.ts'
import type { Defect } from '../defect.ts'
import { Refusal } from '../../../simulator/domain/refusal.ts'
import { refuseForeign } from '../foreign.ts'

/** The lender or the company of the account read has another id at every read. */
const renumbered = (part: 'lender' | 'company'): Mutation =>
  op.perTarget((reads = 0) => op.falsify('access.account', `${part}.id`, (id) => `${String(id)}_${(reads += 1)}`))

/** The token endpoint of one environment does not look at that of a credential. */
const takesAnyCredential = (where: 'production' | 'sandbox'): Mutation =>
  op.misread('tokens.checkClient', (client, secret, environment) => [
    client,
    secret,
    environment === where && client ? client.environment : environment,
  ])

const withoutEnvironment = (account: string): string => account.slice(0, account.lastIndexOf(':'))

/** A resource is looked up by its lender alone, in calls whose method and path fit. */
const inEitherEnvironment = (calls: RegExp): Mutation =>
  op.perTarget((call = '') => [
    op.accept(
      'access.sees',
      (account, resource) => calls.test(call) && withoutEnvironment(resource.account) === withoutEnvironment(account),
    ),
    op.note('access.authorization', ({ method, url }) => {
      call = `${method} ${url}`
    }),
  ])

/** Rows of one bug in several operations. */
const seenInEither = (operations: Record<string, [calls: RegExp, where: string]>): Record<string, Omit<Defect, 'id'>> =>
  Object.fromEntries(
    Object.entries(operations).map(([id, [calls, where]]) => [
      id,
      {
        breaks: 'auth.order-of-one-environment-is-404-in-the-other',
        bug: `An order is looked up by its lender, whichever environment it was placed in, ${where}.`,
        deep: 'only in one operation',
        apply: inEitherEnvironment(calls),
      },
    ]),
  )

/** Of the credential that uploaded it. */
const ofUploader = op.perTarget((owner = new Map<string, string | undefined>()) => [
  op.answer('getDocument', (given, asker) => {
    const id = String((given.body as { id?: unknown } | undefined)?.id)
    const isOwn = !owner.has(id) || owner.get(id) === asker?.clientId
    return isOwn ? given : new Refusal('not_found', 'There is no such document.')
  }),
  op.answer('uploadDocument', (given, asker) => {
    owner.set(String((given.body as { id?: unknown } | undefined)?.id), asker?.clientId)
    return given
  }),
])

/** Of the credential that placed the order. */
const ofPlacer = op.perTarget((owner = new Map<string, string>()) =>
  op.instead('idempotency.around', async (usual, id, call, work) => {
    const order = /ord_[^/?]+/.exec(call.request.url ?? '')?.[0] ?? ''
    const client = (call as unknown as { client?: { id: string } }).client?.id
    const by = owner.get(order)
    if (by !== undefined && client !== undefined && by !== client && id !== 'getOrder')
      throw new Refusal('not_found', 'There is no such order.')
    const given = await usual(id, call, work)
    if (id === 'createOrder' && client !== undefined) owner.set(String((given.body as { id?: unknown }).id), client)
    return given
  }),
)

export const authAccounts: readonly Defect[] = rows({
  'document-is-of-its-uploader': {
    breaks: 'auth.two-credentials-work-side-by-side',
    bug: 'A document belongs to the credential that uploaded it, and the other one of the account cannot read it.',
    deep: 'only for a second credential',
    apply: ofUploader,
  },
  'order-is-of-its-placer': {
    breaks: 'auth.two-credentials-work-side-by-side',
    bug: 'What the other credential of an account placed can be read and listed, and nothing else be done with it.',
    deep: 'only for a second credential',
    apply: ofPlacer,
  },
  'lender-id-per-call': {
    breaks: 'auth.credential-belongs-to-one-lender-account',
    bug: 'The lender of a credential is looked up in a table that has it twice.',
    apply: renumbered('lender'),
  },
  'company-id-per-call': {
    breaks: 'auth.credential-belongs-to-one-company',
    bug: 'The company of a credential is looked up in a table that has it twice.',
    apply: renumbered('company'),
  },
  'orders-seen-in-either-environment': {
    breaks: 'auth.order-of-one-environment-is-404-in-the-other',
    bug: 'An order is looked up by its lender, whichever environment it was placed in.',
    apply: op.accept(
      'access.sees',
      (account, resource) => withoutEnvironment(resource.account) === withoutEnvironment(account),
    ),
  },
  ...seenInEither({
    'messages-seen-in-either-environment': [/^GET .*\/messages/, 'when its messages are listed'],
    'revision-requests-seen-in-either-environment': [
      /^GET .*\/revision-requests/,
      'when its revision requests are listed',
    ],
    'documents-seen-in-either-environment': [/^GET .*\/orders\/.*\/documents/, 'when its documents are listed'],
    'document-detail-seen-in-either-environment': [/^GET .*\/documents\/doc_/, 'when one of its documents is read'],
    'order-amended-in-either-environment': [/^PATCH /, 'when it is amended'],
    'order-resumed-in-either-environment': [/\/resume$/, 'when it is resumed'],
  }),
  'status-looked-at-before-the-lender': {
    breaks: 'auth.resource-of-another-account-is-404',
    bug: 'Whether an order can be held is looked up before whose it is.',
    deep: 'only of an order whose status refuses the call',
    apply: op.perTarget((call = '') => [
      op.instead('access.find', (usual, account, resource, what) => {
        const order = resource as Partial<Order> | undefined
        if (call.endsWith('/hold') && order?.status?.code === 'on_hold' && order.account !== account)
          throw new Refusal('action_not_allowed_in_status', 'The order is on hold.', { currentStatus: 'on_hold' })
        return usual(account, resource, what) as never
      }),
      op.note('access.authorization', ({ url }) => {
        call = String(url)
      }),
    ]),
  },
  'one-feed-for-both-environments': {
    breaks: 'auth.order-of-one-environment-is-404-in-the-other',
    bug: 'Events are kept by the lender, so that the feed of the sandbox has those of production, too.',
    deep: 'only across environments',
    apply: op.instead('webhooks.owners', (usual, account, clientIds) => {
      const both = new Set([account, `${withoutEnvironment(account)}:sandbox` as const])
      return [...both].flatMap((one) => usual(one, clientIds))
    }),
  },
  'header-names-the-lender': {
    breaks: 'auth.credential-alone-decides-where-an-order-belongs',
    bug: 'A header of the internal gateway that names the lender is believed when the caller sends it.',
    apply: op.instead('access.lenderIdOf', (usual, client, headers) => {
      const named = headers['x-lender-id']
      return typeof named === 'string' ? named : usual(client, headers)
    }),
  },
  'sandbox-credential-works-in-production': {
    breaks: 'auth.sandbox-credential-gets-no-production-token',
    bug: 'The token endpoint of production does not look at the environment of a credential.',
    apply: takesAnyCredential('production'),
  },
  'production-credential-works-in-the-sandbox': {
    breaks: 'auth.production-credential-gets-no-sandbox-token',
    bug: 'The token endpoint of the sandbox does not look at the environment of a credential.',
    apply: takesAnyCredential('sandbox'),
  },
  'account-shows-the-secret': {
    breaks: 'auth.secret-is-never-shown-by-the-interface',
    bug: 'The account read serialises the whole credential.',
    apply: op.instead('access.account', (usual, client, ...rest) => ({
      ...usual(client, ...rest),
      client_secret: client.secret,
    })),
  },
  'order-list-cached-for-everyone': {
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'The key under which order lists are cached lacks the account.',
    apply: op.stale('access.listed'),
  },
  'order-number-of-any-lender': {
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'An order that is listed by its number is looked up by that alone, for any lender.',
    deep: 'only with the filter by number',
    apply: op.perTarget((accounts = new Set<AccountKey>()) => [
      op.instead('lists.orders', (usual, store, account, filter, cut) => {
        const own = usual(store, account, filter, cut)
        if (filter.order_number === undefined || own.total > 0) return own
        const others = [...accounts].map((other) => usual(store, other, filter, cut))
        return others.find(({ total }) => total > 0) ?? own
      }),
      op.note('present.dates', ({ account }) => accounts.add(account)),
    ]),
  },
  'document-of-any-lender-attached': {
    breaks: 'auth.lender-scope-opens-nothing-outside-the-account',
    bug: 'Documents quoted in a message are looked up by id alone, and shown as attached for any lender.',
    deep: 'only for one role',
    apply: op.perTarget(
      (
        table = new Map<unknown, Record<string, unknown>>(),
        attached = new Map<string, Record<string, unknown>[]>(),
        quoted: Record<string, unknown>[] = [],
      ) => [
        op.misread('present.message', (record, attachments) => {
          if (!attached.has(record.id)) attached.set(record.id, quoted.splice(0))
          return [record, [...attachments, ...attached.get(record.id)!]]
        }),
        op.wrap('present.document', (shown, { id }) => {
          table.set(id, shown)
          return shown
        }),
        op.instead('problems.unknownDocuments', (usual, operationId, details) => {
          const found = details.map(({ value }) => table.get(value)).filter((one) => one !== undefined)
          if (operationId !== 'sendMessage' || found.length < details.length) return usual(operationId, details)
          quoted = found
          return null
        }),
      ],
    ),
  },
  'second-credential-lists-nothing': {
    breaks: 'auth.credentials-of-one-account-see-the-same-orders',
    bug: 'Orders belong to the client that placed them instead of its lender account.',
    apply: op.edit(
      'listOrders',
      (list) => Object.assign(list, { data: [], total: 0, total_pages: 0 }),
      (_answer, asker) => asker?.clientId?.endsWith('_2') ?? false,
    ),
  },
  'foreign-order-is-403': {
    breaks: 'auth.resource-of-another-account-is-404',
    bug: 'An order of another lender is refused with 403, which shows that it is there.',
    apply: refuseForeign('action_not_permitted_for_client', 403),
  },
  'orders-of-everyone': {
    breaks: 'auth.resource-of-another-company-is-404',
    bug: 'An order is looked up by its id alone.',
    apply: op.accept('access.sees'),
  },
})
