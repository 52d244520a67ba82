// Refusals of a call to the control port: a value that cannot be used, an id that is taken.
import { Refusal } from '../domain/refusal.ts'

export const unusable = (message: string, field: string, value: unknown, why: string): Refusal =>
  new Refusal('unusable_value', message, {
    status: 422,
    details: [{ field, code: 'invalid_value', value, message: why }],
  })

export const taken = (what: string, id: string): Refusal =>
  new Refusal('conflict', `There is a ${what} ${id} already; send another id, or none.`, { status: 409 })
