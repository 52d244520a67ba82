// Every rule that a plan can show: those of the cells, and those that the model names.
import { rulesOfCells } from './cell-rules.ts'
import { eventRules } from './events.ts'
import * as named from './rule-ids.ts'

const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

export const rulesOfPlans = (): string[] =>
  [...new Set([...rulesOfCells(), ...idsIn({ ...named, eventRules })])].toSorted()
