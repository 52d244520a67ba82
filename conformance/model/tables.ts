// The lifecycle tables as the model needs them, and the machine that joins them with what is known of a target.
import type { OrderModel } from './order-model.ts'
import type { Outcome } from './outcome.ts'

export type StatusCode = string

export type CellEntry = 'accepted' | 'refused' | { open: string }

/** The part of fixtures/lifecycle.yaml that the model reads. */
export type LifecycleTables = {
  statuses: {
    code: StatusCode
    label: string
    standing: string
    transitional: boolean
    report_delivered: boolean
    on_hold: boolean
  }[]
  cells: Record<string, Record<StatusCode, CellEntry>>
  exceptions: { action: string; statuses: StatusCode[]; when: string; outcome: CellEntry }[]
  refusals: { action: string; status: number; code: string | { open: string } }[]
  advance: Record<StatusCode, StatusCode[]>
  advance_as_previous: StatusCode[]
  advance_refusal: { status: number; code: string }
}

/** Readings of freedoms known beforehand, by freedom id; an absent one is unknown, and every reading is permitted. */
export type Readings = Readonly<Record<string, string>>

/** A move of the company: what may follow it, given the model before. Registered by whoever can cause such moves. */
export type CompanyMove = (model: OrderModel, details: Readonly<Record<string, unknown>>) => Outcome[]

export type Machine = {
  tables: LifecycleTables
  readings: Readings
  companyMoves: Readonly<Record<string, CompanyMove>>
}

export const createMachine = (
  tables: LifecycleTables,
  readings: Readings = {},
  companyMoves: Machine['companyMoves'] = {},
): Machine => ({ tables, readings, companyMoves })

export const statusCodes = (tables: LifecycleTables): StatusCode[] => tables.statuses.map(({ code }) => code)

const statusRow = (tables: LifecycleTables, code: StatusCode): LifecycleTables['statuses'][number] | undefined =>
  tables.statuses.find((status) => status.code === code)

/** Whether the contract calls the status open beyond doubt. */
export const isOpen = (tables: LifecycleTables, code: StatusCode): boolean =>
  statusRow(tables, code)?.standing === 'open'

export const isTransitional = (tables: LifecycleTables, code: StatusCode): boolean =>
  statusRow(tables, code)?.transitional === true

export const showsDelivery = (tables: LifecycleTables, code: StatusCode): boolean =>
  statusRow(tables, code)?.report_delivered === true

/** The code of a refusal as the tables give it; null where it is open. */
export const refusalCode = (tables: LifecycleTables, action: string): string | null => {
  const code = tables.refusals.find((row) => row.action === action)?.code
  return typeof code === 'string' ? code : null
}
