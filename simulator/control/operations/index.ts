// The operations of the control port, as its document has them.
import { documentOperations, type DocumentOperation } from '../../calls/document.ts'
import { commands } from '../../company/commands.ts'
import type { OrderCommand } from '../../company/order-operation.ts'
import type { ControlOperation, ControlOperations } from '../operation.ts'
import { clientOperations } from './clients.ts'
import { clockOperations } from './clock.ts'
import { companyOperations } from './companies.ts'
import { eventOperations } from './events.ts'
import { faultOperations } from './faults.ts'
import { journalOperations } from './journal.ts'
import { lenderOperations } from './lenders.ts'
import { orderOperations } from './orders.ts'
import { personaOperations } from './personas.ts'
import { serviceOperations } from './service.ts'
import { snapshotOperations } from './snapshots.ts'

export type ServedOperation = DocumentOperation & ControlOperation

/** What the company does with an order is a function first: here it is called over HTTP. */
const overHttp = (command: OrderCommand): ControlOperation => ({
  handle: ({ services, params, body }) => command(services, params, body),
})

const handlers: ControlOperations = {
  ...clientOperations,
  ...clockOperations,
  ...companyOperations,
  ...eventOperations,
  ...faultOperations,
  ...journalOperations,
  ...lenderOperations,
  ...orderOperations,
  ...personaOperations,
  ...serviceOperations,
  ...snapshotOperations,
  ...Object.fromEntries(Object.entries(commands).map(([id, command]) => [id, overHttp(command)])),
}

export const handledIds = Object.keys(handlers)

let read: readonly ServedOperation[] | undefined

/** In the order of the document, which is read when they are first asked for. */
export const operations = (): readonly ServedOperation[] =>
  (read ??= documentOperations().map((one) => ({ ...one, ...handlers[one.id]! })))
