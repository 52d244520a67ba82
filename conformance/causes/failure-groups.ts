// Findings of one kind and key, each group with the rule that speaks of it most closely.
import type { Finding } from '../../reports/run-record.ts'
import { failureKinds, type FailureKind } from '../../reports/failure-kinds.ts'
import { rules } from '../contract/contract.ts'

/** `kind` is null in records of earlier versions: there the key is the rule that heads the group. */
export type FailureGroup = { kind: FailureKind | null; key: string; root: string; findings: number[] }

const order = Object.keys(failureKinds)

/** The place in the list of kinds; what is of no kind explains nothing. */
export const rankOf = ({ kind }: Pick<FailureGroup, 'kind'>): number =>
  kind === null ? order.length : order.indexOf(kind)

const isGeneral = (rule: string): boolean => rule.startsWith('conventions.')

/** 0 for a rule about one field or cell, 2 for one about every field of every answer. */
const distanceOf = (rule: string): number => {
  const row = rules().get(rule)
  if (row?.field ?? row?.cell) return 0
  return isGeneral(rule) ? 2 : 1
}

const byNumber = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : one[at]! - other[at]!
}

export const failureGroups = (findings: readonly Finding[]): FailureGroup[] => {
  const groups = new Map<string, Omit<FailureGroup, 'root'>>()
  const spread = new Map<string, Set<string>>()
  for (const [index, { rule, kind = null, key = rule }] of findings.entries()) {
    const id = `${kind} ${key}`
    const group = groups.get(id) ?? { kind, key, findings: [] }
    groups.set(id, group)
    group.findings.push(index)
    spread.set(rule, (spread.get(rule) ?? new Set()).add(id))
  }
  /** The closest rule; of two the one that fails in fewer groups, then the one found first. */
  const rootOf = (indexes: readonly number[]): string => {
    const own = [...new Set(indexes.map((index) => findings[index]!.rule))]
    const weights = own.map((rule, index) => ({ rule, weight: [distanceOf(rule), spread.get(rule)!.size, index] }))
    return weights.toSorted((one, other) => byNumber(one.weight, other.weight))[0]!.rule
  }
  return [...groups.values()].map((group) => ({
    ...group,
    root: group.kind === null ? group.key : rootOf(group.findings),
  }))
}
