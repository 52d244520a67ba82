// The way of an order that showed a defect before, as the baseline writes it down.
import { lifecycle } from '../contract/contract.ts'
import type { Action } from '../model/actions.ts'
import { readWay } from '../model/way-to.ts'

export const knownWay = (way: string | undefined): Action[] | null =>
  way === undefined ? null : readWay(lifecycle(), way)
