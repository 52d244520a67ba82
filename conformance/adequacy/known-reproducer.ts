// The steps of an order that showed a defect before, read from the text of the baseline.
import { lifecycle } from '../contract/contract.ts'
import type { Action } from '../model/actions.ts'
import { readPath } from '../model/path-to.ts'

export const knownReproducer = (reproducer: string | undefined): Action[] | null =>
  reproducer === undefined ? null : readPath(lifecycle(), reproducer)
