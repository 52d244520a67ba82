// Puts findings of one cause together: the same fault seen again and again, and all that one wrong answer breaks.
import type { Finding } from '../../reports/run-record.ts'
import type { Look } from '../engine/trace.ts'
import { operations } from '../contract/contract.ts'
import { followsFrom, rootOf } from './consequences.ts'
import { differenceOf } from './difference.ts'
import { shapeOfPointer } from './shape.ts'

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
  // What an invariant finds is a habit of the target, whatever was asked.
  if (isJudge(finding)) return JSON.stringify(same)
  const answer = answerOf(finding)
  const { operation, status } = (answer === null ? null : look(answer)) ?? { operation: 'delivery', status: 0 }
  return JSON.stringify([...same, operation, status])
}

/** An operation without an id in its path that is answered as if it were not there. */
const isUnserved = ({ pointer }: Finding, seen: ReturnType<Look>): boolean =>
  pointer === 'status' &&
  [404, 405, 501].includes(seen?.status ?? 0) &&
  operations()
    .get(seen?.operation ?? '')
    ?.path.includes('{') === false

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
      failing: (seen?.status ?? 0) >= 500 || isUnserved(finding, seen),
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

/** An invariant that finds one rule broken in that many ways has come upon one cause. */
const manyWays = 3

const asOneHabit = (bundles: readonly Bundle[]): Bundle[] => {
  const reproducers = (bundle: Bundle): Bundle[] => bundles.filter(({ judged, rule }) => judged && rule === bundle.rule)
  return bundles.flatMap((bundle) => {
    const all = bundle.judged ? reproducers(bundle) : []
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

/** Which of the wrong things explains the others best: a wrong status, then a wrong place that an invariant names. */
const rankOf = ({ judged, pointer, rule }: Bundle): number => {
  // These say of any field what a rule of its own says of this one.
  const general = rule.startsWith('conventions.') ? 10 : 0
  if (pointer === 'status') return general
  if (pointer !== '') return general + (judged ? 1 : 2)
  return general + (judged ? 4 : 3)
}

type Cause = { root: string; judged: boolean; findings: number[] }

const asCause = (bundles: readonly Bundle[]): Cause => {
  const [root] = bundles.toSorted((one, other) => rankOf(one) - rankOf(other) || one.findings[0]! - other.findings[0]!)
  const findings = bundles.flatMap((bundle) => bundle.findings).toSorted((one, other) => one - other)
  return { root: root!.rule, judged: root!.judged && root!.pointer !== '', findings }
}

/** A rule heads one cause, in however many ways it is violated. */
const byRule = (causes: readonly Cause[]): Cause[] => {
  const known = new Map<string, Cause>()
  for (const cause of causes) {
    const same = known.get(cause.root)
    known.set(
      cause.root,
      same ? { ...same, judged: same.judged || cause.judged, findings: [...same.findings, ...cause.findings] } : cause,
    )
  }
  return [...known.values()]
}

/** Puts under a cause that an invariant found all that merely looks at the same place of the same answers. */
const withConsequences = (causes: readonly Cause[], findings: readonly Finding[]): Cause[] => {
  const ofRoot = ({ root, findings: own }: Cause): Finding[] =>
    own.map((index) => findings[index]!).filter(({ rule }) => rule === root)
  const roots = causes.filter(({ judged }) => judged).map((cause) => ({ cause, root: rootOf(ofRoot(cause)) }))
  const under = new Map<Cause, Cause>()
  for (const cause of causes) {
    const found = roots.find(
      ({ cause: other, root }) =>
        other !== cause && !under.has(other) && cause.findings.every((index) => followsFrom(findings[index]!, root)),
    )
    // Of two that explain each other the first stands.
    if (found && !(cause.judged && [...under.values()].includes(cause))) under.set(cause, found.cause)
  }
  return causes
    .filter((cause) => !under.has(cause))
    .map((cause) => ({
      ...cause,
      findings: [cause, ...causes.filter((one) => under.get(one) === cause)].flatMap((one) => one.findings),
    }))
}

/** Of a check rather than of an invariant, with few requests, and found early. */
const exampleOf = (indexes: readonly number[], findings: readonly Finding[]): number => {
  const weight = (index: number): number => (isJudge(findings[index]!) ? 1000 : 0) + findings[index]!.requests.length
  return indexes.toSorted((one, other) => weight(one) - weight(other) || one - other)[0]!
}

export const groupFindings = (findings: readonly Finding[], look: Look): Group[] => {
  const causes = byRule(merged(asOneHabit(bundlesOf(findings, look))).map(asCause))
  return withConsequences(causes, findings)
    .map(({ root, findings: own }) => {
      const indexes = own.toSorted((one, other) => one - other)
      const ofRoot = indexes.filter((index) => findings[index]!.rule === root)
      const rules = [...new Set([root, ...indexes.map((index) => findings[index]!.rule)])]
      return { id: root, example: exampleOf(ofRoot, findings), findings: indexes, rules }
    })
    .toSorted((one, other) => one.findings[0]! - other.findings[0]!)
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
