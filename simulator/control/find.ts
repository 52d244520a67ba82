// Looks up what a call names, and says where to find the ids when there is no such thing.
import { accountKey } from '../domain/context.ts'
import type { AccountKey, Client, Company, Environment, Lender, Order, RevisionRequest } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../services.ts'

export const environments: readonly Environment[] = ['production', 'sandbox']

export const absent = (what: string, id: string, where: string): Refusal =>
  new Refusal('not_found', `There is no ${what} ${id}; ${where} shows those there are.`, { status: 404 })

const found = <T>(row: T | undefined, what: string, id: string, where: string): T => {
  if (row === undefined) throw absent(what, id, where)
  return row
}

export const findOrder = ({ store }: Services, id: string): Order =>
  found(store.orders.get(id), 'order', id, 'GET /orders')

export const findLender = ({ store }: Services, id: string): Lender =>
  found(store.lenders.get(id), 'lender', id, 'GET /lenders')

export const findCompany = ({ store }: Services, id: string): Company =>
  found(store.companies.get(id), 'company', id, 'GET /companies')

export const findClient = ({ store }: Services, id: string): Client =>
  found(store.clients.get(id), 'client', id, 'GET /clients')

export const findRevision = ({ store }: Services, order: Order, id: string): RevisionRequest => {
  const request = store.revisions.get(id)
  return found(request?.order_id === order.id ? request : undefined, 'revision request', id, `GET /orders/${order.id}`)
}

export const ownerOf = ({ account }: { account: AccountKey }): { lender_id: string; environment: Environment } => {
  const [lender_id, environment] = account.split(':') as [string, Environment]
  return { lender_id, environment }
}

/** Accounts that a listing is asked for: all of them unless the query narrows it. */
export const accountsOf = (services: Services, query: Record<string, unknown>): AccountKey[] =>
  [...services.store.lenders.values()]
    .filter(({ id }) => query['lender_id'] === undefined || id === query['lender_id'])
    .flatMap(({ id }) => environments.map((environment) => ({ id, environment })))
    .filter(({ environment }) => query['environment'] === undefined || environment === query['environment'])
    .map(({ id, environment }) => accountKey(id, environment))
