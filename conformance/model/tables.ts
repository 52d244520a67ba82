// What the lifecycle tables say of a status and of a refusal.
import type { LifecycleTables, StatusCode } from '../contract/lifecycle-tables.ts'

/** What the tables call an action of the model. */
export const tableName = (action: string): string => (action === 'revision' ? 'revision_request' : action)

export const statusCodes = (tables: LifecycleTables): StatusCode[] => tables.statuses.map(({ code }) => code)

const statusRow = (tables: LifecycleTables, code: StatusCode): LifecycleTables['statuses'][number] | undefined =>
  tables.statuses.find((status) => status.code === code)

/** Whether the contract calls the status open beyond doubt. */
export const isOpen = (tables: LifecycleTables, code: StatusCode): boolean =>
  statusRow(tables, code)?.standing === 'open'

export const isTransitional = (tables: LifecycleTables, code: StatusCode): boolean =>
  statusRow(tables, code)?.transitional === true

/** The code of a refusal as the tables give it; null where it is open. */
export const refusalCode = (tables: LifecycleTables, action: string): string | null => {
  const code = tables.refusals.find((row) => row.action === action)?.code
  return typeof code === 'string' ? code : null
}
