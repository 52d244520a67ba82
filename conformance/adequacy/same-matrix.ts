// Whether parts are those of one kill matrix, all of them and each once; what does not fit is refused by name.
import type { KillMatrix } from '../../reports/kill-matrix.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import type { MatrixPlan } from './plan-matrix.ts'
import type { PartRead } from './read-parts.ts'
import { askedInWords } from './selection.ts'
import { partsOf } from './take-part.ts'

const refuse = (code: string, message: string): never => {
  throw new CodedError(code, message, exitCodes.couldNotJudge)
}

const versionOf = ({ name, version, contract }: KillMatrix['suite']): string =>
  `${name} ${version} for contract ${contract}`

type Fact = { code: string; what: string; remedy: string; of: (part: PartRead) => string }

const facts: Fact[] = [
  {
    code: 'mixed_shard_counts',
    what: 'number of shards',
    remedy: 'give the shards of one run',
    of: ({ part }) => String(part.shard.of),
  },
  {
    code: 'mixed_selections',
    what: 'selection',
    remedy: 'run every shard with the same options',
    of: ({ part }) => askedInWords(part.shard.asked),
  },
]

const sourceChanged = 'other defects, checks, baseline or collateral reasons'

/** Parts of one version, one number of shards and one selection. @throws CodedError, exit code 2 */
export const refuseMixed = (parts: readonly PartRead[], suite: KillMatrix['suite']): void => {
  const own = versionOf(suite)
  for (const { file, part } of parts)
    if (versionOf(part.suite) !== own)
      refuse(
        'mixed_versions',
        `${file} is of ${versionOf(part.suite)}, but this is ${own}; merge with the version that ran all shards.`,
      )
  const [first, ...rest] = parts
  for (const { code, what, remedy, of } of facts) {
    const other = rest.find((one) => of(one) !== of(first!))
    if (other)
      refuse(
        code,
        `${first!.file} and ${other.file} must have one ${what}, but have ${of(first!)} and ${of(other)}; ${remedy}.`,
      )
  }
}

const refuseTwice = (parts: readonly PartRead[]): void => {
  const seen = new Map<number, PartRead>()
  for (const one of parts) {
    const { index, of } = one.part.shard
    const before = seen.get(index)
    if (before)
      refuse(
        'duplicate_shard',
        `${before.file} and ${one.file} are both shard ${index} of ${of}; leave one of them out.`,
      )
    seen.set(index, one)
  }
}

const refuseGaps = (parts: readonly PartRead[]): void => {
  const { of } = parts[0]!.part.shard
  const there = new Set(parts.map(({ part }) => part.shard.index))
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((index) => !there.has(index))
  if (missing.length > 0)
    refuse(
      'missing_shard',
      `There must be ${of} shards, but ${missing.length === 1 ? 'shard' : 'shards'} ${missing.join(', ')} of ${of} ` +
        `${missing.length === 1 ? 'is' : 'are'} missing; run what is missing again.`,
    )
}

const sameText = (one: readonly string[], other: readonly string[]): boolean =>
  one.toSorted().join('\n') === other.toSorted().join('\n')

/** Each part has what the plan gives it, no more and no less. */
const refuseUnfitting = (parts: readonly PartRead[], plan: MatrixPlan): void => {
  const planned = partsOf(plan, parts[0]!.part.shard.of)
  for (const { file, part } of parts) {
    const { index, of, evidence } = part.shard
    const { orders, references } = planned[index - 1]!
    const looked = evidence.looks.map(({ defect }) => defect)
    const budgets = evidence.references.map(({ budget }) => String(budget))
    const wanted = orders.map(({ order }) => order.defect.id)
    if (!sameText(looked, wanted) || !sameText(budgets, references.map(String)))
      refuse(
        'shard_incomplete',
        `${file}: shard ${index} of ${of} must have ${wanted.length} defects and ${references.length} runs without a defect, ` +
          `each once, but has others (${looked.length} and ${budgets.length}); run it again.`,
      )
  }
}

/** In the order of their numbers. @throws CodedError, exit code 2, with the code of what does not fit */
export const sameMatrix = (
  parts: readonly PartRead[],
  { plan, fingerprint }: { plan: MatrixPlan; fingerprint: string },
): PartRead[] => {
  for (const { file, part } of parts)
    if (part.shard.selection !== fingerprint)
      refuse(
        'mixed_versions',
        `${file} was made from ${sourceChanged} than this assay has; merge with the very code that ran all shards.`,
      )
  refuseTwice(parts)
  refuseGaps(parts)
  refuseUnfitting(parts, plan)
  return parts.toSorted((one, other) => one.part.shard.index - other.part.shard.index)
}
