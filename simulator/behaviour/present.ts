// How records look on the wire (Resources and their fields).
import type { Contract } from '../contract/contract.ts'
import type * as r from '../domain/records.ts'
import { merged } from '../lib/merged.ts'
import { remembered } from '../lib/remembered.ts'
import type { lifecycle as lifecycleOf } from './lifecycle.ts'

type Labels = Pick<r.Company, 'status_labels'>
/** What wording an order is shown with. */
type Wording = Pick<r.Company, 'status_labels' | 'catalog'>
type Shown = Wording & Pick<r.Company, 'shares_appraiser'>
type Wire = Record<string, unknown>

/** Lists show the same few instants again and again. */
const isoOf = remembered((at: number) => new Date(at).toISOString())

export const present = (contract: Contract, lifecycle: ReturnType<typeof lifecycleOf>) => ({
  /** The text of the ping's `status`. */
  liveness: 'ok',

  offset: 'Z',
  /** The part of a second, with its dot. */
  fraction: (at: number): string => isoOf(at).slice(19, 23),
  timestamp(at: number): string {
    return `${isoOf(at).slice(0, 19)}${this.fraction(at)}${this.offset}`
  },
  optionalTimestamp(at: number | null): string | null {
    return at === null ? null : this.timestamp(at)
  },

  statusName: (code: string, company: Labels): Wire => ({ code, label: lifecycle.label(code, company) }),
  /** Whether orders show the wording of the company as it is now. */
  rewords: true,
  status(status: r.Order['status'], company: Labels): Wire {
    const named = this.statusName(status.code, company)
    const label = this.rewords ? named['label'] : (status.label ?? named['label'])
    return merged(named, { label, changed_at: this.timestamp(status.changed_at) })
  },
  orderType: ({ code, name, report_format, appraiser_certification }: r.Order['order_type']): Wire => ({
    code,
    name,
    report_format,
    appraiser_certification,
  }),
  /** The product that an order is for, in the wording of now. */
  productOf(order: r.Order, company: Wording): r.Product | undefined {
    return this.rewords ? company.catalog.find(({ code }) => code === order.order_type.code) : undefined
  },
  orderTypeOf(order: r.Order, company: Wording): Wire {
    const name = this.productOf(order, company)?.name ?? order.order_type.name
    return this.orderType({ ...order.order_type, name })
  },
  appointment(order: r.Order): string | null {
    return this.optionalTimestamp(order.appointment_at)
  },
  completed(order: r.Order): string | null {
    return this.optionalTimestamp(order.completed_at)
  },
  dates(order: r.Order): Wire {
    return {
      created_at: this.timestamp(order.created_at),
      updated_at: this.timestamp(order.updated_at),
      due_date: order.due_date,
      appointment_at: this.appointment(order),
      completed_at: this.completed(order),
    }
  },

  /** The name is all the contract shows of an assigned appraiser. */
  appraiserShape: (appraiser: NonNullable<r.Order['appraiser']>): unknown => ({ name: appraiser.name }),
  /** An appraiser whom the company does not share. */
  appraiserNotShared: null as unknown,
  appraiser(order: r.Order, company: Pick<r.Company, 'shares_appraiser'>): unknown {
    if (!order.appraiser) return null
    const isShared = order.appraiser.shared ?? company.shares_appraiser
    return isShared ? this.appraiserShape(order.appraiser) : this.appraiserNotShared
  },

  /** A list whose emptiness has no meaning of its own. */
  entries: <T>(list: readonly T[]): readonly T[] | null => list,
  contacts(contacts: readonly r.Contact[]): readonly r.Contact[] | null {
    return this.entries(contacts)
  },
  loan(order: r.Order, company: Wording): Wire {
    const product = this.productOf(order, company)
    const worded = (one: r.Named, all: readonly r.Named[] = []): r.Named => ({
      code: one.code,
      name: all.find(({ code }) => code === one.code)?.name ?? one.name,
    })
    const { loan_type, add_ons } = order.loan
    return {
      ...order.loan,
      loan_type: loan_type && worded(loan_type, product?.loan_types),
      add_ons: this.addOns(add_ons.map((one) => worded(one, product?.add_ons))),
    }
  },
  addOns(addOns: readonly r.Named[]): readonly r.Named[] | null {
    return this.entries(addOns)
  },
  address: (address: r.Address): Wire => ({ ...address }),
  property(order: r.Order): Wire {
    return { ...order.property, address: this.address(order.property.address) }
  },
  borrower(borrower: r.Borrower): Wire {
    const { address, contacts } = borrower
    return { ...borrower, address: address && this.address(address), contacts: this.contacts(contacts) }
  },
  parties({ real_estate_agent: agent, additional_contacts }: r.Parties): Wire | null {
    return {
      real_estate_agent: agent && { ...agent, contacts: this.contacts(agent.contacts) },
      additional_contacts: this.entries(additional_contacts),
    }
  },
  notes(notes: readonly r.Note[]): readonly r.Note[] | null {
    return this.entries(notes)
  },
  fees: (order: r.Order): Wire => order.fees,
  ownDocuments(documents: readonly r.Document[]): Wire[] {
    return documents.map((document) => this.document(document))
  },

  order(order: r.Order, company: Shown, documents: readonly r.Document[]): Wire {
    return {
      id: order.id,
      order_number: order.order_number,
      lender_reference: order.lender_reference,
      status: this.status(order.status, company),
      order_type: this.orderTypeOf(order, company),
      loan: this.loan(order, company),
      property: this.property(order),
      borrowers: order.borrowers.map((borrower) => this.borrower(borrower)),
      parties: this.parties(order.parties),
      notes: this.notes(order.notes),
      flags: order.flags,
      appraiser_instructions: order.appraiser_instructions,
      appraiser: this.appraiser(order, company),
      dates: this.dates(order),
      fees: this.fees(order),
      documents: this.ownDocuments(documents),
    }
  },

  listItem(order: r.Order, company: Wording): Wire {
    return {
      id: order.id,
      order_number: order.order_number,
      lender_reference: order.lender_reference,
      status: this.status(order.status, company),
      order_type: this.orderTypeOf(order, company),
      property_address_summary: this.addressSummary(order.property.address),
      dates: this.dates(order),
    }
  },

  /** A single text line, whatever line breaks the parts were sent with. */
  addressSummary: (address: r.PropertyAddress): string =>
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
