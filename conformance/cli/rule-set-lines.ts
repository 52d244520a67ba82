// The rule sets as `assay rules` shows them, and what there is now as the text of a frozen one.
import { stringify } from 'yaml'
import { times } from '../../reports/texts.ts'
import { CodedError } from '../contract/coded-error.ts'
import { openapi, serviceRules } from '../contract/contract.ts'
import { invariants } from '../invariants/invariants.ts'
import { loadChecks } from '../checks/load-checks.ts'
import { allRuleSets, frozen, type RuleSet } from '../gate/rule-set.ts'

export type Present = { rules: readonly string[]; checks: readonly string[] }

/** The rules of the service, and the checks and invariants, of this assay. */
export const presentNow = async (): Promise<Present> => ({
  rules: serviceRules().map(({ id }) => id),
  checks: [...(await loadChecks()), ...invariants()].map(({ id }) => id),
})

const beyond = (ids: readonly string[], list: readonly string[]): number => {
  const known = new Set(list)
  return ids.filter((id) => !known.has(id)).length
}

const setLine = ({ name, state, frozen_on, rules, checks }: RuleSet, present: Present): string => {
  if (rules === undefined || checks === undefined)
    return `${name}  ${state}: all ${times(present.rules.length, 'rule')} and ${times(present.checks.length, 'check')} gate, until it is frozen`
  const newer = `${times(beyond(present.rules, rules), 'rule')} and ${times(beyond(present.checks, checks), 'check')} are newer and only reported`
  return `${name}  ${state} on ${frozen_on}: ${times(rules.length, 'rule')} and ${times(checks.length, 'check')} gate, ${newer}`
}

export const setLines = (present: Present): string =>
  allRuleSets()
    .map((set) => `${setLine(set, present)}\n`)
    .join('')

const head = `# What gates of this rule set's contract; \`assay rules --freeze\` printed it. Nothing here is ever changed: what comes
# later goes into the next set, and what is dropped is noted there.
`

/** @throws CodedError unfit_rule_set_name, exit code 3 */
export const frozenText = (name: string, present: Present, now: Date): string => {
  if (!/^\d+\.\d+\.\d+-[1-9]\d*$/.test(name))
    throw new CodedError(
      'unfit_rule_set_name',
      `--freeze ${name} must be a version of the contract and a number, such as ${openapi().info.version}-1.`,
    )
  const before: RuleSet = allRuleSets().find((set) => set.name === name) ?? {
    name,
    contract: openapi().info.version,
    state: 'open',
  }
  if (before.state === 'frozen')
    throw new CodedError('frozen_rule_set', `The rule set ${name} is frozen already; give the next number.`)
  return head + stringify(frozen(before, { ...present, date: now.toISOString().slice(0, 10) }))
}
