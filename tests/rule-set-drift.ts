// Where the rules and checks have moved away from the frozen sets without a word; each with what to do about it.
import type { Present } from '../conformance/cli/rule-set-lines.ts'
import type { RuleSet } from '../conformance/gate/rule-set.ts'

const kinds = ['rules', 'checks'] as const

/** @param sets oldest first */
export const ruleSetDrift = (sets: readonly RuleSet[], present: Present): string[] => {
  const newest = sets.at(-1)
  if (newest === undefined) return ['There is no rule set: write the first, with `state: open`.']
  const shown = new Set(sets.flatMap(({ dropped }) => Object.keys(dropped ?? {})))
  const early = sets.slice(0, -1).filter(({ state }) => state === 'open')
  return [
    ...early.map(
      ({ name }) => `${name} is open, but not the newest: freeze it, as \`assay rules --freeze\` prints it.`,
    ),
    ...kinds.flatMap((kind) => {
      const there = new Set(present[kind])
      const once = new Map(sets.flatMap((set) => (set[kind] ?? []).map((id) => [id, set.name] as const)))
      const known = newest.state === 'open' ? there : new Set(newest[kind])
      return [
        ...[...there]
          .filter((id) => !known.has(id))
          .map(
            (id) => `${id} is newer than the rule set ${newest.name}: open the next set, a file with \`state: open\`.`,
          ),
        ...[...once]
          .filter(([id]) => !there.has(id) && !shown.has(id))
          .map(([id, set]) => `${id} of the rule set ${set} is no more: say why under \`dropped\` of an open set.`),
      ]
    }),
  ]
}
