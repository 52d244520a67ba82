// Where decisions become fact: rows are put, events are raised in order, and what comes on its own is awaited.
import { documentInputOf } from './document-facts.ts'
import type { DomainContext } from '../orders/context.ts'
import type { Decision } from '../domain/decision.ts'
import { accountKey } from '../orders/context.ts'
import type { AccountKey, Company, Document, Environment, Lender, Order } from '../domain/records.ts'
import { merged } from '../lib/merged.ts'
import { addDocument, isDelivery, moveWork } from '../orders/work-on-order.ts'
import type { Services } from './services.ts'
import { pendingEvents } from './pending-events.ts'

const lenderOf = (services: Services, order: Order): Lender => services.store.lenders.get(order.account.split(':')[0]!)!

export const environmentOf = (order: Order): Environment => order.account.split(':')[1] as Environment

/** The documents that an order shows, newest first. */
export const listedDocuments = (
  { behaviour, store }: Pick<Services, 'behaviour' | 'store'>,
  order: Order,
): Document[] => behaviour.deliveries.listed(store.documentsOf(order.id))

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
    documentsOf: (orderId) => services.store.documentsOf(orderId),
  }
}

export const contextOf = (services: Services, order: Order): DomainContext =>
  contextFor(services, services.store.companies.get(order.company_id)!, lenderOf(services, order), environmentOf(order))

/** The keys under which an account's events and webhooks are kept. */
export const ownersOf = ({ behaviour, store }: Services, account: AccountKey): readonly AccountKey[] =>
  behaviour.webhooks.owners(account, () =>
    [...store.clients.values()]
      .filter((client) => client.revoked_at === null && accountKey(client.lender_id, client.environment) === account)
      .map(({ id }) => id),
  )

const raise = (services: Services, raised: Decision['raised'][number], created_at: number): void => {
  const { order, type, data } = raised
  const { behaviour, ids, outbox } = services
  for (const account of ownersOf(services, order.account)) {
    const id = behaviour.events.eventId(ids.next('evt', created_at), raised)
    outbox.raise({
      id,
      account,
      type,
      created_at,
      order_id: order.id,
      data: merged(behaviour.events.base(order), data),
    })
    behaviour.feed.entered(id)
  }
}

/** Puts a decision into the store at once, without an await in between; `flush` makes it durable. */
export const apply = (services: Services, decision: Decision): Order => {
  const { store } = services
  for (const document of decision.documents ?? []) store.documents.put(document)
  for (const message of decision.messages ?? []) store.messages.put(message)
  for (const request of decision.revisions ?? []) store.revisions.put(request)
  const now = services.clock.now()
  const updated_at = services.behaviour.lifecycle.updatedAt(decision.order.updated_at, now)
  const order = { ...decision.order, updated_at }
  store.orders.put(order)
  for (const [index, raised] of services.behaviour.events.raised(decision).entries())
    raise(services, raised, services.behaviour.events.instant(now, index))
  scheduleTransitions(services, order)
  runSandboxPolicies(services, { ...decision, order })
  services.personas.changed(order)
  const delivered = decision.raised.find(({ type }) => type === 'order.completed')
  if (delivered) follow(services, order, delivered.data['revision'] === true)
  return order
}

export const commit = async (services: Services, decision: Decision): Promise<Order> => {
  const order = apply(services, decision)
  await services.store.flush()
  return order
}

/** What comes on its own comes when it is due, unless something else has happened to the order first. */
export const scheduleTransitions = (services: Services, order: Order): void => {
  const { clock, store } = services
  for (const { what, kind, due, isOpen, decide } of pendingEvents(services, order, environmentOf(order))) {
    if (due === 'at once') {
      apply(services, decide(contextOf(services, order), order))
      continue
    }
    const isStillOpen = (): boolean => {
      const current = store.orders.get(order.id)
      return current !== undefined && isOpen(current)
    }
    const settle = async () => {
      const current = store.orders.get(order.id)
      if (!current || !isOpen(current)) return 'already moved on'
      const settled = await commit(services, decide(contextOf(services, current), current))
      return settled.status.code
    }
    clock.at(due, what, order.id, settle, { kind, isOpen: isStillOpen })
  }
}

/** What the sandbox does on its own with an order that has just changed. */
const runSandboxPolicies = (services: Services, { order: after, raised }: Decision): void => {
  const { id, account, created_at, updated_at, status } = after
  const { behaviour, clock, locks, store } = services
  if (account.split(':')[1] !== 'sandbox') return
  const move = behaviour.sandbox.nextMove(after)
  if (move) {
    const isOpen = (current = store.orders.get(id)): current is Order =>
      current !== undefined && current.updated_at === updated_at && current.status.code === status.code
    const make = () =>
      locks.run(id, async () => {
        const current = store.orders.get(id)
        if (!isOpen(current)) return 'not any more'
        await commit(services, moveWork(contextOf(services, current), current, move.to))
        return move.to
      })
    const due = clock.now() + move.afterSeconds * 1000
    clock.at(due, `the company moves to ${move.to}`, id, make, { kind: 'company_act', isOpen: () => isOpen() })
  }
  const { lifetimeSeconds } = behaviour.sandbox
  if (lifetimeSeconds === null || !raised.some(({ type }) => type === 'order.created')) return
  const clear = async () => {
    for (const { id: document } of store.documentsOf(id)) store.documents.delete(document)
    for (const { id: message } of store.messagesOf(id)) store.messages.delete(message)
    for (const { id: request } of store.revisionsOf(id)) store.revisions.delete(request)
    store.orders.delete(id)
    await store.flush()
    return 'cleared'
  }
  clock.at(created_at + lifetimeSeconds * 1000, 'the sandbox is cleared', id, clear, {
    kind: 'sandbox_cleared',
    isOpen: () => store.orders.get(id) !== undefined,
  })
}

/** Brings the files that come some time after a delivery, unless they are there by then. */
const follow = (services: Services, { id, account, company_id }: Order, revision: boolean): void => {
  const { behaviour, clock, locks, store } = services
  const environment = account.split(':')[1] as Environment
  const kinds = behaviour.deliveries.later(store.companies.get(company_id)!, revision, environment)
  for (const kind of kinds) {
    const isOpen = (order = store.orders.get(id)): order is Order =>
      order !== undefined && !store.documentsOf(id).some((document) => document.kind === kind)
    const bring = () =>
      locks.run(id, async () => {
        const order = store.orders.get(id)
        if (!isOpen(order)) return 'not needed'
        const document = await makeDocument(services, order, kind)
        await commit(services, addDocument(contextOf(services, order), store.orders.get(id)!, document, true))
        return document.id
      })
    const due = clock.now() + behaviour.deliveries.laterSeconds * 1000
    clock.at(due, `${kind} comes`, id, bring, { kind: 'company_act', isOpen: () => isOpen() })
  }
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
  // The PDF library takes longer to load than everything else here: only a delivery needs it.
  const { generateDocument } = await import('../documents/generate.ts')
  const input = documentInputOf(services, order, lenderOf(services, order))
  const file = await generateDocument(services.behaviour.deliveries.madeLike(kind), input)
  return storeFile(services, order, { ...file, kind })
}

/** The files of a delivery, made before the decision that puts them on the order. */
export const makeDelivery = async (services: Services, order: Order, to: string): Promise<Document[]> => {
  if (!isDelivery(to)) return []
  const company = services.store.companies.get(order.company_id)!
  const kinds = services.behaviour.deliveries.kinds(
    company,
    services.behaviour.lifecycle.afterDeliveryOf(order) === 'revised_report_complete',
    environmentOf(order),
  )
  const documents: Document[] = []
  for (const kind of kinds) documents.push(await makeDocument(services, order, kind))
  return documents
}
