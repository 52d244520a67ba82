// Puts findings of one cause together: the same failure seen again and again, and what follows from it.
import type { FailureKind } from '../../reports/failure-kinds.ts'
import type { Finding } from '../../reports/run-record.ts'
import { isInferred } from '../contract/contract.ts'
import { failureGroups, isOfInvariant, rankOf, type FailureGroup } from './failure-groups.ts'
import { explanationOf, follows, type Explanation } from './follows.ts'

/** Of some it is known only that they are like others, which show more. */
type Grouped = Finding & { isCounted?: boolean }

export type Group = {
  /** Named after the rule of its example; no two groups of a run have the same. */
  id: string
  kind?: FailureKind
  key?: string
  /** Positions of findings, in the order found; the example says most in least. */
  example: number
  findings: number[]
  rules: string[]
}

/** A rule heads one cause, in however many ways it is violated. */
const byRule = (groups: readonly FailureGroup[]): FailureGroup[] => {
  const known = new Map<string, FailureGroup>()
  for (const group of groups) {
    const same = known.get(group.root)
    const [first] = same ? [same, group].toSorted((one, other) => rankOf(one) - rankOf(other)) : [group]
    known.set(group.root, { ...first!, findings: [...(same?.findings ?? []), ...group.findings] })
  }
  return [...known.values()]
}

type Explained = { cause: FailureGroup; explains: Explanation }

const isUnder = ({ cause }: Explained, { cause: head, explains }: Explained, findings: readonly Finding[]): boolean =>
  (isInferred(cause.root) || !isInferred(head.root)) &&
  cause.findings.every((index) => follows(findings[index]!, explains))

/** What is wrong with an answer before its body is read. */
const ofStatus = new Set<FailureKind | null>(['server_error', 'not_served', 'refused', 'accepted', 'wrong_status'])

const isOfStatus = ({ cause }: Pick<Explained, 'cause'>): boolean => ofStatus.has(cause.kind)

const isOfBody = ({ cause: { kind } }: Explained): boolean => kind === 'unreadable_body' || kind === 'nested_error'

const operationIn = (key: string | null | undefined): string => (key ?? '').split(' ')[0]!

/** Whether the bodies that cannot be read are all of the operation whose status is wrong: a page of a proxy, as a rule. */
const isSameOperation = (body: Explained, status: Explained, findings: readonly Finding[]): boolean =>
  body.cause.findings.every((index) => {
    const { kind, key } = findings[index]!
    return kind !== 'unreadable_body' || operationIn(key) === operationIn(status.cause.key)
  })

/** Each cause, with the causes whose every finding follows from one of its own; of two that explain each other the first. */
const withConsequences = (
  causes: readonly FailureGroup[],
  findings: readonly Finding[],
  unreadable: ReadonlySet<string>,
): FailureGroup[] => {
  // Of two that say the same of the same answers, what a check asked for is closer than what holds of every answer.
  const isGeneral = ({ findings: own }: FailureGroup): boolean => own.every((index) => isOfInvariant(findings[index]!))
  const order = (one: FailureGroup, other: FailureGroup): number =>
    rankOf(one) - rankOf(other) ||
    Number(isGeneral(one)) - Number(isGeneral(other)) ||
    other.findings.length - one.findings.length
  const explaining = causes.toSorted(order).map((cause): Explained => {
    const own = cause.findings.map((index) => findings[index]!)
    return { cause, explains: explanationOf(own, unreadable) }
  })
  let heads: (Explained & { all: number[] })[] = []
  for (const one of explaining) {
    const head = heads.find((other) => isUnder(one, other, findings))
    if (head) head.all.push(...one.cause.findings)
    else {
      // No body explains a wrong status.
      const isHead = (other: Explained): boolean => isOfBody(one) && isOfStatus(other)
      const under = heads.filter(
        (other) => isUnder(other, one, findings) && (!isHead(other) || isSameOperation(one, other, findings)),
      )
      const all = [...one.cause.findings, ...under.flatMap((other) => other.all)]
      const { cause } = under.find(isHead) ?? one
      heads = [...heads.filter((other) => !under.includes(other)), { cause, explains: one.explains, all }]
    }
  }
  return heads.map(({ cause, all }) => ({ ...cause, findings: all }))
}

/** Of the failure that heads the cause, by a check rather than by an invariant, with few requests, and found early. */
const exampleOf = ({ kind, key }: FailureGroup, indexes: readonly number[], findings: readonly Grouped[]): number => {
  const weight = (index: number): number => {
    const { check, requests, isCounted = false, ...one } = findings[index]!
    const isOther = kind !== null && (one.kind !== kind || one.key !== key)
    return (
      (isCounted ? 10_000 : 0) +
      (isOther ? 2000 : 0) +
      (check.startsWith('invariant.') ? 1000 : 0) +
      // What an answer shows, a script shows again.
      (requests.some((id) => id.startsWith('x')) ? 0 : 500) +
      requests.length
    )
  }
  return indexes.toSorted((one, other) => weight(one) - weight(other) || one - other)[0]!
}

export const groupFindings = (
  findings: readonly Grouped[],
  unreadable: ReadonlySet<string> = new Set<string>(),
): Group[] =>
  withConsequences(byRule(failureGroups(findings)), findings, unreadable)
    .map((cause) => {
      const { root, kind, key } = cause
      const indexes = cause.findings.toSorted((one, other) => one - other)
      const ofRoot = indexes.filter((index) => findings[index]!.rule === root)
      const rules = [...new Set([root, ...indexes.map((index) => findings[index]!.rule)])]
      const example = exampleOf(cause, ofRoot, findings)
      return { id: root, ...(kind && { kind, key }), example, findings: indexes, rules }
    })
    .toSorted((one, other) => one.findings[0]! - other.findings[0]!)

/** The groups as they were rerun, with later findings; `late` are the groups of later findings alone. */
export const withLateFindings = (
  before: readonly Group[],
  now: readonly Group[],
): { known: Group[]; late: Group[] } => {
  const taken = new Set(before.flatMap(({ findings }) => findings))
  const known = before.map((group) => ({ ...group, findings: [...group.findings], rules: [...group.rules] }))
  const late: Group[] = []
  for (const group of now) {
    const added = group.findings.filter((index) => !taken.has(index))
    if (added.length === 0) continue
    const own = known.find(({ findings }) => findings.some((index) => group.findings.includes(index)))
    if (!own) late.push({ ...group, id: before.some(({ id }) => id === group.id) ? `${group.id}-late` : group.id })
    else {
      own.findings.push(...added)
      own.rules = [...new Set([...own.rules, ...group.rules])]
    }
  }
  return { known, late }
}
