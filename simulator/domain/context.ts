// What every domain function is given besides the records it decides on.
import type { Behaviour } from '../behaviour/behaviour.ts'
import type { AccountKey, Company, Document, Environment, Lender } from './records.ts'

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

export const accountKey = (lender_id: string, environment: Environment): AccountKey => `${lender_id}:${environment}`
