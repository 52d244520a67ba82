// The rules that each field of an answer or event speaks for, by component schema and property.

const documentSummary = {
  id: ['documents.summary-has-id'],
  kind: ['documents.summary-has-kind'],
  filename: ['documents.summary-has-filename'],
  content_type: ['documents.summary-has-content-type'],
  size_bytes: ['documents.summary-has-size-bytes'],
  created_at: ['documents.summary-has-created-at'],
}

const fields: Record<string, Record<string, readonly string[]>> = {
  Ping: { status: ['transport.ping-status-is-text'], time: ['transport.ping-time-is-a-timestamp'] },
  TokenResponse: {
    access_token: ['auth.access-token-is-a-string'],
    token_type: ['auth.token-type-is-bearer'],
    expires_in: ['auth.expires-in-is-3600'],
    scope: ['auth.scope-is-lender'],
  },
  Account: {
    client_id: ['account.has-client-id'],
    environment: ['account.has-environment'],
    lender: ['account.has-lender-id', 'account.has-lender-name'],
    company: ['account.has-company-id', 'account.has-company-name'],
    scopes: ['account.has-scopes', 'account.scopes-include-lender'],
    rate_limit: ['account.has-rate-limit-per-minute'],
  },
  Lender: { id: ['account.has-lender-id'], name: ['account.has-lender-name'] },
  Company: { id: ['account.has-company-id'], name: ['account.has-company-name'] },
  RateLimit: { requests_per_minute: ['account.has-rate-limit-per-minute'] },

  ListEnvelope: {
    data: ['list.envelope-has-data-array'],
    page: ['list.envelope-has-page', 'list.page-reported-is-at-least-1'],
    per_page: ['list.envelope-has-per-page', 'list.per-page-reported-is-1-to-100'],
    total: ['list.envelope-has-total'],
    total_pages: ['list.envelope-has-total-pages'],
  },
  OrderTypeList: { data: ['catalog.returns-a-list-of-order-types'] },
  OrderList: { data: ['list.orders-items-are-order-list-items'] },
  DocumentList: { data: ['documents.list-holds-summaries'] },
  EventFeed: { data: ['feed.response-has-data'], next_cursor: ['feed.response-has-next-cursor'] },

  OrderType: {
    code: ['catalog.product-has-code'],
    name: ['catalog.product-has-name'],
    report_format: ['catalog.product-has-report-format'],
    appraiser_certification: ['catalog.product-has-appraiser-certification'],
    active: ['catalog.product-has-active'],
    loan_types: ['catalog.product-has-loan-types'],
    add_ons: ['catalog.product-has-add-ons'],
    loan_purposes: ['catalog.product-has-loan-purposes'],
    property_types: ['catalog.product-has-property-types'],
  },
  OrderTypeSummary: {
    code: ['order.has-order-type-code'],
    name: ['order.has-order-type-name'],
    report_format: ['order.has-order-type-report-format'],
    appraiser_certification: ['order.has-order-type-appraiser-certification'],
  },

  Order: {
    id: ['order.has-id'],
    order_number: ['order.has-order-number'],
    lender_reference: ['order.has-lender-reference'],
    status: ['order.status-is-an-object'],
    order_type: ['order.order-type-is-an-object'],
    loan: ['order.loan-is-an-object'],
    property: ['order.property-is-an-object'],
    borrowers: ['order.has-borrowers', 'order.has-at-most-two-borrowers'],
    parties: ['order.has-parties'],
    notes: ['order.has-notes'],
    flags: ['order.has-flags'],
    appraiser_instructions: ['order.has-appraiser-instructions'],
    appraiser: ['order.appraiser-is-null-until-assigned'],
    dates: ['order.has-dates'],
    fees: ['order.has-fees'],
    documents: ['order.has-documents', 'list.order-read-includes-its-documents'],
  },
  OrderListItem: Object.fromEntries(
    ['id', 'order_number', 'lender_reference', 'status', 'order_type', 'property_address_summary', 'dates'].map(
      (property) => [property, ['list.orders-items-are-order-list-items']],
    ),
  ),
  Status: {
    code: ['order.has-status-code'],
    label: ['order.has-status-label'],
    changed_at: ['order.has-status-changed-at'],
  },
  Loan: {
    purpose: ['order.has-loan-purpose'],
    purpose_other: ['order.has-loan-purpose-other'],
    number: ['order.has-loan-number'],
    client: ['order.has-loan-client'],
    investor: ['order.has-loan-investor'],
    agency_case_number: ['order.has-loan-agency-case-number'],
    fha_case_number: ['order.has-loan-fha-case-number'],
    purchase_price: ['order.has-loan-purchase-price'],
    currency: ['order.has-loan-currency'],
    loan_type: ['order.loan-type-is-an-object-or-null'],
    add_ons: ['order.has-loan-add-ons'],
  },
  Property: {
    address: ['order.has-property-address'],
    type: ['order.has-property-type'],
    occupancy: ['order.has-property-occupancy'],
    has_adu: ['order.has-property-has-adu'],
  },
  Borrower: {
    role: ['order.has-borrower-role'],
    first_name: ['order.has-borrower-first-name'],
    last_name: ['order.has-borrower-last-name'],
    receives_report: ['order.has-borrower-receives-report'],
    receives_status_updates: ['order.has-borrower-receives-status-updates'],
    address: ['order.has-borrower-address'],
    contacts: ['order.has-borrower-contacts'],
  },
  Contact: {
    type: ['order.borrower-contact-has-type'],
    role: ['order.borrower-contact-has-role'],
    value: ['order.borrower-contact-has-value'],
  },
  Parties: { additional_contacts: ['order.has-additional-contacts'] },
  RealEstateAgent: {
    first_name: ['order.real-estate-agent-has-first-name'],
    last_name: ['order.real-estate-agent-has-last-name'],
    contacts: ['order.real-estate-agent-has-contacts'],
  },
  AdditionalContact: {
    purpose: ['order.additional-contact-has-purpose'],
    name: ['order.additional-contact-has-name'],
    email: ['order.additional-contact-has-email'],
  },
  Note: { type: ['order.note-has-type'], text: ['order.note-has-text'] },
  Flags: {
    rush: ['order.has-flag-rush'],
    complex: ['order.has-flag-complex'],
    rural: ['order.has-flag-rural'],
    priority: ['order.has-flag-priority'],
    certified_appraiser_required: ['order.has-flag-certified-appraiser-required'],
  },
  Dates: {
    created_at: ['order.has-created-at'],
    updated_at: ['order.has-updated-at'],
    due_date: ['order.has-due-date'],
    appointment_at: ['order.has-appointment-at'],
    completed_at: ['order.has-completed-at'],
  },
  Fees: {
    appraisal_fee: ['order.appraisal-fee-is-money-or-null', 'list.order-read-includes-its-fee'],
    currency: ['order.has-fees-currency', 'conventions.money-comes-with-a-currency'],
  },

  HoldResponse: {
    id: ['actions.hold-answer-has-id'],
    order_number: ['actions.hold-answer-has-order-number'],
    status: ['actions.hold-answer-has-status'],
    previous_status: ['actions.hold-answer-previous-status-has-code', 'actions.hold-answer-previous-status-has-label'],
  },

  RevisionRequest: {
    id: ['revisions.record-has-id'],
    order_id: ['revisions.record-has-order-id'],
    kind: ['revisions.record-has-kind'],
    status: ['revisions.record-has-status'],
    reason: ['revisions.record-has-reason'],
    responses: ['revisions.record-has-responses-array'],
    created_at: ['revisions.record-has-created-at'],
    updated_at: ['revisions.record-has-updated-at'],
  },
  Message: {
    id: ['messages.id-starts-with-msg'],
    recipient: ['messages.read-has-recipient'],
    subject: ['messages.read-has-subject'],
    body: ['messages.read-has-body'],
    document_ids: ['messages.read-has-document-ids'],
    attachments: ['messages.read-has-attachments'],
  },
  DocumentSummary: documentSummary,
  DocumentDetail: {
    order_id: ['documents.detail-has-order-id'],
    download: ['documents.detail-has-download-url', 'documents.detail-has-download-expires-at'],
  },
  Download: {
    url: ['documents.detail-has-download-url'],
    expires_at: ['documents.detail-has-download-expires-at'],
  },

  WebhookConfiguration: {
    url: ['webhooks.configuration-has-url'],
    enabled: ['webhooks.configuration-has-enabled'],
    events: ['webhooks.configuration-has-events'],
    secret_set: ['webhooks.configuration-has-secret-set'],
    secret_rotated_at: ['webhooks.configuration-has-secret-rotated-at'],
    updated_at: ['webhooks.configuration-has-updated-at'],
  },
  TestWebhookResponse: {
    event_id: ['webhooks.test-answers-event-id'],
    type: ['webhooks.test-answers-type'],
    url: ['webhooks.test-answers-url'],
    delivered: ['webhooks.test-answers-delivered'],
    response_status: ['webhooks.test-answers-response-status'],
    response_time_ms: ['webhooks.test-answers-response-time'],
    attempted_at: ['webhooks.test-answers-attempted-at'],
  },
  EventRecord: {
    id: ['feed.record-has-id'],
    type: ['feed.record-has-type'],
    created_at: ['feed.record-has-created-at'],
    order_id: ['feed.record-has-order-id'],
    data: ['feed.record-has-data'],
    delivery: ['feed.record-has-delivery'],
  },
  DeliveryRecord: {
    status: ['feed.delivery-has-status'],
    attempts: ['feed.delivery-has-attempts'],
    last_attempt_at: ['feed.delivery-has-last-attempt-at'],
    next_attempt_at: ['feed.delivery-has-next-attempt-at'],
    last_response_status: ['feed.delivery-has-last-response-status'],
  },

  EventEnvelope: {
    id: ['delivery.envelope-has-id'],
    type: ['delivery.envelope-has-type'],
    created_at: ['delivery.envelope-has-created-at'],
    api_version: ['delivery.envelope-has-api-version', 'versioning.webhook-payloads-carry-api-version'],
    data: ['delivery.envelope-has-data'],
  },
  EventData: { order_id: ['delivery.data-has-order-id'], order_number: ['delivery.data-has-order-number'] },
  EventAppraiser: { name: ['events.assigned-appraiser-has-name'] },
  OrderCreatedData: {
    order_type: ['events.created-has-order-type'],
    status: ['events.created-has-status'],
    due_date: ['events.created-has-due-date', 'events.created-due-date-is-a-date'],
    lender_reference: ['events.created-has-lender-reference', 'events.created-lender-reference-is-text-or-null'],
  },
  OrderStatusChangedData: {
    status: ['events.status-changed-has-status'],
    previous_status: ['events.status-changed-has-previous-status'],
    note: ['events.status-changed-has-note'],
  },
  OrderAssignedData: {
    appraiser: ['events.assigned-has-appraiser'],
    assigned_at: ['events.assigned-has-assigned-at', 'events.assigned-at-is-a-timestamp'],
  },
  OrderOnHoldData: { status: ['events.on-hold-has-status'], reason: ['events.on-hold-has-reason'] },
  OrderResumedData: { status: ['events.resumed-has-status'], reason: ['events.resumed-has-reason'] },
  OrderCancelledData: { status: ['events.cancelled-has-status'], reason: ['events.cancelled-has-reason'] },
  OrderCompletedData: {
    status: ['events.completed-has-status'],
    report_format: ['events.completed-has-report-format'],
    revision: ['events.completed-has-revision'],
    completed_at: ['events.completed-has-completed-at', 'events.completed-at-is-a-timestamp'],
    documents: ['events.completed-has-documents'],
  },
  OrderDocumentAddedData: { document: ['events.document-added-has-document'] },
  OrderMessagePostedData: { message: ['events.message-posted-has-message'] },
  OrderRevisionRequestedData: { revision_request: ['events.revision-requested-has-revision-request'] },
  OrderRevisionRespondedData: {
    revision_request_id: ['events.revision-responded-has-revision-request-id'],
    status: ['events.revision-responded-has-status'],
    response: ['events.revision-responded-has-response'],
  },
  OrderDueDateChangedData: {
    due_date: ['events.due-date-changed-has-due-date', 'events.due-date-changed-due-date-is-a-date'],
    previous_due_date: [
      'events.due-date-changed-has-previous-due-date',
      'events.due-date-changed-previous-due-date-is-a-date',
    ],
    requested_by: ['events.due-date-changed-has-requested-by'],
  },
  OrderFeeChangedData: {
    appraisal_fee: ['events.fee-changed-has-appraisal-fee', 'events.fee-changed-appraisal-fee-is-money'],
    previous_appraisal_fee: [
      'events.fee-changed-has-previous-appraisal-fee',
      'events.fee-changed-previous-appraisal-fee-is-money',
    ],
    currency: ['events.fee-changed-has-currency', 'events.fee-changed-currency-has-three-letters'],
    reason: ['events.fee-changed-has-reason'],
  },

  Error: {
    code: ['errors.body-has-code'],
    message: ['errors.body-has-message'],
    details: ['errors.details-is-an-array'],
    correlation_id: ['errors.body-has-correlation-id'],
  },
  ErrorDetail: {
    field: ['errors.detail-has-field'],
    code: ['errors.detail-has-code'],
    message: ['errors.detail-has-message'],
  },
  ActionRefusal: { current_status: ['errors.action-not-allowed-in-status-has-current-status'] },
  AdvanceRefusal: { current_status: ['sandbox.refused-advance-has-current-status'] },
  TokenError: {
    error: ['errors.token-error-has-error', 'errors.token-error-is-one-of-six'],
    error_description: ['errors.token-error-has-error-description'],
    correlation_id: ['errors.token-error-has-correlation-id'],
  },
}

const all = (rule: string, ...properties: string[]) =>
  Object.fromEntries(properties.map((property) => [property, [rule]]))

const statusFields = ['code', 'label', 'changed_at']
const documentFields = Object.keys(documentSummary)
const summaryFields = ['code', 'name', 'report_format', 'appraiser_certification']

// A component that serves in several places speaks for other rules in some of them.
const fieldsWithin: Record<string, Record<string, readonly string[]>> = {
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
  'OrderListItem.status': all('list.orders-items-are-order-list-items', ...statusFields),
  'OrderListItem.order_type': all('list.orders-items-are-order-list-items', ...summaryFields),
  'OrderListItem.dates': all('list.orders-items-are-order-list-items', ...Object.keys(fields['Dates']!)),
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

/**
 * The rules that a field speaks for; none where the contract says nothing of it.
 * @param field `Component.property`
 * @param within the fields that the object itself is the value of, or an entry of
 */
export const rulesOfField = (field: string, within: readonly string[]): readonly string[] => {
  const [component = '', property = ''] = field.split('.')
  const special = within.map((place) => fieldsWithin[place]).find((found) => found !== undefined)
  return special?.[property] ?? fields[component]?.[property] ?? []
}

export const hasRules = (component: string, property: string): boolean =>
  fields[component]?.[property] !== undefined

export const fieldRuleIds: readonly string[] = [
  ...new Set([...Object.values(fields), ...Object.values(fieldsWithin)].flatMap((row) => Object.values(row).flat())),
]
