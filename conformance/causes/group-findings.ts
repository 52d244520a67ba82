// Puts findings of one cause together: the same fault seen again and again, and all that one wrong answer breaks.
import type { Finding } from '../../reports/run-record.ts'
import { differenceOf } from './difference.ts'
import { shapeOfPointer } from './shape.ts'

/** What is known of an exchange; null for a delivery. */
export type Look = (id: string) => { operation: string | null; status: number | null } | null

export type Group = {
  /** Named after the rule of its example; no two groups of a run have the same. */
  id: string
  /** Positions of findings, in the order found; the example says most in least. */
  example: number
  findings: number[]
  rules: string[]
}

/** The exchange that a finding is about comes last among those that show it. */
const answerOf = ({ requests }: Finding): string | null =>
  requests.findLast((id) => id.startsWith('x')) ?? requests.at(-1) ?? null

const isJudge = ({ check }: Finding): boolean => check.startsWith('judge.')

type Bundle = {
  rule: string
  judged: boolean
  findings: number[]
  answers: Set<string>
  pointer: string
  operation: string
  failing: boolean
}

const keyOf = (finding: Finding, look: Look): string => {
  const { rule, pointer } = finding
  const same = [rule, shapeOfPointer(pointer), differenceOf(finding)]
  // What a judge finds is a habit of the target, whatever was asked.
  if (isJudge(finding)) return JSON.stringify(same)
  const answer = answerOf(finding)
  const { operation, status } = (answer === null ? null : look(answer)) ?? { operation: 'delivery', status: 0 }
  return JSON.stringify([...same, operation, status])
}

const bundlesOf = (findings: readonly Finding[], look: Look): Bundle[] => {
  const bundles = new Map<string, Bundle>()
  for (const [index, finding] of findings.entries()) {
    const key = keyOf(finding, look)
    const answer = answerOf(finding)
    const seen = answer === null ? null : look(answer)
    const bundle = bundles.get(key) ?? {
      rule: finding.rule,
      judged: isJudge(finding),
      findings: [],
      answers: new Set(),
      pointer: shapeOfPointer(finding.pointer),
      operation: seen?.operation ?? 'delivery',
      failing: (seen?.status ?? 0) >= 500,
    }
    bundles.set(key, bundle)
    bundle.findings.push(index)
    if (answer !== null) bundle.answers.add(answer)
  }
  return [...bundles.values()]
}

/** Answers that hold many things, of which two may be wrong for two reasons. */
const manyThings = new Set(['listEvents', 'listOrders', 'listMessages', 'listDocuments', 'listOrderTypes', 'delivery'])

/** What breaks more answers than this is a habit of the target, and not the fault of one answer. */
const fewAnswers = 5

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const shared = [...one].filter((id) => other.has(id)).length
  return shared / (one.size + other.size - shared || 1)
}

/** A judge that finds one rule broken in so many ways has come upon one cause. */
const manyWays = 3

const asOneHabit = (bundles: readonly Bundle[]): Bundle[] => {
  const ways = (bundle: Bundle): Bundle[] => bundles.filter(({ judged, rule }) => judged && rule === bundle.rule)
  return bundles.flatMap((bundle) => {
    const all = bundle.judged ? ways(bundle) : []
    if (all.length <= manyWays) return [bundle]
    if (all[0] !== bundle) return []
    const answers = new Set(all.flatMap((one) => [...one.answers]))
    return [{ ...bundle, findings: all.flatMap(({ findings }) => findings), answers }]
  })
}

const haveOneCause = (one: Bundle, other: Bundle): boolean => {
  if (one.failing && other.failing && one.operation === other.operation) return true
  if (overlap(one.answers, other.answers) < 0.5) return false
  if (one.pointer === other.pointer && one.pointer !== '') return true
  const single = [one, other].every(
    ({ answers, operation }) => answers.size <= fewAnswers && !manyThings.has(operation),
  )
  return single
}

const merged = (bundles: readonly Bundle[]): Bundle[][] => {
  const groups: Bundle[][] = []
  for (const bundle of bundles) {
    const akin = groups.filter((group) => group.some((one) => haveOneCause(one, bundle)))
    for (const group of akin) groups.splice(groups.indexOf(group), 1)
    groups.push([...akin.flat(), bundle])
  }
  return groups
}

/** Of a check rather than of a judge, with few requests, and found early. */
const exampleOf = (indexes: readonly number[], findings: readonly Finding[]): number => {
  const weight = (index: number): number => (isJudge(findings[index]!) ? 1000 : 0) + findings[index]!.requests.length
  return indexes.toSorted((one, other) => weight(one) - weight(other) || one - other)[0]!
}

export const groupFindings = (findings: readonly Finding[], look: Look): Group[] => {
  const groups = merged(asOneHabit(bundlesOf(findings, look)))
    .map((bundles) => bundles.flatMap((bundle) => bundle.findings).toSorted((one, other) => one - other))
    .toSorted((one, other) => one[0]! - other[0]!)
  const named = new Map<string, number>()
  return groups.map((indexes) => {
    const example = exampleOf(indexes, findings)
    const { rule } = findings[example]!
    const count = (named.get(rule) ?? 0) + 1
    named.set(rule, count)
    return {
      id: count === 1 ? rule : `${rule}-${count}`,
      example,
      findings: indexes,
      rules: [...new Set([rule, ...indexes.map((index) => findings[index]!.rule)])],
    }
  })
}

/** The groups as they were tried again, with what was found since; `late` are those that nothing was known of. */
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
