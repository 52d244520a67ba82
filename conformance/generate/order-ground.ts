// What every generated order is made from: the contract's enumerations, places that resolve, the day and the run's mark.
import type { components } from '../../fixtures/openapi.d.ts'

type Schemas = components['schemas']

export type CreateOrderRequest = Schemas['CreateOrderRequest']
export type ContactInput = Schemas['ContactInput']

/** The closed lists of Resources / Enumerations that a create draws from. */
export type Enumerations = Readonly<
  Record<
    | 'loan_purpose'
    | 'property_type'
    | 'occupancy'
    | 'contact_role'
    | 'email_contact_role'
    | 'additional_contact_purpose'
    | 'appraiser_certification',
    readonly string[]
  >
>

/**
 * A five-digit postal code that the target resolves. `filled` is what the target itself fills in for it, learned from an
 * order: only that may be sent along, since a target may refuse any other city, state or county.
 */
export type Place = { postal_code: string; filled?: { city: string; state: string; county: string | null } }

/**
 * `today` is the target's calendar date in UTC, `lastPast` the latest date that is past in every time zone; `marker` is a
 * text that marks what the run creates.
 */
export type Ground = {
  enumerations: Enumerations
  places: readonly Place[]
  today: string
  lastPast?: string
  marker: string
}

/** Takes one member of a list; which one is the caller's affair. */
export type Choose = <T>(list: readonly T[]) => T

/** A pick that goes round each list on its own, so that every member gets its turn. */
export const roundPick = (): Choose => {
  const turns = new Map<unknown, number>()
  return (list) => {
    const turn = turns.get(list) ?? 0
    turns.set(list, turn + 1)
    return list[turn % list.length]!
  }
}

/** A pick led by random numbers from 0 up to 1. */
export const randomPick =
  (random: () => number): Choose =>
  (list) =>
    list[Math.floor(random() * list.length)]!
