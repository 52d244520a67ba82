// How records look on the wire (Resources and their fields).
import type { Contract } from '../contract.ts'
import type * as r from '../domain/records.ts'
import type { lifecycle as lifecycleOf } from './lifecycle.ts'

type Labels = { status_labels: Record<string, string> }
type Wire = Record<string, unknown>

export const present = (contract: Contract, lifecycle: ReturnType<typeof lifecycleOf>) => ({
  timestamp: (at: number): string => new Date(at).toISOString(),
  optionalTimestamp(at: number | null): string | null {
    return at === null ? null : this.timestamp(at)
  },

  statusName: (code: string, company: Labels): Wire => ({ code, label: lifecycle.label(code, company) }),
  status(status: r.Order['status'], company: Labels): Wire {
    return { ...this.statusName(status.code, company), changed_at: this.timestamp(status.changed_at) }
  },
  orderType: ({ code, name, report_format, appraiser_certification }: r.Order['order_type']): Wire => ({
    code,
    name,
    report_format,
    appraiser_certification,
  }),
  dates(order: r.Order): Wire {
    return {
      created_at: this.timestamp(order.created_at),
      updated_at: this.timestamp(order.updated_at),
      due_date: order.due_date,
      appointment_at: this.optionalTimestamp(order.appointment_at),
      completed_at: this.optionalTimestamp(order.completed_at),
    }
  },

  /** The name is all the contract shows of an assigned appraiser. */
  appraiser: (order: r.Order, company: { shares_appraiser: boolean }): Wire | null =>
    order.appraiser && (order.appraiser.shared ?? company.shares_appraiser) ? { name: order.appraiser.name } : null,

  order(order: r.Order, company: r.Company, documents: readonly r.Document[]): Wire {
    return {
      id: order.id,
      order_number: order.order_number,
      lender_reference: order.lender_reference,
      status: this.status(order.status, company),
      order_type: this.orderType(order.order_type),
      loan: order.loan,
      property: order.property,
      borrowers: order.borrowers,
      parties: order.parties,
      notes: order.notes,
      flags: order.flags,
      appraiser_instructions: order.appraiser_instructions,
      appraiser: this.appraiser(order, company),
      dates: this.dates(order),
      fees: order.fees,
      documents: documents.map((document) => this.document(document)),
    }
  },

  listItem(order: r.Order, company: Labels): Wire {
    return {
      id: order.id,
      order_number: order.order_number,
      lender_reference: order.lender_reference,
      status: this.status(order.status, company),
      order_type: this.orderType(order.order_type),
      property_address_summary: this.addressSummary(order.property.address),
      dates: this.dates(order),
    }
  },

  /** A single text line, whatever line breaks the parts were sent with. */
  addressSummary: (address: r.Address): string =>
    [address.street, address.unit, address.city, `${address.state ?? ''} ${address.postal_code}`.trim()]
      .filter(Boolean)
      .join(', ')
      .replace(/\s+/g, ' '),

  product(product: r.Product, addOns: readonly r.AddOn[]): Wire {
    return {
      ...this.orderType(product),
      active: product.active,
      loan_types: product.loan_types,
      add_ons: addOns.map(({ code, name }) => ({ code, name })),
      loan_purposes: product.loan_purposes,
      property_types: product.property_types,
    }
  },

  document(document: r.Document): Wire {
    return {
      id: document.id,
      kind: document.kind,
      filename: document.filename,
      content_type: document.content_type,
      size_bytes: document.size_bytes,
      created_at: this.timestamp(document.created_at),
    }
  },
  documentDetail(document: r.Document, url: string, expires: number): Wire {
    return {
      ...this.document(document),
      order_id: document.order_id,
      download: { url, expires_at: this.timestamp(expires * 1000) },
    }
  },

  revisionRequest(request: r.RevisionRequest): Wire {
    return {
      id: request.id,
      order_id: request.order_id,
      kind: request.kind,
      status: request.status,
      reason: request.reason,
      responses: request.responses.map((response) => this.response(response)),
      created_at: this.timestamp(request.created_at),
      updated_at: this.timestamp(request.updated_at),
    }
  },
  response(response: r.RevisionRequest['responses'][number]): Wire {
    const { id, message, status, created_at } = response
    return { id, body: message, status, created_at: this.timestamp(created_at) }
  },

  message(message: r.Message, attachments: readonly Wire[]): Wire {
    return {
      id: message.id,
      sender: message.author,
      recipient: message.recipient,
      subject: message.subject,
      body: message.body,
      document_ids: message.document_ids,
      attachments,
      created_at: this.timestamp(message.created_at),
    }
  },

  webhook(configuration: r.WebhookConfiguration): Wire {
    return {
      url: configuration.url,
      enabled: configuration.enabled,
      events: configuration.events,
      secret_set: configuration.secret !== null,
      secret_rotated_at: this.optionalTimestamp(configuration.secret_rotated_at),
      updated_at: this.optionalTimestamp(configuration.updated_at),
    }
  },

  event(event: r.Event): Wire {
    const { delivery } = event
    return {
      id: event.id,
      type: event.type,
      created_at: this.timestamp(event.created_at),
      order_id: event.order_id,
      data: event.data,
      delivery: {
        status: delivery.status,
        attempts: delivery.attempts,
        last_attempt_at: this.optionalTimestamp(delivery.last_attempt_at),
        next_attempt_at: this.optionalTimestamp(delivery.next_attempt_at),
        last_response_status: delivery.last_response_status,
      },
    }
  },

  apiVersion: contract.webhooks.api_version,
})
