// The contract's own data, which the simulator sends once: statuses, event types, operations.
import { read } from './api.js'

export const facts = await read('/console/contract.json').catch(() => ({}))
export const { operations } = await read('/capabilities').catch(() => ({ operations: [] }))

export const offers = (operation) => operations.includes(operation)

export const labelOf = (code) => facts.statuses.find((status) => status.code === code)?.label ?? code
