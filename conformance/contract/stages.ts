// How far the work on an order is in a status: the stages of the contract's life cycle.
import { lifecycle } from './contract.ts'
import { lazily } from './lazily.ts'
import type { StatusCode } from './lifecycle-tables.ts'

const stages = lazily(() => new Map(lifecycle().statuses.map(({ code, stage }) => [code, stage])))

/** Null for a status beside the work, and for one that the contract does not name. */
const stageOf = (code: StatusCode | undefined): number | null =>
  code === undefined ? null : (stages().get(code) ?? null)

/** The statuses at a stage from the one to before the other, in the order of the contract. */
const between = (from: number, before: number): StatusCode[] =>
  lifecycle()
    .statuses.filter(({ stage }) => stage !== null && stage >= from && stage < before)
    .map(({ code }) => code)

const stageRequired = (code: StatusCode): number => {
  const stage = stageOf(code)
  if (stage === null) throw new Error(`fixtures/lifecycle.yaml gives ${code} no stage`)
  return stage
}

/** The statuses of work that a lender sees before `code`, that of `from` included; from the placing on when not given. */
export const statusesBefore = (code: StatusCode, from?: StatusCode): StatusCode[] =>
  between(from === undefined ? 0 : stageRequired(from), stageRequired(code))
