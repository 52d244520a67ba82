// Where the operations are, and what is answered where there is none (introduction; Endpoints / Summary).
import type { Contract } from '../contract/contract.ts'
import { notFound } from '../domain/refusal.ts'
import type { Answer } from './wire.ts'

/** A request that reaches no operation. */
export type Unmatched = {
  method: string
  path: string
  /** The methods that the path has; none when there is no such path. */
  allowed: readonly string[]
  /** Whether the path lies under a base address. */
  inBase: boolean
  /** Throws the 401 of a call without a token that counts. */
  authenticate: () => void
}

export const routing = (_contract: Contract) => ({
  /** The path by which an operation is looked up. */
  path: (path: string): string => path,

  /** Whether requests by this method reach operations; HEAD reaches what GET does. */
  serves: (_method: string): boolean => true,

  /** What is not listed is no such resource. */
  unmatched: (_asked: Unmatched): Answer => {
    throw notFound('resource')
  },

  /** Reads that the contract does not name: path to body. */
  furtherReads: {} as Record<string, unknown>,
})
