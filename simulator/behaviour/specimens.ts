// What a specimen of each event type says: made-up values in every key field (Events / Event catalog).

type Data = Record<string, unknown>
type At = { orderId: string; stamp: () => string; date: (daysAhead: number) => string }

const DAY = 86_400_000

const status = (at: At, code: string, label: string) => ({ code, label, changed_at: at.stamp() })

const summary = (at: At, kind: string, filename: string, content_type: string, size_bytes: number) => ({
  id: `doc_test_${kind}`,
  kind,
  filename,
  content_type,
  size_bytes,
  created_at: at.stamp(),
})

const specimens: Record<string, (at: At) => Data> = {
  'order.created': (at) => ({
    order_type: {
      code: '1004',
      name: 'Single Family Appraisal',
      report_format: 'uad_2_6',
      appraiser_certification: 'none',
    },
    status: status(at, 'new', 'New Order'),
    due_date: at.date(10),
    lender_reference: 'TEST-LOAN-0001',
  }),
  'order.status_changed': (at) => ({
    status: status(at, 'appointment_scheduled', 'Appointment Scheduled'),
    previous_status: { code: 'appraiser_accepted', label: 'Appraiser Accepted' },
    note: 'The inspection is set for the morning.',
  }),
  'order.assigned': (at) => ({ appraiser: { name: 'Test Appraiser' }, assigned_at: at.stamp() }),
  'order.on_hold': (at) => ({
    status: status(at, 'on_hold', 'On Hold'),
    reason: 'The borrower asked for a later visit.',
  }),
  'order.resumed': (at) => ({ status: status(at, 'off_hold', 'Off Hold'), reason: 'The borrower is available again.' }),
  'order.cancelled': (at) => ({
    status: status(at, 'cancelled', 'Order Cancelled'),
    reason: 'The loan was withdrawn.',
  }),
  'order.completed': (at) => ({
    status: status(at, 'report_complete', 'Report Complete'),
    report_format: 'uad_2_6',
    revision: false,
    completed_at: at.stamp(),
    documents: [
      summary(at, 'report_pdf', 'report.pdf', 'application/pdf', 184_320),
      summary(at, 'report_data', 'report.xml', 'application/xml', 262_144),
    ],
  }),
  'order.document_added': (at) => ({
    document: summary(at, 'ssr', 'submission-summary.pdf', 'application/pdf', 40_960),
  }),
  'order.message_posted': (at) => ({
    message: {
      id: 'msg_test_0001',
      recipient: 'lender',
      subject: 'Access to the property',
      body: 'The gate code arrived, thank you.',
      document_ids: [],
      attachments: [],
      created_at: at.stamp(),
    },
  }),
  'order.revision_requested': (at) => ({
    revision_request: {
      id: 'rr_test_0001',
      order_id: at.orderId,
      kind: 'correction',
      status: 'submitted',
      reason: 'The unit number on page one is missing.',
      responses: [],
      created_at: at.stamp(),
      updated_at: at.stamp(),
    },
  }),
  'order.revision_responded': (at) => ({
    revision_request_id: 'rr_test_0001',
    status: 'accepted',
    response: {
      id: 'msg_test_0002',
      body: 'The appraiser is correcting it.',
      status: 'accepted',
      created_at: at.stamp(),
    },
  }),
  'order.due_date_changed': (at) => ({ due_date: at.date(12), previous_due_date: at.date(10), requested_by: 'lender' }),
  'order.fee_changed': () => ({
    appraisal_fee: '650.00',
    previous_appraisal_fee: '575.00',
    currency: 'USD',
    reason: 'The property is larger than stated.',
  }),
}

/** The fields beside `order_id` and `order_number`; none for a type that is not in the catalog. */
export function specimenData(type: string, orderId: string, now: number, timestamp: (at: number) => string): Data {
  return (
    specimens[type]?.({
      orderId,
      stamp: () => timestamp(now),
      date: (daysAhead) => new Date(now + daysAhead * DAY).toISOString().slice(0, 10),
    }) ?? {}
  )
}
