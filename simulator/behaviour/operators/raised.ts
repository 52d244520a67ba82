// Operators on the events that a change raises.
import type { Decision, Raised } from '../../domain/decision.ts'
import { surround } from './decisions.ts'
import { mutation, type Mutation, type Operator } from './mutation.ts'

type Fits = (raised: Raised, decision: Decision) => boolean

const raising = (
  operator: Operator,
  change: (all: readonly Raised[], decision: Decision) => readonly Raised[],
): Mutation =>
  mutation(operator, (behaviour) =>
    surround(behaviour, 'events.raised', (usual, decision) =>
      change(usual(decision) as Raised[], decision as Decision),
    ),
  )

/** The events that fit are not raised. */
export const unraised = (fits: Fits): Mutation =>
  raising('drop', (all, decision) => all.filter((one) => !fits(one, decision)))

/** Raises events besides; `more` gives those of one change. */
export const raiseBesides = (more: (all: readonly Raised[], decision: Decision) => readonly Raised[]): Mutation =>
  raising('add', (all, decision) => [...all, ...more(all, decision)])
