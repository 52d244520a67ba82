// The contract's own data, which the simulator sends once: statuses, event types, operations.
import { read } from './api.js'

export const facts = await read('/console/contract.json').catch(() => ({}))
export const { operations } = await read('/capabilities').catch(() => ({ operations: [] }))

export const offers = (operation) => operations.includes(operation)

/** What an operation does, for a reader that does not know its name. */
export const summaryOf = (operation) => facts.summaries?.[operation] ?? operation

/** The operations of the service to choose from, in words. */
export const operationOptions = facts.operations.map((operation) => [operation, summaryOf(operation)])

/** What is due, or has run: of a persona, the operation in words and the status by its label. */
export const doingOf = (what) => {
  const [, persona, operation, status] = /^persona ([\w-]+): (\w+)(?: (\w+))?$/.exec(what) ?? []
  if (persona === undefined) return what
  return `${persona} company: ${summaryOf(operation)}${status ? `, ${labelOf(status)}` : ''}`
}

export const labelOf = (code) => facts.statuses.find((status) => status.code === code)?.label ?? code
