// Findings of one kind and key, each group with its most specific rule.
import type { Finding } from '../../reports/run-record.ts'
import { failureKinds, type FailureKind } from '../../reports/failure-kinds.ts'
import { isInferred, rules } from '../contract/contract.ts'
import { answerOf } from '../../reports/finding-answer.ts'
import { servedRule } from './not-served.ts'

/** `kind` is null in records of earlier versions: there the key is the rule that heads the group. */
export type FailureGroup = { kind: FailureKind | null; key: string; root: string; findings: number[] }

const order = Object.keys(failureKinds)

/** The place in the list of kinds; what is of no kind explains nothing. */
export const rankOf = ({ kind }: Pick<FailureGroup, 'kind'>): number =>
  kind === null ? order.length : order.indexOf(kind)

/** What a body under another field violates before all else. */
const standardBody = 'errors.standard-body-outside-token-endpoint'

/** A secret that was put and not taken: every kind of delivery is signed with an earlier one. */
const putSecret = 'webhooks.put-sets-the-secret'
const everyDelivery = 'delivery.signature-is-keyed-with-the-secret'
/** Violated too where the secret was lost, or is none that was ever put. */
const keptSecret = 'webhooks.omitted-secret-is-kept'

const isSecretIgnored = (rules: ReadonlySet<string>): boolean =>
  rules.has(putSecret) && rules.has(everyDelivery) && !rules.has(keptSecret)

const isGeneral = (rule: string): boolean => rule.startsWith('conventions.')

/** 0 for a rule about one field or cell, 2 for one about every field of every answer. */
const distanceOf = (rule: string): number => {
  const row = rules().get(rule)
  if (row?.field ?? row?.cell) return 0
  return isGeneral(rule) ? 2 : 1
}

/** `borrowers.0.contacts`, `borrowers.*.contacts` and `borrowers[].contacts` are one field. */
const plainField = (path: string): string => path.replaceAll(/\[\]|\.(?:\d+|\*)(?=\.|$)/g, '')

/** Whether the row of the rule is about a field that the refusal names. */
const isOfNamedField = (rule: string, named: readonly string[]): boolean => {
  const { input = [], source = '' } = rules().get(rule) ?? {}
  const quoted = [...source.matchAll(/`([^`]+)`/g)].map(([, text]) => text!)
  const own = [...quoted, ...[input].flat().flatMap(({ path = [] }) => path)].map((path) => plainField(path))
  return named.some((field) => own.includes(field))
}

const byNumber = (one: readonly number[], other: readonly number[]): number => {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : one[at]! - other[at]!
}

export const isOfInvariant = ({ check }: Finding): boolean => check.startsWith('invariant.')

/**
 * Whether an invariant found these, and checks found something closer of every answer that they are about: what holds of
 * all answers of an operation says less than what was asked for there.
 */
const explainedBy = (members: readonly Finding[]): ((of: readonly Finding[]) => boolean) => {
  const answered = new Set(members.filter((one) => !isOfInvariant(one)).map(answerOf))
  return (of) => of.every((one) => isOfInvariant(one) && answered.has(answerOf(one)))
}

/** The rule that some kinds name themselves, where it is among the violated ones. */
const namedBy = (kind: FailureKind, key: string, rules: ReadonlySet<string>): string | undefined => {
  if (kind === 'not_served') return servedRule(key)
  if (kind === 'nested_error') return standardBody
  return kind === 'bad_signature' && isSecretIgnored(rules) ? putSecret : undefined
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
  /** The rule of a field that a refusal names, then the closest rule; of two the one that fails in fewer groups, then the one found more often, then the one found first. */
  const rootOf = ({ kind, key, findings: indexes }: Omit<FailureGroup, 'root'>): string => {
    const members = indexes.map((index) => findings[index]!)
    const named =
      kind === 'refused'
        ? key
            .split(' ')
            .slice(1)
            .map((word) => plainField(word))
        : []
    const own = [...new Set(members.map(({ rule }) => rule))]
    const isExplained = explainedBy(members)
    const weights = own.map((rule, index) => {
      const of = members.filter((one) => one.rule === rule)
      return {
        rule,
        weight: [
          isInferred(rule) ? 1 : 0,
          isOfNamedField(rule, named) ? 0 : 1,
          distanceOf(rule),
          isExplained(of) ? 1 : 0,
          spread.get(rule)!.size,
          -of.length,
          index,
        ],
      }
    })
    return weights.toSorted((one, other) => byNumber(one.weight, other.weight))[0]!.rule
  }
  const headOf = (group: Omit<FailureGroup, 'root'>): string => {
    const { kind, key, findings: members } = group
    if (kind === null) return key
    const own = new Set(members.map((index) => findings[index]!.rule))
    const head = namedBy(kind, key, own)
    return head !== undefined && own.has(head) ? head : rootOf(group)
  }
  return [...groups.values()].map((group) => ({ ...group, root: headOf(group) }))
}
