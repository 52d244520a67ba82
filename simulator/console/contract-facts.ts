// What the console shows of the contract: statuses, moves, event types, and the rule behind each refusal.
import { readFixture } from '../contract.ts'
import { rules } from '../rules.ts'

type Move = { id: string; from: string[]; to: string[]; action?: string }

type Lifecycle = {
  statuses: { code: string; label: string; meaning: string; stage: number | null }[]
  transitions: Move[]
  company_moves: Move[]
}

type Code = { code: string; status: number | null; rule?: string; condition: string }

let made: Record<string, unknown> | undefined

const make = () => {
  const { statuses, transitions, company_moves } = readFixture('lifecycle.yaml') as Lifecycle
  const { codes } = readFixture('errors.yaml') as { codes: Code[] }
  const { event_types } = readFixture('webhooks.yaml') as { event_types: { type: string }[] }
  const { enumerations } = readFixture('enumerations.yaml') as { enumerations: Record<string, string[]> }
  const { byId, cells } = rules()
  return {
    statuses: statuses.map(({ code, label, meaning, stage }) => ({ code, label, meaning, stage })),
    moves: [...transitions, ...company_moves].map(({ id, from, to, action = 'move' }) => ({ id, from, to, action })),
    event_types: event_types.map(({ type }) => type),
    document_kinds: enumerations['document_kind'],
    codes: codes.map(({ code, condition, rule }) => ({ code, condition, rule: rule ? byId.get(rule) : null })),
    refusals: cells.filter(({ cell }) => cell.is === 'refused'),
  }
}

/** The same for every simulator of a process. */
export const contractFacts = (): Record<string, unknown> => (made ??= make())
