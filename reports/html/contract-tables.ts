// What the report shows of the contract itself: the life of an order, the schedule of attempts, what is left open.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export type Cell = 'accepted' | 'refused' | { open: string }

export type LifeTable = {
  statuses: { code: string; label: string; meaning: string }[]
  cells: Record<string, Record<string, Cell>>
  advance: Record<string, string[]>
  advance_as_previous: string[]
  advance_never_to: string[]
}

export type Schedule = {
  retry_delays_seconds: number[]
  stated_total_seconds: number
  attempts: number
  timeout_seconds: number
}

export type Freedom = { id: string; source: string; question: string; readings: Record<string, string> }

const read = (name: string): unknown => {
  const marker = fileURLToPath(import.meta.resolve('#fixtures/openapi.yaml'))
  return parse(readFileSync(marker.replace(/openapi\.yaml$/, name), 'utf8'))
}

const lazily = <T>(make: () => T): (() => T) => {
  let value: { is: T } | undefined
  return () => (value ??= { is: make() }).is
}

export const lifeTable = lazily(() => read('lifecycle.yaml') as LifeTable)
export const schedule = lazily(() => read('webhooks.yaml') as Schedule)
export const freedoms = lazily(
  () => new Map((read('freedoms.yaml') as { freedoms: Freedom[] }).freedoms.map((freedom) => [freedom.id, freedom])),
)
