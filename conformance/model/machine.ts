// The machine that joins the lifecycle tables with what is known of a target.
import type { LifecycleTables } from '../contract/lifecycle-tables.ts'
import type { OrderModel } from './order-model.ts'
import type { Outcome } from './outcome.ts'

/** Readings of freedoms known beforehand, by freedom id; an absent one is unknown, and every reading is permitted. */
type Readings = Readonly<Record<string, string>>

/** A move of the company: what may follow it, given the model before. Registered by the code that can cause such moves. */
type CompanyMove = (model: OrderModel, details: Readonly<Record<string, unknown>>) => Outcome[]

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
