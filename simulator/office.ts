// Where decisions become fact: rows are put, events are raised in order, and transitional statuses come to rest.
import type { DomainContext } from './domain/context.ts'
import type { Decision } from './domain/decision.ts'
import type { Company, Document, Environment, Lender, Order } from './domain/records.ts'
import { settleOrder } from './domain/act-on-order.ts'
import { isDelivery } from './domain/work-on-order.ts'
import type { Services } from './services.ts'

export const lenderOf = (services: Services, order: Order): Lender =>
  services.store.lenders.get(order.account.split(':')[0]!)!

export const environmentOf = (order: Order): Environment => order.account.split(':')[1] as Environment

export const contextFor = (
  services: Services,
  company: Company,
  lender: Lender,
  environment: Environment,
): DomainContext => {
  const now = services.clock.now()
  return {
    behaviour: services.behaviour,
    now,
    company,
    lender,
    environment,
    nextId: (prefix) => services.ids.next(prefix, now),
  }
}

export const contextOf = (services: Services, order: Order): DomainContext =>
  contextFor(services, services.store.companies.get(order.company_id)!, lenderOf(services, order), environmentOf(order))

/** All events of one change carry the instant of the change. */
const raise = (
  { behaviour, ids, outbox }: Services,
  { order, type, data }: Decision['raised'][number],
  created_at: number,
): void => {
  outbox.raise({
    id: ids.next('evt', created_at),
    account: order.account,
    type,
    created_at,
    order_id: order.id,
    data: { ...behaviour.events.base(order), ...data },
  })
}

/** Puts a decision into the store at once, without an await in between; `flush` makes it durable. */
export const apply = (services: Services, decision: Decision): Order => {
  const { store } = services
  for (const document of decision.documents ?? []) store.documents.put(document)
  for (const message of decision.messages ?? []) store.messages.put(message)
  for (const request of decision.revisions ?? []) store.revisions.put(request)
  store.orders.put(decision.order)
  const now = services.clock.now()
  for (const raised of services.behaviour.events.raised(decision)) raise(services, raised, now)
  rest(services, decision.order)
  return decision.order
}

export const commit = async (services: Services, decision: Decision): Promise<Order> => {
  const order = apply(services, decision)
  await services.store.flush()
  return order
}

/** A transitional status moves on shortly, unless something else has moved the order first. */
export const rest = (services: Services, order: Order): void => {
  const { behaviour, clock, store } = services
  if (!behaviour.lifecycle.transitional.includes(order.status.code)) return
  const { code, changed_at } = order.status
  clock.at(changed_at + behaviour.lifecycle.transitionalSeconds * 1000, `${code} ends`, order.id, async () => {
    const current = store.orders.get(order.id)
    if (current?.status.code !== code || current.status.changed_at !== changed_at) return 'already moved on'
    const settled = await commit(services, settleOrder(contextOf(services, current), current))
    return settled.status.code
  })
}

export const storeFile = async (
  services: Services,
  order: Order,
  file: {
    kind: string
    filename: string
    content_type: string
    bytes: Buffer
    purpose?: string | null
    description?: string | null
  },
): Promise<Document> => {
  const now = services.clock.now()
  const id = services.ids.next('doc', now)
  await services.store.files.put(id, file.bytes)
  return {
    id,
    order_id: order.id,
    account: order.account,
    kind: file.kind,
    filename: file.filename,
    content_type: file.content_type,
    size_bytes: file.bytes.length,
    created_at: now,
    purpose: file.purpose ?? null,
    description: file.description ?? null,
  }
}

/** Makes one file of a kind for an order, as the company would. */
export const makeDocument = async (services: Services, order: Order, kind: string): Promise<Document> => {
  const company = services.store.companies.get(order.company_id)!
  const revision = services.store.documentsOf(order.id).filter((document) => document.kind === 'report_pdf').length
  // The PDF library takes longer to load than everything else here: only a delivery needs it.
  const { generateDocument } = await import('./documents/generate.ts')
  const file = await generateDocument(kind, {
    order_id: order.id,
    order_number: order.order_number,
    report_format: order.order_type.report_format,
    product_name: order.order_type.name,
    address: order.property.address,
    borrower: order.borrowers.map(({ first_name, last_name }) => `${first_name} ${last_name}`).join(' and '),
    lender: lenderOf(services, order).name,
    company: company.name,
    appraiser: order.appraiser?.name ?? 'Avery Sample',
    appraisal_fee: order.fees.appraisal_fee,
    currency: order.fees.currency,
    revision,
    delivered_at: services.clock.now(),
    loan_number: order.loan.number,
    purchase_price: order.loan.purchase_price,
    ordered_at: order.created_at,
    due_date: order.due_date,
  })
  return storeFile(services, order, { kind, ...file })
}

/** The files of a delivery, made before the decision that puts them on the order. */
export const makeDelivery = async (services: Services, order: Order, to: string): Promise<Document[]> => {
  if (!isDelivery(to)) return []
  const company = services.store.companies.get(order.company_id)!
  const kinds = services.behaviour.deliveries.kinds(
    company,
    services.behaviour.lifecycle.afterDeliveryOf(order) === 'revised_report_complete',
  )
  const documents: Document[] = []
  for (const kind of kinds) documents.push(await makeDocument(services, order, kind))
  return documents
}
