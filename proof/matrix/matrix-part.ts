// The file of one part of a kill matrix: the matrix of its own defects, and what the parts are joined from.
import type { KillMatrix } from '../report/kill-matrix.ts'
import type { ShardName } from '../../conformance/run/shard.ts'
import type { Evidence, Look } from './evidence.ts'
import type { Examination } from './examine.ts'
import type { Asked } from './selection.ts'

type PartOfMatrix = ShardName & {
  /** Shows whether two parts are of one selection, made by one state of defects, checks and reasons. */
  selection: string
  asked: Asked
  outcome: 'complete' | 'interrupted'
  evidence: Evidence
}

export type MatrixPart = KillMatrix & { shard: PartOfMatrix }

/** The verdicts of checks are of no use once the defect was examined, and take much room. */
const slim = (examination: Examination): Examination => ({
  ...examination,
  stages: examination.stages.map((stage) => ({ ...stage, verdicts: {} })),
})

const slimLook = ({ defect, first, second }: Look): Look => ({
  defect,
  first: typeof first === 'string' ? first : slim(first),
  ...(second && { second: slim(second) }),
})

export const partOf = (matrix: KillMatrix, shard: PartOfMatrix): MatrixPart => ({
  ...matrix,
  shard: {
    ...shard,
    evidence: { references: shard.evidence.references, looks: shard.evidence.looks.map(slimLook) },
  },
})
