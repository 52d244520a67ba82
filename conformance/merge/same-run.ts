// Whether shards are the parts of one run, all of them and each once; what does not fit is refused by name.
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { selectionOf } from '../run/shard.ts'
import type { ShardRead } from './read-shards.ts'

const refuse = (code: string, message: string): never => {
  throw new CodedError(code, message, exitCodes.couldNotJudge)
}

const nameOf = ({ report: { shard } }: ShardRead): string => `shard ${shard.index} of ${shard.of}`

type Fact = { code: string; what: string; mend: string; of: (shard: ShardRead) => unknown }

const sandboxOrProduction = ({ report: { environment } }: ShardRead): unknown => {
  if (!environment) return 'no target'
  const { sandbox_base_url: sandbox, production_base_url: production, embedded } = environment
  // Each shard has an embedded simulator of its own.
  const place = embedded ? 'the embedded simulator' : [sandbox, production].filter(Boolean).join(' and ')
  return `${place} (${environment.environment}, roles ${environment.roles.toSorted().join(', ')}${environment.control ? ', with a control port' : ''})`
}

const facts: Fact[] = [
  {
    code: 'mixed_shard_counts',
    what: 'number of shards',
    mend: 'give the shards of one run',
    of: ({ report }) => report.shard.of,
  },
  {
    code: 'mixed_targets',
    what: 'target',
    mend: 'give the shards of one run against one target, with one profile',
    of: sandboxOrProduction,
  },
  {
    code: 'mixed_seeds',
    what: 'seed',
    mend: 'give every shard the same --seed',
    of: ({ report }) => report.seed,
  },
  {
    code: 'mixed_selections',
    what: 'selection of checks',
    mend: 'give every shard the same --only, --area, --budget and --shuffle',
    of: ({ report: { shard, budget, shuffled } }) =>
      `${shard.selection}${budget === null ? '' : `, budget ${budget}`}${shuffled ? ', shuffled' : ''}`,
  },
]

const versionOf = ({ report: { suite } }: ShardRead): string =>
  `${suite.name} ${suite.version} for contract ${suite.contract}`

/** Verdicts are made here from what was said there, so that both must know the same rules and checks. */
const refuseOtherVersions = (shards: readonly ShardRead[], own: string): void => {
  for (const shard of shards)
    if (versionOf(shard) !== own)
      refuse(
        'mixed_versions',
        `${shard.file} is of ${versionOf(shard)}, but this is ${own}; merge with the version that ran all shards.`,
      )
}

const refuseMixed = ([first, ...rest]: readonly ShardRead[]): void => {
  for (const { code, what, mend, of } of facts) {
    const other = rest.find((shard) => of(shard) !== of(first!))
    if (other)
      refuse(
        code,
        `${first!.file} and ${other.file} must have one ${what}, but have ${String(of(first!))} and ${String(of(other))}; ${mend}.`,
      )
  }
}

const refuseTwice = (shards: readonly ShardRead[]): void => {
  const seen = new Map<number, ShardRead>()
  for (const shard of shards) {
    const { index } = shard.report.shard
    const before = seen.get(index)
    if (before)
      refuse('duplicate_shard', `${before.file} and ${shard.file} are both ${nameOf(shard)}; leave one of them out.`)
    seen.set(index, shard)
  }
}

const refuseGaps = (shards: readonly ShardRead[]): void => {
  const { of } = shards[0]!.report.shard
  const there = new Set(shards.map(({ report }) => report.shard.index))
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((index) => !there.has(index))
  if (missing.length > 0)
    refuse(
      'missing_shard',
      `There must be ${of} shards, but ${missing.length === 1 ? 'shard' : 'shards'} ${missing.join(', ')} of ${of} ` +
        `${missing.length === 1 ? 'is' : 'are'} missing; run what is missing again, and give its report too.`,
    )
}

const refuseUnfitting = (shards: readonly ShardRead[]): void => {
  const checks = shards.flatMap(({ report }) => report.shard.checks)
  const twice = checks.find((check, index) => checks.indexOf(check) !== index)
  if (twice !== undefined)
    refuse('check_in_two_shards', `${twice} was run by two shards; split the run again, with one version of assay.`)
  if (selectionOf(checks.map((id) => ({ id }))) !== shards[0]!.report.shard.selection)
    refuse('checks_missing', 'The shards do not hold every check that was selected; split the run again.')
}

/** In the order of their parts. @throws CodedError, exit code 2, with the code of what does not fit */
export const sameRun = (shards: readonly ShardRead[], suite: ShardRead['report']['suite']): ShardRead[] => {
  refuseOtherVersions(shards, `${suite.name} ${suite.version} for contract ${suite.contract}`)
  refuseMixed(shards)
  refuseTwice(shards)
  refuseGaps(shards)
  refuseUnfitting(shards)
  return shards.toSorted((one, other) => one.report.shard.index - other.report.shard.index)
}
