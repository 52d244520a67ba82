// Everything known about one rule: its text, checks, defects and related freedoms.
import { timeText } from '../../reports/texts.ts'
import { needsOfRule, type Check, type Need } from '../kit/check.ts'
import { freedoms, type Freedom, type Rule } from '../contract/contract.ts'
import { invariants } from '../invariants/invariants.ts'

/** `file`: where it is written, from the root of the source tree. */
export type KnownDefect = { id: string; breaks: string; bug: string; also?: readonly string[]; file?: string }

export type Explained = {
  rule: Rule
  checks: { id: string; needs: readonly string[] }[]
  invariants: string[]
  defects: { id: string; bug: string; also: boolean; file?: string }[]
  freedoms: Freedom[]
}

/** `Endpoints / POST /orders / rule 4` and `Endpoints / POST /orders / sentence 1` are of one place. */
const placesOf = (source: string): string[] =>
  source.split(';').map((one) =>
    one
      .split(/[/>]\s/)
      .slice(0, 2)
      .join('/')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

const operationsOf = (operations: unknown): readonly string[] =>
  Array.isArray(operations) ? (operations as string[]) : []

const words = (id: string): Set<string> => new Set(id.split(/[.-]/).filter((word) => word.length > 3))

/** Of one place of the contract or of one operation, the nearest in words first. */
const related = (rule: Rule): Freedom[] => {
  const own = new Set(placesOf(rule.source))
  const called = operationsOf(rule.operations)
  const results = words(rule.id)
  const scored = [...freedoms().values()].map((freedom): [Freedom, number] => {
    const shared = operationsOf((freedom as { operations?: unknown }).operations).some((one) => called.includes(one))
    const near = placesOf(freedom.source).some((place) => own.has(place))
    const same = [...words(freedom.id)].filter((word) => results.has(word)).length
    return [freedom, (near || shared ? same : 0) + (near && shared ? 1 : 0)]
  })
  return scored
    .filter(([, score]) => score >= 2)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, 5)
    .map(([freedom]) => freedom)
}

const needText = (need: Need, { wait }: Check): string =>
  need === 'time' && wait ? `time (a control port, or --patient of ${timeText(wait.seconds())})` : need

export const explain = (rule: Rule, checks: readonly Check[], defects: readonly KnownDefect[]): Explained => ({
  rule,
  checks: checks
    .filter(({ verifies }) => verifies.includes(rule.id))
    .map((check) => ({ id: check.id, needs: needsOfRule(check, rule.id).map((need) => needText(need, check)) })),
  invariants: invariants()
    .filter(({ rules }) => rules.includes(rule.id))
    .map(({ id }) => id),
  defects: defects
    .filter(({ breaks, also = [] }) => breaks === rule.id || also.includes(rule.id))
    .map(({ id, bug, breaks, file }) => ({ id, bug, also: breaks !== rule.id, ...(file !== undefined && { file }) })),
  freedoms: related(rule),
})
