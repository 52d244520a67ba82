// Refuses a fault for a credential, a lender or an order that the simulator does not have: it would never strike.
import { Refusal } from '../domain/refusal.ts'
import { findClient, findLender, findOrder } from '../store/find.ts'
import type { Store } from '../store/store.ts'
import { FaultError } from './fault-error.ts'
import type { Fault } from '../public/fault.ts'

export type FaultGround = Pick<Store, 'clients' | 'lenders' | 'orders'>

const finders = { client_id: findClient, lender_id: findLender, order_id: findOrder }

/** @throws FaultError */
export const checkFaultScope = (store: FaultGround, fault: Fault): void => {
  for (const [field, find] of Object.entries(finders)) {
    const value = (fault as Record<string, unknown>)[field]
    if (typeof value !== 'string') continue
    try {
      find({ store }, value)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const details = [{ field, code: 'invalid_value', value, message: error.message }]
      throw new FaultError(`The fault cannot be used: ${field}: ${error.message}`, details)
    }
  }
}
