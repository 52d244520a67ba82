// Every rule that a plan may have something to say of, gathered from the tables of rule ids.
import * as named from './rule-ids.ts'
import { statusCodes } from './tables.ts'
import type { LifecycleTables } from '../contract/lifecycle-tables.ts'

const keys = [
  'hold',
  'resume',
  'cancel',
  'amend',
  'upload',
  'message:manager',
  'revision:correction',
  'revision:reconsideration_of_value',
]

const idsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

export const rulesOfPlans = (tables: LifecycleTables): string[] => {
  const codes = statusCodes(tables)
  const cells = codes.flatMap((status) => [
    ...keys.flatMap((key) => [...named.acceptedRules(key, status), ...named.refusedRules(key, status)]),
    ...(tables.advance[status] ?? []).flatMap((to) => named.acceptedRules(`advance:${to}`, status)),
    ...codes.flatMap((to) => named.refusedRules(`advance:${to}`, status)),
  ])
  return [...new Set([...cells, ...idsIn(Object.values(named).filter((one) => typeof one === 'object'))])].toSorted()
}
