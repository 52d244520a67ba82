// Permitted readings of the freedoms of the area versioning.
import { instead, set, together, wrap } from '../operators/index.ts'
import type { Raised } from '../../domain/decision.ts'
import type { Product } from '../../domain/records.ts'
import { enriched } from './further-fields.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'
import { withHeaders } from './transport.ts'

type Wire = Record<string, unknown>

const laterVersion = '1.4.2'

/** Payloads are enriched when they are raised, so that feed and deliveries agree. */
const fieldsEverywhere: ReadingPatch = together(
  wrap('wire.finish', (answer) => {
    return answer.body === undefined ? answer : { ...answer, body: enriched(answer.body) }
  }),
  instead('problems.body', (usual, ...args) => {
    return enriched(usual(...args)) as Wire
  }),
  instead('problems.tokenBody', (usual, ...args) => {
    return enriched(usual(...args)) as Wire
  }),
  wrap('events.raised', (usual) => usual.map((one) => ({ ...one, data: enriched(one.data) as Wire }))),
  wrap('webhooks.envelope', (usual) => enriched(usual) as Wire),
)

const furtherRequestFields: ReadingPatch = ({ behaviour: { shapes } }) => {
  for (const name of ['createOrder', 'amendOrder', 'sendMessage'] as const) {
    const { properties } = shapes[name] as { properties: Wire }
    shapes[name] = { ...shapes[name], properties: { ...properties, branch_code: { type: ['string', 'null'] } } }
  }
}

/** A company takes an order through a status of its own before a report is reviewed. */
const newStatus = { code: 'inspection_completed', label: 'Inspection Completed' }

const newStatuses: ReadingPatch = ({ behaviour: { lifecycle }, contract }) => {
  contract.lifecycle.labels[newStatus.code] = newStatus.label
  contract.enumerations.order_status.push(newStatus.code)
  const { companyPath } = lifecycle
  lifecycle.companyPath = (order, to) => {
    const path = companyPath.call(lifecycle, order, to)
    const passes = to === 'awaiting_review' && !path.includes(newStatus.code)
    return passes ? path.flatMap((step) => (step === to ? [newStatus.code, step] : [step])) : path
  }
}

const newKind = 'photo_addendum'

const newKinds: ReadingPatch = together(
  wrap('deliveries.kinds', (usual) => [...usual, newKind]),
  instead('deliveries.madeLike', (usual, kind) => usual(kind === newKind ? 'supporting' : kind)),
)

const newType = 'order.appointment_scheduled'

const newTypes: ReadingPatch = ({ behaviour: { events, present, shapes }, contract }) => {
  contract.webhooks.event_types.push(newType)
  const { properties } = shapes.setWebhook as { properties: { events: { items: { enum?: string[] } } } }
  // Where any type is taken, there is no list.
  properties.events.items.enum?.push(newType)
  const { raised } = events
  events.raised = (decision) =>
    raised.call(events, decision).flatMap((one): Raised[] => {
      const { type, order } = one
      if (type !== 'order.status_changed' || order.status.code !== 'appointment_scheduled') return [one]
      const appointment_at = present.optionalTimestamp(order.appointment_at)
      return [one, { type: newType, order, data: { appointment_at } }]
    })
}

const [newPurpose, newProperty, newCertification] = ['reverse_mortgage', 'tiny_home', 'va_panel']

const isRestricted = (list: readonly string[]): boolean => list.length > 0

const newValues: ReadingPatch = ({ behaviour: { shapes }, contract, world }) => {
  contract.enumerations.loan_purpose.push(newPurpose)
  contract.enumerations.property_type.push(newProperty)
  const { loan, property } = shapes.createOrder['properties'] as Record<string, { properties: Record<string, Wire> }>
  loan!.properties['purpose'] = { type: 'string', enum: [...contract.enumerations.loan_purpose] }
  property!.properties['type'] = { type: 'string', enum: [...contract.enumerations.property_type] }
  for (const company of world.companies) {
    company.catalog = company.catalog.map((product) => ({
      ...product,
      loan_purposes: [...product.loan_purposes, ...(isRestricted(product.loan_purposes) ? [newPurpose] : [])],
      property_types: [...product.property_types, ...(isRestricted(product.property_types) ? [newProperty] : [])],
    }))
    const [model] = company.catalog
    const certified = { ...model!, code: '9901', name: 'Panel appraisal', appraiser_certification: newCertification }
    company.catalog.push({ ...certified, loan_types: [], add_ons: [] } as unknown as Product)
  }
}

const day = 86_400_000

const retirement = (): Record<string, string> => ({
  Deprecation: `@${Math.floor(Date.now() / 1000)}`,
  Sunset: new Date(Date.now() + 400 * day).toUTCString(),
  Link: '<https://docs.assay.invalid/v2>; rel="successor-version"',
})

export const versioning: AreaReadings = {
  'versioning.version-segment': {
    'only-segment': ({ behaviour: { wire } }) => {
      wire.bases.sandbox = wire.bases.production
    },
  },
  'versioning.api-version': {
    'later-1-x': together(set('present.apiVersion', laterVersion), set('webhooks.apiVersion', laterVersion)),
  },
  'versioning.extra-response-fields': { some: fieldsEverywhere },
  'versioning.extra-endpoints': {
    some: ({ behaviour: { routing } }) => {
      routing.furtherReads['/branches'] = { data: [{ code: 'AUS', name: 'Austin' }] }
      routing.furtherReads['/orders/{order_id}/timeline'] = { data: [] }
    },
  },
  'versioning.extra-request-fields': { some: furtherRequestFields },
  'versioning.new-status-codes': { 'new-codes': newStatuses },
  'versioning.new-document-kinds': { 'new-kinds': newKinds },
  'versioning.new-event-types': { 'new-types': newTypes },
  'versioning.new-enum-values': { 'new-values': newValues },
  'versioning.retirement-headers': { announced: withHeaders(retirement) },
}
