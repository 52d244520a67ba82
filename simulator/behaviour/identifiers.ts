// What identifiers look like (Resources / Conventions): opaque, prefixed, rising in the order of issue.
import type { Contract } from '../contract/contract.ts'
import { createIds } from '../time/ids.ts'
import type { Ids } from '../time/ids.ts'

export const identifiers = (_contract: Contract) => ({
  /** Called once for each simulator. */
  create: (): Ids => createIds(),
})
