// What every domain function is given besides the records it decides on.
import type { Behaviour } from '../behaviour/behaviour.ts'
import { joined } from '../lib/joined.ts'
import { remembered } from '../lib/remembered.ts'
import type { AccountKey, Company, Document, Environment, Lender } from '../domain/records.ts'

export type DomainContext = {
  behaviour: Behaviour
  /** Domain time, epoch milliseconds. */
  now: number
  company: Company
  lender: Lender
  environment: Environment
  /** Makes the next id with a prefix, such as `ord`. */
  nextId: (prefix: string) => string
  /** The documents on an order, newest first. */
  documentsOf: (orderId: string) => readonly Document[]
}

const keysOf = remembered((environment: Environment) =>
  remembered((lender_id: string): AccountKey => joined(lender_id, ':', environment)),
)

/** Every row of an account has the same text. */
export const accountKey = (lender_id: string, environment: Environment): AccountKey => keysOf(environment)(lender_id)
