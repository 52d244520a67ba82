// Looks up what a call, an option, a fault or a persona names by its id, and says what there is where it is not there.
import type { Client, Company, Lender, Order } from '../domain/records.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Store, Table } from './store.ts'

const mostNamed = 20

const find = <T>(rows: Table<T>, what: string, id: string): T => {
  const row = rows.get(id)
  if (row !== undefined) return row
  const known = [...rows.keys()].slice(0, mostNamed).join(', ')
  const there = known === '' ? 'there is none' : `there are ${known}${rows.size > mostNamed ? ' …' : ''}`
  throw new Refusal('not_found', `There is no ${what} ${id.slice(0, 100)}; ${there}.`, { status: 404 })
}

type Having<Name extends keyof Store> = { store: Pick<Store, Name> }

export const findOrder = ({ store }: Having<'orders'>, id: string): Order => find(store.orders, 'order', id)

export const findLender = ({ store }: Having<'lenders'>, id: string): Lender => find(store.lenders, 'lender', id)

export const findCompany = ({ store }: Having<'companies'>, id: string): Company => find(store.companies, 'company', id)

export const findClient = ({ store }: Having<'clients'>, id: string): Client => find(store.clients, 'client', id)
