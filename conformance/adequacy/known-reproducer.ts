// The way of an order that showed a defect before, as the baseline writes it down.
import { lifecycle } from '../contract/contract.ts'
import type { Action } from '../model/actions.ts'
import { readPath } from '../model/path-to.ts'

export const knownReproducer = (way: string | undefined): Action[] | null =>
  way === undefined ? null : readPath(lifecycle(), way)
