// What the rest of a simulator sees of its personas: who is in force, what comes next, and that an order has changed.
import type { Order, Persona } from '../domain/records.ts'

/** One order, the orders of one lender, or all. */
export type Scope = { lender_id?: string | null | undefined; order_id?: string | null | undefined }

export type PersonaChoice = Scope & { name: string; seed?: number | undefined }

export type NextStep = { at: number; what: string; order_id: string }

export type Personas = {
  list(): Persona[]
  /** The soonest step of a persona; undefined while it has nothing to do. */
  next(persona: Persona): NextStep | undefined
  /** Takes the place of the persona with the same scope; one of the same name and seed stays. Throws a `Refusal`. */
  set(choice: PersonaChoice): Persona
  /** Undefined where there is no such persona. */
  remove(id: string): Persona | undefined
  /** Works out what comes next for an order that has changed. */
  changed(order: Order): void
  /** Takes up what the store holds, after a start or a new world. */
  resume(): void
}
