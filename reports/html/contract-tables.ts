// What the report shows of the contract itself: the life of an order, the schedule of attempts, what is left open.
import { readFixture } from '../../fixtures/read-fixture.ts'

export type Cell = 'accepted' | 'refused' | { open: string }

type LifeTable = {
  statuses: { code: string; label: string; meaning: string; stage: number | null; report_delivered: boolean }[]
  cells: Record<string, Record<string, Cell>>
  advance: Record<string, string[]>
  advance_as_previous: string[]
  advance_never_to: string[]
}

type Schedule = {
  retry_delays_seconds: number[]
  stated_total_seconds: number
  attempts: number
  timeout_seconds: number
}

type Freedom = { id: string; source: string; question: string; readings: Record<string, string> }

const lazily = <T>(make: () => T): (() => T) => {
  let value: { is: T } | undefined
  return () => (value ??= { is: make() }).is
}

export const lifeTable = lazily(() => readFixture('lifecycle.yaml') as LifeTable)
export const schedule = lazily(() => readFixture('webhooks.yaml') as Schedule)
export const freedoms = lazily(
  () =>
    new Map((readFixture('freedoms.yaml') as { freedoms: Freedom[] }).freedoms.map((freedom) => [freedom.id, freedom])),
)
