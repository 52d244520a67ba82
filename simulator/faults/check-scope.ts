// Refuses a fault for a credential, a lender or an order that the simulator does not have: it would never strike.
import type { Store } from '../store/store.ts'
import { FaultError } from './fault-error.ts'
import type { Fault } from './fault.ts'

export type FaultGround = Pick<Store, 'clients' | 'lenders' | 'orders'>

const mostNamed = 20

/** @throws FaultError */
export const checkFaultScope = ({ clients, lenders, orders }: FaultGround, fault: Fault): void => {
  for (const [field, rows] of Object.entries({ client_id: clients, lender_id: lenders, order_id: orders })) {
    const value = (fault as Record<string, unknown>)[field]
    if (typeof value !== 'string' || rows.get(value)) continue
    const known = [...rows.values()].map(({ id }) => id)
    const list = `${known.slice(0, mostNamed).join(', ')}${known.length > mostNamed ? ' …' : ''}`
    const message = `must be one of ${list || 'those that are there (none is)'}, but is ${value.slice(0, 100)}`
    const details = [{ field, code: 'invalid_value', value, message }]
    throw new FaultError(`The fault cannot be used: ${field} ${message}; name one that is there.`, details)
  }
}
