// Permitted readings of the conventions of requests: their bodies and query parameters.
import { instead, refuseWith, replace, set, together, wrap, type Mutation } from '../../operators/index.ts'
import type { Detail } from '../../../domain/refusal.ts'
import { Refusal } from '../../../domain/refusal.ts'
import type { Behaviour } from '../../behaviour.ts'
import type { Shape } from '../../shape.ts'
import { notBlank } from '../../shape.ts'
import { parseFirst } from '../duplicate-keys.ts'
import type { OnDuplicate } from '../duplicate-keys.ts'
import type { AreaReadings, ReadingPatch } from '../reading.ts'
import { namesAt, reshaped } from '../shape-changes.ts'
import { faultsAs } from '../reading-patches.ts'
import { isObject } from '../../../lib/is-object.ts'

export type Wire = Record<string, unknown>

const withDuplicates = (onDuplicate: (code: string) => OnDuplicate): ReadingPatch =>
  wrap('bodies.json', (value, text, code) => {
    try {
      return parseFirst(text, onDuplicate(code))
    } catch (error) {
      if (error instanceof RangeError) return value
      throw error
    }
  })

const refuseDuplicate =
  (code: string): OnDuplicate =>
  (key) => {
    throw new Refusal(code, `The request body has the key ${key} twice.`, { status: 400 })
  }

const operationShapes = [
  'createOrder',
  'amendOrder',
  'action',
  'sendMessage',
  'createRevisionRequest',
  'setWebhook',
  'testWebhook',
  'advanceOrder',
] as const

/** Fields of an order that an amendment may name without changing them are not unknown. */
const closed =
  (code: (behaviour: Behaviour) => 'validation_failed' | 'invalid_request'): ReadingPatch =>
  (ground) => {
    const { shapes } = ground.behaviour
    const creation = shapes.createOrder
    for (const name of operationShapes) {
      shapes[name] = reshaped(shapes[name], (shape, path) => {
        if (!isObject(shape['properties'])) return shape
        const known = name === 'amendOrder' ? namesAt(creation, path) : []
        const unchecked = Object.fromEntries(known.map((field) => [field, {}]))
        return { ...shape, properties: { ...unchecked, ...shape['properties'] }, additionalProperties: false }
      })
      faultsAs(name, ({ keyword }) => keyword === 'additionalProperties', code(ground.behaviour))(ground)
    }
  }

const paymentName = /card_?(?:number|holder)|^card$|cvv|cvc|payment/i

const paymentFields = (value: unknown, path = ''): Detail[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = path === '' ? name : `${path}.${name}`
    if (paymentName.test(name))
      return [{ field, code: 'invalid_value', value: null, message: 'no payment instrument is accepted' }]
    return paymentFields(inner, field)
  })
}

const cardsRefused: ReadingPatch = instead('bodies.taken', (usual, operationId, body) => {
  const details = operationId === 'createOrder' ? paymentFields(body) : []
  if (details.length > 0) throw new Refusal('validation_failed', 'Card numbers are never accepted.', { details })
  return usual(operationId, body)
})

const parameters: Record<string, string[]> = {
  listOrders: ['page', 'per_page', 'status', 'updated_since', 'order_number', 'lender_reference'],
  listOrderTypes: ['page', 'per_page', 'has_adu', 'report_format'],
  listEvents: ['after', 'per_page', 'type', 'order_id', 'delivery_status'],
  listMessages: ['page', 'per_page'],
  listDocuments: ['page', 'per_page'],
  listRevisionRequests: ['page', 'per_page'],
}

const unknownParametersRefused: ReadingPatch = refuseWith('lists.checkNames', function (operationId, query) {
  const unknown = [...query.keys()].find((name) => !(parameters[operationId] ?? [name]).includes(name))
  return unknown === undefined ? null : this.unreadable(unknown, query.get(unknown)!, 'is not known')
})

type Lists = Behaviour['lists']

const picking =
  (pick: Lists['pick']): ReadingPatch =>
  ({ behaviour: { catalog, lists } }) => {
    lists.pick = pick
    catalog.lists.pick = pick
  }

const onlyOnce = (refusal: (name: string, value: string) => Refusal): Lists['pick'] =>
  function (values, name) {
    if (values.length > 1) throw refusal(name, values.join(', '))
    return values[0]
  }

const repeated = 'must be sent once'

const repeatedRefused: ReadingPatch = (ground) => {
  const { lists } = ground.behaviour
  picking(onlyOnce((name, value) => lists.unreadable(name, value, repeated)))(ground)
}

/** The catalog and the feed list no 422. */
const repeatedUnusable: ReadingPatch = (ground) => {
  repeatedRefused(ground)
  const { lists, feed } = ground.behaviour
  feed.paging.pick = lists.pick
  lists.pick = onlyOnce((name, value) => lists.unusable(name, value, repeated))
}

const filters = ['status', 'updated_since', 'order_number', 'lender_reference', 'type', 'order_id', 'delivery_status']

const emptyAs = (meaning: (name: string, lists: Lists) => string): Mutation =>
  instead('lists.whenEmpty', function (usual, name) {
    return filters.includes(name) ? meaning(name, this) : usual(name)
  })

/** No order is without a status or a time of change, and no event without a type. */
const matchesEmpty: ReadingPatch = together(
  emptyAs(() => ''),
  instead('lists.statuses', function (usual, query, known) {
    return this.value(query, 'status') === '' ? [] : usual(query, known)
  }),
  replace('lists.since', Number.MAX_SAFE_INTEGER, function (query, name) {
    return this.value(query, name) === ''
  }),
  replace('lists.member', '', function (query, name) {
    return this.value(query, name) === ''
  }),
)

const nullsRefused =
  (code: 'validation_failed' | 'invalid_request'): ReadingPatch =>
  (ground) => {
    const { shapes } = ground.behaviour
    shapes.createOrder = reshaped(shapes.createOrder, (shape) => {
      const { type } = shape
      if (!Array.isArray(type)) return shape
      return { ...shape, type: type.filter((one) => one !== 'null') }
    })
    faultsAs('createOrder', ({ keyword, value }) => keyword === 'type' && value === null, code)(ground)
  }

/** Phone numbers are returned exactly as sent, and files are no texts. */
const retexted = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => retexted(one, change))
  if (!isObject(value)) return value
  const isPhone = value['type'] === 'phone'
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'documents' || (isPhone && name === 'value') ? inner : retexted(inner, change),
    ]),
  )
}

const textsAs = (change: (text: string) => string): ReadingPatch =>
  instead('bodies.taken', (usual, operationId, body) => {
    const isText = ['createOrder', 'amendOrder', 'sendMessage'].includes(operationId)
    return usual(operationId, isText ? retexted(body, change) : body)
  })

const blanksAccepted: ReadingPatch = set('shapes.createOrder', (usual) =>
  reshaped(usual, (shape): Shape => {
    if (shape['pattern'] !== notBlank) return shape
    const { pattern: _pattern, ...open } = shape
    return open
  }),
)

export const conventionsRequests: AreaReadings = {
  'conventions.duplicate-json-keys': {
    'first-wins': withDuplicates(() => () => undefined),
    'status-400': withDuplicates(refuseDuplicate),
  },
  'conventions.invalid-utf8': {
    replaced: replace('bodies.text', (bytes) => new TextDecoder('utf-8').decode(bytes)),
  },
  'conventions.top-level-not-an-object': {
    'status-422': replace(
      'bodies.notAnObject',
      () => new Refusal('validation_failed', 'The request body must be a JSON object.'),
    ),
  },
  'conventions.unknown-request-fields': {
    'status-400': closed(() => 'invalid_request'),
    'status-422': closed(() => 'validation_failed'),
  },
  'conventions.card-fields': { refused: cardsRefused },
  'conventions.unknown-query-parameters': { 'status-400': unknownParametersRefused },
  'conventions.repeated-query-parameters': {
    first: picking((values) => values[0]),
    joined: picking((values) => (values.length > 0 ? values.join(',') : undefined)),
    'status-400': repeatedRefused,
    'status-422': repeatedUnusable,
  },
  'conventions.empty-query-values': {
    'matches-empty': matchesEmpty,
    'status-400': emptyAs((name, lists) => {
      throw lists.unreadable(name, '', 'must not be empty')
    }),
    'status-422': emptyAs((name, lists) => {
      throw lists.unusable(name, '', 'must not be empty')
    }),
  },
  'conventions.null-in-requests': {
    'status-400': nullsRefused('invalid_request'),
    'status-422': nullsRefused('validation_failed'),
  },
  'conventions.surrounding-white-space': { trimmed: textsAs((text) => text.trim()) },
  'conventions.unicode-normalisation': { nfc: textsAs((text) => text.normalize('NFC')) },
  'conventions.blank-required-text': {
    'status-400': faultsAs(
      'createOrder',
      ({ keyword, kind }) => keyword === 'pattern' && kind === 'missingField',
      'invalid_request',
    ),
    accepted: blanksAccepted,
  },
}
