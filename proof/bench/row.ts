// One row of the benchmark's table: what it measures, against whom, and what it should reach.
import type { Worker } from './worker.ts'

/** `ratio`: ours to theirs, larger is better; `times`: smaller is better; `value`: a figure of its own, smaller is better. */
type Kind = 'ratio' | 'times' | 'value'

export type Figure = {
  /** What it is measured against, or the unit of a figure of its own. */
  against: string
  kind: Kind
  /** One for each round. */
  rounds: number[]
  target: number | null
  /** What else was measured, such as processor time for each request. */
  note?: string
}

export type Setting = {
  rounds: number
  seconds: number
  /** How many orders stand for many. */
  many: number
  /** How many requests stand for a million. */
  requests: number
  /** The build that is measured. */
  assay: string
  /** A folder that may have further mock servers installed. */
  peers: string
}

export type Row = {
  id: string
  title: string
  measure(setting: Setting): Promise<Figure[]>
}

/** One after another. */
export const inTurn = async <T>(count: number, one: () => Promise<T>): Promise<T[]> => {
  const all: T[] = []
  for (let round = 0; round < count; round += 1) all.push(await one())
  return all
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Microseconds of processor time for each of `count`, while `work` runs. */
export const costOf = async (worker: Worker, work: () => Promise<number>): Promise<{ count: number; each: number }> => {
  const before = await worker.usage()
  const count = await work()
  const after = await worker.usage()
  return { count, each: (after.cpu - before.cpu) / count }
}
