// The machine that joins the lifecycle tables with what is known of a target.
import type { LifecycleTables } from '../contract/lifecycle-tables.ts'

/** Readings of freedoms known beforehand, by freedom id; an absent one is unknown, and every reading is permitted. */
type Readings = Readonly<Record<string, string>>

export type Machine = { tables: LifecycleTables; readings: Readings }

export const createMachine = (tables: LifecycleTables, readings: Readings = {}): Machine => ({ tables, readings })
