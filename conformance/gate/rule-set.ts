// Which rules and checks decide the exit code: a frozen list, or, while a set is open, all there are.
import { parseYaml } from '../../fixtures/parse-yaml.ts'
import { readNamed } from '../../fixtures/named-file.ts'
import { createAjv } from '../contract/ajv.ts'
import { CodedError } from '../contract/coded-error.ts'
import { ruleSetFiles, ruleSetSchema } from '../contract/contract.ts'

export type RuleSet = {
  name: string
  contract: string
  state: 'open' | 'frozen'
  frozen_on?: string
  rules?: string[]
  checks?: string[]
  dropped?: Record<string, string>
}

const numbers = ({ name }: RuleSet): number[] => name.split(/[.-]/).map(Number)

const byAge = (one: RuleSet, other: RuleSet): number => {
  const [a, b] = [numbers(one), numbers(other)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at === -1 ? 0 : a[at]! - b[at]!
}

const fitted = (file: string, content: unknown): RuleSet => {
  const validate = createAjv({ strict: false, validateSchema: false }).compile<RuleSet>(ruleSetSchema())
  if (validate(content)) return content
  const { instancePath, message } = validate.errors![0]!
  throw new CodedError(
    'unfit_rule_set',
    `${file} does not keep fixtures/schemas/rule-set.schema.json: ${instancePath || 'the whole'} ${message}; correct it, or make one with \`assay rules --freeze\`.`,
  )
}

/** Oldest first. Our own, which a test holds to their schema. */
export const allRuleSets = (): RuleSet[] =>
  ruleSetFiles()
    .map(({ content }) => content as RuleSet)
    .toSorted(byAge)

const fromFile = (path: string): RuleSet => {
  let content: unknown
  try {
    content = parseYaml(readNamed(path))
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? (error as Error).message.split('\n')[0]
    throw new CodedError(
      'unreadable_rule_set',
      `--rule-set ${path} cannot be read (${why}); give a name of \`assay rules --sets\`, or a file of \`assay rules --freeze\`.`,
    )
  }
  return fitted(path, content)
}

/**
 * The newest unless one is named; a name with a slash or an ending is a file's.
 * @throws CodedError, exit code 3: unknown_rule_set, unreadable_rule_set, unfit_rule_set
 */
export const findRuleSet = (name?: string): RuleSet => {
  if (name !== undefined && /\/|\.ya?ml$/.test(name)) return fromFile(name)
  const sets = allRuleSets()
  const found = name === undefined ? sets.at(-1) : sets.find((set) => set.name === name)
  if (found) return found
  throw new CodedError(
    'unknown_rule_set',
    `There is no rule set ${name}; there are ${sets.map((set) => set.name).join(', ')}.`,
  )
}

const holds = (list: readonly string[] | undefined): ((id: string) => boolean) => {
  if (list === undefined) return () => true
  const ids = new Set(list)
  return (id) => ids.has(id)
}

export type Gating = {
  name: string
  /** Whether a violated inferred rule counts as violated, and is not only arguable. */
  strict: boolean
  rule(id: string): boolean
  check(id: string): boolean
}

export const gatingOf = ({ name, rules, checks }: RuleSet, strict = true): Gating => ({
  name,
  strict,
  rule: holds(rules),
  check: holds(checks),
})

/** What there is now, as a set that stays as it is. */
export const frozen = (
  { name, contract, dropped }: RuleSet,
  { rules, checks, date }: { rules: readonly string[]; checks: readonly string[]; date: string },
): RuleSet => ({
  name,
  contract,
  state: 'frozen',
  frozen_on: date,
  ...(dropped && { dropped }),
  rules: rules.toSorted(),
  checks: checks.toSorted(),
})
