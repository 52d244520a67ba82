// Whether shards are the parts of one run, all of them and each once; what does not fit is refused by name.
import { selectionOf } from '../run/shard.ts'
import { refuse, refuseIncomplete, refuseMixed, versionOf, type Fact, type Part } from './one-whole.ts'
import type { ShardRead, ShardReport } from './read-shards.ts'

const sandboxOrProduction = ({ environment }: ShardReport): string => {
  if (!environment) return 'no target'
  const { sandbox_base_url: sandbox, production_base_url: production, embedded } = environment
  // Each shard has an embedded simulator of its own.
  const place = embedded ? 'the embedded simulator' : [sandbox, production].filter(Boolean).join(' and ')
  return `${place} (${environment.environment}, roles ${environment.roles.toSorted().join(', ')}${environment.control ? ', with a control port' : ''})`
}

const facts: Fact<ShardReport>[] = [
  {
    code: 'mixed_targets',
    what: 'target',
    remedy: 'give the shards of one run against one target, with one profile',
    of: sandboxOrProduction,
  },
  {
    code: 'mixed_seeds',
    what: 'seed',
    remedy: 'give every shard the same --seed',
    of: ({ seed }) => String(seed),
  },
  {
    code: 'mixed_selections',
    what: 'selection of checks',
    remedy: 'give every shard the same --only, --area, --budget and --shuffle',
    of: ({ shard, budget, shuffled }) =>
      `${shard.selection}${budget === null ? '' : `, budget ${budget}`}${shuffled ? ', shuffled' : ''}`,
  },
]

const refuseUnfitting = (shards: readonly ShardRead[]): void => {
  const checks = shards.flatMap(({ report }) => report.shard.checks)
  const twice = checks.find((check, index) => checks.indexOf(check) !== index)
  if (twice !== undefined)
    refuse('check_in_two_shards', `${twice} was run by two shards; split the run again, with one version of assay.`)
  if (selectionOf(checks.map((id) => ({ id }))) !== shards[0]!.report.shard.selection)
    refuse('checks_missing', 'The shards do not hold every check that was selected; split the run again.')
}

const partOf = ({ file, report }: ShardRead): Part<ShardReport> => {
  const { index, of } = report.shard
  return { file, index, of, version: versionOf(report.suite), content: report }
}

/** In the order of their parts. @throws CodedError, exit code 2, with the code of what does not fit */
export const sameRun = (shards: readonly ShardRead[], suite: ShardReport['suite']): ShardRead[] => {
  const parts = shards.map(partOf)
  // Verdicts are rolled up here from results there, so that both must know the same rules and checks.
  refuseMixed(parts, suite, facts)
  refuseIncomplete(parts)
  refuseUnfitting(shards)
  return shards.toSorted((one, other) => one.report.shard.index - other.report.shard.index)
}
