// What the console shows of the contract: statuses, moves, event types, operations, statuses of answers; and the kinds of faults.
import { readFixture } from '../contract/contract.ts'
import { controlDocument } from '../calls/document.ts'
import { faultKinds } from './fault-kinds.ts'

type Move = { id: string; from: string[]; to: string[]; action?: string }

type Lifecycle = {
  statuses: { code: string; label: string; meaning: string; stage: number | null }[]
  transitions: Move[]
  company_moves: Move[]
}

type Operation = { operationId: string; summary: string; responses: Record<string, unknown> }

type Document = { paths: Record<string, Record<string, Operation>> }

/** What an operation does, in words: of the service, and of the control port. */
const summariesOf = (...documents: readonly Pick<Document, 'paths'>[]): Record<string, string> =>
  Object.fromEntries(
    documents.flatMap(({ paths }) =>
      Object.values(paths).flatMap((methods) =>
        Object.values(methods).flatMap(({ operationId, summary }) =>
          operationId === undefined ? [] : [[operationId, summary] as const],
        ),
      ),
    ),
  )

let made: Record<string, unknown> | undefined

const make = () => {
  const { statuses, transitions, company_moves } = readFixture('lifecycle.yaml') as Lifecycle
  const { statuses: errors } = readFixture('errors.yaml') as { statuses: { status: number }[] }
  const service = readFixture('openapi.yaml') as Document
  const { paths } = service
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter(({ operationId }) => operationId !== undefined),
  )
  const successes = operations.flatMap(({ responses }) => Object.keys(responses).map(Number))
  const { event_types } = readFixture('webhooks.yaml') as { event_types: { type: string }[] }
  const { enumerations } = readFixture('enumerations.yaml') as { enumerations: Record<string, string[]> }
  return {
    statuses: statuses.map(({ code, label, meaning, stage }) => ({ code, label, meaning, stage })),
    moves: [...transitions, ...company_moves].map(({ id, from, to, action = 'move' }) => ({ id, from, to, action })),
    event_types: event_types.map(({ type }) => type),
    fault_kinds: faultKinds(),
    document_kinds: enumerations['document_kind'],
    summaries: summariesOf(service, controlDocument() as unknown as Document),
    operations: operations.map(({ operationId }) => operationId),
    answers: [
      ...new Set([...successes.filter((status) => status < 400), ...errors.map(({ status }) => status)]),
    ].toSorted((a, b) => a - b),
  }
}

/** The same for every simulator of a process. */
export const contractFacts = (): Record<string, unknown> => (made ??= make())
