// The steps of an order that showed a defect before, read from the text of the baseline.
import { lifecycle } from '../../conformance/contract/contract.ts'
import type { Action } from '../../conformance/model/actions.ts'
import { readPath } from '../../conformance/model/path-to.ts'

export const knownReproducer = (reproducer: string | undefined): Action[] | null =>
  reproducer === undefined ? null : readPath(lifecycle(), reproducer)
