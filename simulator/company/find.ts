// What a call names besides an order, a lender, a company or a client, and where to find the ids when there is no such thing.
import { accountKey } from '../orders/context.ts'
import type { AccountKey, Environment, Order, RevisionRequest } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Services } from '../engine/services.ts'

export const environments: readonly Environment[] = ['production', 'sandbox']

export const absent = (what: string, id: string, where: string): Refusal =>
  new Refusal('not_found', `There is no ${what} ${id}; ${where} shows those there are.`, { status: 404 })

export const findRevision = ({ store }: Services, order: Order, id: string): RevisionRequest => {
  const request = store.revisions.get(id)
  if (request?.order_id !== order.id) throw absent('revision request', id, `GET /orders/${order.id}`)
  return request
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
