// The faults that are for one client: for calls of the credential, and for deliveries to its lender.
import type { FaultRecord } from '../public/fault.ts'
import type { Services } from '../engine/services.ts'
import { findClient } from '../store/find.ts'

/** All of them where no client is named. @throws Refusal 404 `not_found` */
export const faultsOfClient = (services: Services, { client_id: id }: Record<string, unknown>): FaultRecord[] => {
  const all = services.faults.list()
  if (id === undefined) return all
  const client = findClient(services, id as string)
  return all.filter(({ fault }) =>
    'lender_id' in fault ? fault.lender_id === client.lender_id : 'client_id' in fault && fault.client_id === client.id,
  )
}
