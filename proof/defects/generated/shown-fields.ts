// Where the objects are shown whose fields rules are about, and how a field of each is left out.
import * as op from '../../../simulator/behaviour/operators/index.ts'
import type { Defect } from '../defect.ts'
import { eventTypes, kebab } from './table.ts'

export type Shown = {
  area: string
  /** By component of the OpenAPI document, where it stands in what is shown. */
  components: Record<string, string>
  id: (path: string) => string
  bug: (path: string) => string
} & Ways

/** How a field is left out there, and how it is shown with another value. */
type Ways = {
  lacking: (path: string) => Defect['apply']
  changed: (path: string, change: (value: unknown) => unknown) => Defect['apply']
}

/** `inside`: where the fields stand in what is shown there. */
const at = (place: op.Place, inside = ''): Ways => ({
  lacking: (path) => op.drop(place, inside + path),
  changed: (path, change) => op.falsify(place, inside + path, change as (...given: unknown[]) => unknown),
})

const isHold = (id: string): boolean => id === 'holdOrder'

const ofHold: Ways = {
  lacking: (path) => op.drop('actions.body', path, isHold),
  changed: (path, change) => op.falsify('actions.body', path, change, isHold),
}

const hyphened = (path: string): string => path.replaceAll(/[._*]+/g, '-')

const without = (id: string, area: string, component: string, bug: Shown['bug'], ways: Ways): Shown => ({
  area,
  components: { [component]: '' },
  id: (path) => `${id}-without-${hyphened(path)}`,
  bug,
  ...ways,
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
  ...at('present.order'),
}

/** Where a field stands in what is shown there; null where it does not. */
export const pathIn = ({ components }: Shown, field: string): string | null => {
  const [component = '', ...path] = field.split('.')
  return component in components && !path.includes('*') ? components[component] + path.join('.') : null
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
    ...at(type as op.Place),
  }
})

export const shown: readonly Shown[] = [
  order,
  without(
    'order-item',
    'list',
    'OrderListItem',
    (path) => `An item of the order list lacks ${path}.`,
    at('present.listItem'),
  ),
  without('lists', 'list', 'ListEnvelope', (path) => `Lists lack ${path}.`, at('lists.envelope')),
  without('product', 'catalog', 'OrderType', (path) => `A product is listed without ${path}.`, at('present.product')),
  without(
    'document',
    'documents',
    'DocumentSummary',
    (path) => `A document is shown without ${path}.`,
    at('present.document'),
  ),
  without(
    'revision-request',
    'revisions',
    'RevisionRequest',
    (path) => `A revision request has no ${path}.`,
    at('present.revisionRequest'),
  ),
  without('hold-answer', 'actions', 'HoldResponse', (path) => `The answer to a hold leaves out ${path}.`, ofHold),
  without(
    'feed-record',
    'feed',
    'EventRecord',
    (path) => `A record of the feed lacks its ${path}.`,
    at('present.event'),
  ),
  without(
    'feed-delivery',
    'feed',
    'DeliveryRecord',
    (path) => `The delivery of a record of the feed lacks its ${path}.`,
    at('present.event', 'delivery.'),
  ),
  without(
    'envelope',
    'delivery',
    'EventEnvelope',
    (path) => `The envelope lacks its ${path}.`,
    at('webhooks.envelope'),
  ),
  without(
    'webhook',
    'webhooks',
    'WebhookConfiguration',
    (path) => `The webhook configuration lacks its ${path}.`,
    at('present.webhook'),
  ),
  without(
    'test-answer',
    'webhooks',
    'WebhookTestResult',
    (path) => `The answer to a test call lacks its ${path}.`,
    at('testWebhook'),
  ),
  ...eventData,
]
