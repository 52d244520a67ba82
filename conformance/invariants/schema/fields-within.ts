// The rules that the fields of a shared component speak for in one place: by the field that holds it, `Component.property`.
import type { FieldRules } from './field-table.ts'

const all = (rule: string, ...properties: string[]) =>
  Object.fromEntries(properties.map((property) => [property, [rule]]))

const statusFields = ['code', 'label', 'changed_at']
const documentFields = ['id', 'kind', 'filename', 'content_type', 'size_bytes', 'created_at']
const summaryFields = ['code', 'name', 'report_format', 'appraiser_certification']

export const fieldsWithin: FieldRules = {
  'Property.address': {
    street: ['order.has-property-street'],
    unit: ['order.has-property-unit'],
    city: ['order.has-property-city'],
    state: ['order.has-property-state'],
    postal_code: ['order.has-property-postal-code'],
    county: ['order.has-property-county'],
  },
  'Borrower.address': all(
    'order.borrower-address-is-shaped-as-the-propertys',
    'street',
    'unit',
    'city',
    'state',
    'postal_code',
    'county',
  ),
  'RealEstateAgent.contacts': all('order.real-estate-agent-has-contacts', 'type', 'role', 'value'),
  'Loan.loan_type': all('order.loan-type-code-and-name-are-strings', 'code', 'name'),
  'Loan.add_ons': all('order.loan-add-on-codes-and-names-are-strings', 'code', 'name'),
  'OrderType.loan_types': all('catalog.loan-type-codes-and-names-are-strings', 'code', 'name'),
  'OrderType.add_ons': all('catalog.add-on-codes-and-names-are-strings', 'code', 'name'),
  'OrderListItem.status': all('list.order-item-has-status', ...statusFields),
  'OrderListItem.order_type': all('list.order-item-has-order-type', ...summaryFields),
  'OrderListItem.dates': all(
    'list.order-item-has-dates',
    'created_at',
    'updated_at',
    'due_date',
    'appointment_at',
    'completed_at',
  ),
  'HoldResponse.status': all('actions.hold-answer-has-status', ...statusFields),
  'HoldResponse.previous_status': {
    code: ['actions.hold-answer-previous-status-has-code'],
    label: ['actions.hold-answer-previous-status-has-label'],
  },
  'OrderCreatedData.order_type': all('events.created-has-order-type', ...summaryFields),
  'OrderCreatedData.status': all('events.created-has-status', ...statusFields),
  'OrderStatusChangedData.status': {
    code: ['events.status-changed-status-has-code'],
    label: ['events.status-changed-status-has-label'],
    changed_at: ['events.status-changed-status-has-changed-at'],
  },
  'OrderStatusChangedData.previous_status': {
    code: ['events.status-changed-previous-status-has-code'],
    label: ['events.status-changed-previous-status-has-label'],
  },
  'OrderOnHoldData.status': all('events.on-hold-has-status', ...statusFields),
  'OrderResumedData.status': all('events.resumed-has-status', ...statusFields),
  'OrderCancelledData.status': all('events.cancelled-has-status', ...statusFields),
  'OrderCompletedData.status': all('events.completed-has-status', ...statusFields),
  'OrderCompletedData.documents': all('events.completed-documents-are-summaries', ...documentFields),
  'OrderDocumentAddedData.document': all('events.document-added-document-is-a-summary', ...documentFields),
}
