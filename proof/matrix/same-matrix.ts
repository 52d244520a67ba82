// Whether parts are those of one kill matrix, all of them and each once; what does not fit is refused by name.
import type { KillMatrix } from '../report/kill-matrix.ts'
import {
  refuse,
  refuseIncomplete,
  refuseMixed,
  versionOf,
  type Fact,
  type Part,
} from '../../conformance/merge/one-whole.ts'
import type { MatrixPart } from './matrix-part.ts'
import type { MatrixPlan } from './plan-matrix.ts'
import type { PartRead } from './read-parts.ts'
import { askedInWords } from './selection.ts'
import { partsOf } from './take-part.ts'

const selection: Fact<MatrixPart> = {
  code: 'mixed_selections',
  what: 'selection',
  remedy: 'run every shard with the same options',
  of: ({ shard }) => askedInWords(shard.asked),
}

const sourceChanged = 'other defects, checks, baseline or collateral reasons'

const partOf = ({ file, part }: PartRead): Part<MatrixPart> => {
  const { index, of } = part.shard
  return { file, index, of, version: versionOf(part.suite), content: part }
}

/** Parts of one version, one number of shards and one selection. @throws CodedError, exit code 2 */
export const refuseOthers = (parts: readonly PartRead[], suite: KillMatrix['suite']): void =>
  refuseMixed(parts.map(partOf), suite, [selection])

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
  refuseIncomplete(parts.map(partOf))
  refuseUnfitting(parts, plan)
  return parts.toSorted((one, other) => one.part.shard.index - other.part.shard.index)
}
