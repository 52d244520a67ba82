// Where the objects are shown whose fields rules are about, and how a field of each is left out.
import { instead, wrap } from '../../operators/index.ts'
import { answered } from '../answered.ts'
import type { Defect } from '../defect.ts'
import { dropAt } from '../../operators/edit-wire.ts'
import { eventTypes, kebab } from './table.ts'

export type Shown = {
  area: string
  /** By component of the OpenAPI document, where it stands in what is shown. */
  components: Record<string, string>
  id: (path: string) => string
  bug: (path: string) => string
  lacking: (path: string) => Defect['apply']
}

/** A copy of what is shown, without one field. */
const copyWithout = <T>(value: T, path: string): T => {
  const copy = structuredClone(value)
  dropAt(copy, path)
  return copy
}

type Presented = 'order' | 'listItem' | 'product' | 'document' | 'revisionRequest' | 'event' | 'webhook'

const presented =
  (name: Presented, inside = '') =>
  (path: string): Defect['apply'] =>
  ({ present }) => {
    const own = present as unknown as Record<Presented, (...given: unknown[]) => unknown>
    const original = own[name]
    own[name] = function lacking(...given) {
      return copyWithout(original.apply(this, given), inside + path)
    }
  }

const raised =
  (type: string) =>
  (path: string): Defect['apply'] =>
    wrap('events.raised', (usual) =>
      usual.map((one) => (one.type === type ? { ...one, data: copyWithout(one.data, path) } : one)),
    )

const ofHold = (path: string): Defect['apply'] =>
  instead('actions.body', (usual, id, parts) =>
    id === 'holdOrder' ? copyWithout(usual(id, parts), path) : usual(id, parts),
  )

const ofLists = (path: string): Defect['apply'] => wrap('lists.envelope', (usual) => copyWithout(usual, path))

const ofEnvelope = (path: string): Defect['apply'] => wrap('webhooks.envelope', (usual) => copyWithout(usual, path))

const hyphened = (path: string): string => path.replaceAll(/[._*]+/g, '-')

const without = (id: string, area: string, component: string, bug: Shown['bug'], lacking: Shown['lacking']): Shown => ({
  area,
  components: { [component]: '' },
  id: (path) => `${id}-without-${hyphened(path)}`,
  bug,
  lacking,
})

const order: Shown = {
  area: 'order',
  components: {
    Order: '',
    Status: 'status.',
    OrderTypeSummary: 'order_type.',
    Loan: 'loan.',
    Property: 'property.',
    Borrower: 'borrowers.*.',
    Contact: 'borrowers.*.contacts.*.',
    Parties: 'parties.',
    RealEstateAgent: 'parties.real_estate_agent.',
    AdditionalContact: 'parties.additional_contacts.*.',
    Note: 'notes.*.',
    Flags: 'flags.',
    Dates: 'dates.',
    Fees: 'fees.',
  },
  id: (path) => `order-without-${hyphened(path)}`,
  bug: (path) => `The order leaves out ${path}.`,
  lacking: presented('order'),
}

/** The component of an event's data: OrderStatusChangedData of `order.status_changed`. */
export const dataComponent = (type: string): string =>
  `${type.replaceAll(/(?:^|[._])(.)/g, (_all, letter: string) => letter.toUpperCase())}Data`

const eventData = eventTypes.map((type): Shown => {
  const name = kebab(type.replace('order.', ''))
  return {
    area: 'events',
    components: { [dataComponent(type)]: '' },
    id(path) {
      const [field = '', part] = path.split('.')
      const inner = kebab(field).replace(/-status$/, '')
      return part ? `${name}-${inner}-without-${kebab(part)}` : `${name}-event-without-${kebab(field)}`
    },
    bug(path) {
      const [field, part] = path.split('.')
      return part ? `The ${field} of ${type} lacks its ${part}.` : `The data of ${type} lacks its ${field}.`
    },
    lacking: raised(type),
  }
})

export const shown: readonly Shown[] = [
  order,
  without(
    'order-item',
    'list',
    'OrderListItem',
    (path) => `An item of the order list lacks ${path}.`,
    presented('listItem'),
  ),
  without('lists', 'list', 'ListEnvelope', (path) => `Lists lack ${path}.`, ofLists),
  without('product', 'catalog', 'OrderType', (path) => `A product is listed without ${path}.`, presented('product')),
  without(
    'document',
    'documents',
    'DocumentSummary',
    (path) => `A document is shown without ${path}.`,
    presented('document'),
  ),
  without(
    'revision-request',
    'revisions',
    'RevisionRequest',
    (path) => `A revision request has no ${path}.`,
    presented('revisionRequest'),
  ),
  without('hold-answer', 'actions', 'HoldResponse', (path) => `The answer to a hold leaves out ${path}.`, ofHold),
  without(
    'feed-record',
    'feed',
    'EventRecord',
    (path) => `A record of the feed lacks its ${path}.`,
    presented('event'),
  ),
  without(
    'feed-delivery',
    'feed',
    'DeliveryRecord',
    (path) => `The delivery of a record of the feed lacks its ${path}.`,
    presented('event', 'delivery.'),
  ),
  without('envelope', 'delivery', 'EventEnvelope', (path) => `The envelope lacks its ${path}.`, ofEnvelope),
  without(
    'webhook',
    'webhooks',
    'WebhookConfiguration',
    (path) => `The webhook configuration lacks its ${path}.`,
    presented('webhook'),
  ),
  without(
    'test-answer',
    'webhooks',
    'TestWebhookResponse',
    (path) => `The answer to a test call lacks its ${path}.`,
    (path) => answered('testWebhook', (body) => dropAt(body, path)),
  ),
  ...eventData,
]
