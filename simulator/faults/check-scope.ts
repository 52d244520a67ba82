// Refuses a fault for a credential or a lender that the simulator does not have: it would never strike.
import type { Store } from '../store/store.ts'
import { FaultError } from './fault-error.ts'

const mostNamed = 20

/** What is wrong with the fault otherwise is said elsewhere. @throws FaultError */
export const checkFaultScope = ({ clients, lenders }: Pick<Store, 'clients' | 'lenders'>, fault: unknown): void => {
  const given = (fault ?? {}) as Record<string, unknown>
  for (const [field, rows] of [
    ['client_id', clients],
    ['lender_id', lenders],
  ] as const) {
    const value = given[field]
    if (typeof value !== 'string' || rows.get(value)) continue
    const known = [...rows.values()].map(({ id }) => id)
    const list = `${known.slice(0, mostNamed).join(', ')}${known.length > mostNamed ? ' …' : ''}`
    const message = `must be one of ${list}, but is ${value.slice(0, 100)}`
    const details = [{ field, code: 'invalid_value', value, message }]
    throw new FaultError(`The fault cannot be used: ${field} ${message}; name one of these.`, details)
  }
}
