// Defects that odd but possible requests alone show: an exception nobody caught, and a valid part that stays of what was refused.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import type { ShapeName } from '../../simulator/behaviour/shapes.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

const failed = (): Refusal => new Refusal('internal_error', 'Something went wrong.')

type Asked = { query: URLSearchParams; text: string; headers: Record<string, unknown> }

const queryOf = (url = ''): URLSearchParams => new URLSearchParams(url.split('?')[1] ?? '')

/** An exception in an operation, for the calls that fit. */
const fails = (id: string, fits: (asked: Asked) => boolean): Mutation =>
  op.refuseWith('idempotency.around', (operation, { request, sent, headers }) => {
    return operation === id && fits({ query: queryOf(request.url), text: sent.text, headers }) && failed()
  })

/** A fault that is found once the rest of the body is carried out. */
const keepsTheRest = (shape: ShapeName, field: string, isWrong: (value: unknown) => boolean): Mutation =>
  op.together(
    op.loosen(shape, field, (part) => Object.fromEntries(Object.keys(part).map((name) => [name, undefined]))),
    op.instead('idempotency.around', async (usual, id, call, work) => {
      const { body = {} } = call as { body?: Record<string, unknown> }
      if (id !== shape || !isWrong(body[field])) return usual(id, call, work)
      delete body[field]
      await work()
      throw new Refusal('validation_failed', 'A field has a value that cannot be used; details says which.', {
        details: [{ field, code: 'invalid_value', value: null, message: 'cannot be used' }],
      })
    }),
  )

const nul = String.raw`\u0000`
const unusable = 'errors.unusable-request-is-no-failure'
const unforeseen = 'errors.unforeseen-request-is-no-failure'
const leavesNothing = 'errors.refused-write-leaves-nothing'

const idOf = (url: string | undefined, path: RegExp): string => path.exec(url ?? '')?.[1] ?? ''

/** The id of an address is read as one before anybody asks whether it has the form of one. */
const malformedId = (path: RegExp) =>
  op.refuseWith('access.authorization', ({ url }) => {
    const id = idOf(url, path)
    return id !== '' && !/^[a-z]+_/.test(id) && failed()
  })

const twice = (id: string, name: string): Mutation => fails(id, ({ query }) => query.getAll(name).length > 1)

export const oddRequests: readonly Defect[] = rows({
  'malformed-order-id-is-500': {
    breaks: unusable,
    bug: 'The id of an order is parsed, and what is no id ends in an exception.',
    deep: 'only for an id of another form',
    apply: malformedId(/\/orders\/([^/?]+)(?:\?|$)/),
  },
  'malformed-document-id-is-500': {
    breaks: unusable,
    bug: 'The id of a document is parsed, and what is no id ends in an exception.',
    deep: 'only for an id of another form',
    apply: malformedId(/\/documents\/([^/?]+)(?:\?|$)/),
  },
  'undecodable-id-is-500': {
    breaks: unforeseen,
    bug: 'The address is decoded as UTF-8, and bytes that are none end in an exception.',
    deep: 'only for an address with bytes that are no UTF-8',
    apply: op.refuseWith('access.authorization', ({ url }) => (url ?? '').includes('%FF') && failed()),
  },
  'token-beside-a-signed-link-is-500': {
    breaks: unforeseen,
    bug: 'A signed link takes no token, and a token that comes along ends in an exception.',
    deep: 'only for a link that is fetched with a token',
    apply: fails('downloadDocument', ({ headers }) => headers['authorization'] !== undefined),
  },
  'malformed-id-of-a-hold-is-500': {
    breaks: unusable,
    bug: 'The id of an order to be held is parsed, and what is no id ends in an exception.',
    deep: 'only for an id of another form',
    apply: malformedId(/\/orders\/([^/?]+)\/hold$/),
  },
  'status-filter-twice-is-500': {
    breaks: unforeseen,
    bug: 'A query parameter is taken for a text, and is a list where it was sent twice.',
    deep: 'only for a parameter sent twice',
    apply: twice('listOrders', 'status'),
  },
  'adu-filter-twice-is-500': {
    breaks: unforeseen,
    bug: 'The catalog takes a query parameter for a text, and it is a list where it was sent twice.',
    deep: 'only for a parameter sent twice',
    apply: twice('listOrderTypes', 'has_adu'),
  },
  'type-filter-twice-is-500': {
    breaks: unforeseen,
    bug: 'The feed takes a query parameter for a text, and it is a list where it was sent twice.',
    deep: 'only for a parameter sent twice',
    apply: twice('listEvents', 'type'),
  },
  'nul-in-a-filter-is-500': {
    breaks: unforeseen,
    bug: 'The database refuses U+0000 in a text, and the filter of orders does not expect that.',
    deep: 'only for U+0000 in a filter',
    apply: fails('listOrders', ({ query }) => [...query.values()].some((value) => value.includes('\0'))),
  },
  'unknown-type-filter-is-500': {
    breaks: unusable,
    bug: 'An event type of a filter that is not in the table ends in an exception.',
    deep: 'only for an unknown type',
    apply: fails('listEvents', ({ query }) => query.get('type')?.includes('painted') ?? false),
  },
  'unknown-delivery-status-filter-is-500': {
    breaks: unusable,
    bug: 'A delivery status of a filter that is not in the table ends in an exception.',
    deep: 'only for an unknown status',
    apply: fails('listEvents', ({ query }) => query.get('delivery_status') === 'painted'),
  },
  'instant-without-offset-is-500': {
    breaks: unusable,
    bug: 'An instant without an offset ends in an exception of the date library.',
    deep: 'only without an offset',
    apply: fails('listOrders', ({ query }) => /\d$/.test(query.get('updated_since') ?? '')),
  },
  'null-of-an-optional-field-is-500': {
    breaks: unforeseen,
    bug: 'Parties that are null are read as if they were there.',
    deep: 'only for a null',
    apply: fails('createOrder', ({ text }) => /"parties":null/.test(text)),
  },
  'null-of-a-county-is-500': {
    breaks: unforeseen,
    bug: 'A county that is null is trimmed.',
    deep: 'only for a null',
    apply: fails('createOrder', ({ text }) => /"county":null/.test(text)),
  },
  'add-on-twice-is-500': {
    breaks: unforeseen,
    bug: 'The table of add-ons has a unique key, and nothing expects a code twice.',
    deep: 'only for an add-on sent twice',
    apply: fails('createOrder', ({ text }) => {
      const { add_on_codes: codes } = JSON.parse(text) as { add_on_codes?: string[] | null }
      return codes ? new Set(codes).size < codes.length : false
    }),
  },
  'nested-member-twice-is-500': {
    breaks: unforeseen,
    bug: 'An address is read part by part into a table, which has a part already that comes twice.',
    deep: 'only for a member that is twice in an object of the body',
    apply: fails('createOrder', ({ text }) => text.split('"street":').length > 2),
  },
  'long-key-is-500': {
    breaks: unforeseen,
    bug: 'The column of keys is too short for a long one, and nothing expects that.',
    deep: 'only for a key of more than 255 letters',
    apply: fails('createOrder', ({ headers }) => String(headers['idempotency-key'] ?? '').length > 255),
  },
  'amendment-without-fields-is-500': {
    breaks: unforeseen,
    bug: 'An amendment that names no field makes a statement without columns.',
    deep: 'only for an empty body',
    apply: fails('amendOrder', ({ text }) => text.trim() === '{}'),
  },
  'nul-in-an-amendment-is-500': {
    breaks: unforeseen,
    bug: 'The database refuses U+0000 in a text, and an amendment does not expect that.',
    deep: 'only for U+0000',
    apply: fails('amendOrder', ({ text }) => text.includes(nul)),
  },
  'null-for-a-fixed-object-is-500': {
    breaks: unforeseen,
    bug: 'What an amendment sends of a part that cannot change is compared field by field, and a null has no fields.',
    deep: 'only for null in the place of an object',
    apply: op.refuseWith('amendment.keeps', (_field, sent, kept) => {
      return sent === null && typeof kept === 'object' && kept !== null && failed()
    }),
  },
  'nul-in-a-message-is-500': {
    breaks: unforeseen,
    bug: 'The database refuses U+0000 in a text, and a message does not expect that.',
    deep: 'only for U+0000',
    apply: fails('sendMessage', ({ text }) => text.includes(nul)),
  },
  'nul-in-a-hold-is-500': {
    breaks: unforeseen,
    bug: 'The database refuses U+0000 in a text, and the reason of a hold does not expect that.',
    deep: 'only for U+0000',
    apply: fails('holdOrder', ({ text }) => text.includes(nul)),
  },
  'nul-in-a-revision-request-is-500': {
    breaks: unforeseen,
    bug: 'The database refuses U+0000 in a text, and the reason of a revision request does not expect that.',
    deep: 'only for U+0000',
    apply: fails('createRevisionRequest', ({ text }) => text.includes(nul)),
  },
  'message-with-an-unknown-document-is-500': {
    breaks: unusable,
    bug: 'A message refers to a document that is not there, and the reference is not checked before it is written.',
    deep: 'only for an unknown document',
    apply: op.replace('problems.unknownDocuments', failed, (id) => id === 'sendMessage'),
  },
  'revision-with-an-unknown-document-is-500': {
    breaks: unusable,
    bug: 'A revision request refers to a document that is not there, and the reference is not checked before it is written.',
    deep: 'only for an unknown document',
    apply: op.replace('problems.unknownDocuments', failed, (id) => id === 'createRevisionRequest'),
  },
  'lender-scope-refused': {
    breaks: 'auth.lender-scope-is-granted',
    bug: 'A token request may not name a scope.',
    apply: op.refuseWith(
      'tokens.checkRequest',
      ({ scope }) => scope === 'lender' && new Refusal('invalid_scope', 'No scope may be asked for.', { status: 400 }),
    ),
  },
  'unsigned-while-no-secret-is-set': {
    breaks: 'delivery.signature-header',
    bug: 'A webhook without a secret is sent its events unsigned.',
    deep: 'only while no secret is set',
    apply: op.together(
      op.accept('webhooks.reachable', (configuration) => configuration?.secret === null),
      op.replace('webhooks.signature', '', (secret) => secret === null),
      op.wrap('webhooks.headers', (usual, _event, header) =>
        header.endsWith('v1=') ? usual.filter(([name]) => name !== 'X-Service-Signature') : usual,
      ),
    ),
  },
  'refused-amendment-keeps-the-rest': {
    breaks: leavesNothing,
    bug: 'An amendment is applied field by field, and a field that is refused leaves those before it.',
    deep: 'only where a sound field stands beside the refused one',
    apply: keepsTheRest('amendOrder', 'lender_reference', (value) => typeof value === 'number'),
  },
  'refused-settings-keep-the-rest': {
    breaks: leavesNothing,
    bug: 'The settings of a webhook are stored one by one, and one that is refused leaves those before it.',
    deep: 'only where a sound setting stands beside the refused one',
    apply: keepsTheRest('setWebhook', 'enabled', (value) => value !== undefined && typeof value !== 'boolean'),
  },
})
