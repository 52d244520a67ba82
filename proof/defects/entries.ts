// Arrays with an entry of another type: a text where an object is due, a number where a text is.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Defect } from './defect.ts'

type Row = { id: string; breaks: string; place: op.Place; path: string; of: 'objects' | 'texts' }

const arrays: readonly Row[] = [
  { id: 'order-borrowers', breaks: 'order.has-borrowers', place: 'present.order', path: 'borrowers', of: 'objects' },
  { id: 'order-notes', breaks: 'order.has-notes', place: 'present.order', path: 'notes', of: 'objects' },
  { id: 'order-documents', breaks: 'order.has-documents', place: 'present.order', path: 'documents', of: 'objects' },
  {
    id: 'order-add-ons',
    breaks: 'order.has-loan-add-ons',
    place: 'present.order',
    path: 'loan.add_ons',
    of: 'objects',
  },
  {
    id: 'borrower-contacts',
    breaks: 'order.has-borrower-contacts',
    place: 'present.order',
    path: 'borrowers.*.contacts',
    of: 'objects',
  },
  {
    id: 'agent-contacts',
    breaks: 'order.real-estate-agent-has-contacts',
    place: 'present.order',
    path: 'parties.real_estate_agent.contacts',
    of: 'objects',
  },
  {
    id: 'additional-contacts',
    breaks: 'order.has-additional-contacts',
    place: 'present.order',
    path: 'parties.additional_contacts',
    of: 'objects',
  },
  {
    id: 'product-loan-types',
    breaks: 'catalog.product-has-loan-types',
    place: 'present.product',
    path: 'loan_types',
    of: 'objects',
  },
  {
    id: 'product-add-ons',
    breaks: 'catalog.product-has-add-ons',
    place: 'present.product',
    path: 'add_ons',
    of: 'objects',
  },
  {
    id: 'product-loan-purposes',
    breaks: 'catalog.product-has-loan-purposes',
    place: 'present.product',
    path: 'loan_purposes',
    of: 'texts',
  },
  {
    id: 'product-property-types',
    breaks: 'catalog.product-has-property-types',
    place: 'present.product',
    path: 'property_types',
    of: 'texts',
  },
  {
    id: 'subscribed-events',
    breaks: 'webhooks.configuration-has-events',
    place: 'present.webhook',
    path: 'events',
    of: 'texts',
  },
  {
    id: 'completed-documents',
    breaks: 'events.completed-has-documents',
    place: 'order.completed',
    path: 'documents',
    of: 'objects',
  },
  { id: 'error-details', breaks: 'errors.details-is-an-array', place: 'problems.body', path: 'details', of: 'objects' },
]

export const entries: readonly Defect[] = arrays.map(({ id, breaks, place, path, of }) => ({
  id: `${id}-end-in-${of === 'objects' ? 'a-text' : 'a-number'}`,
  breaks,
  bug: `The last entry of ${path} is ${of === 'objects' ? 'a text' : 'a number'}, though the entries are ${of}.`,
  apply: op.retype(place, path, (...[list]: readonly unknown[]) => [
    ...(list as unknown[]),
    of === 'objects' ? 'none' : 0,
  ]),
}))
