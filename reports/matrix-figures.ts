// What a report shows of the kill matrix that lies beside it, matrix.json.

export const matrixFormat = 'assay-matrix'
export const matrixVersion = 3

/** `not-run`: the run was interrupted before it. */
type Verdict = 'killed' | 'survived' | 'inconclusive' | 'not-run'

export type Score = { budget: number | null; killed: number; of: number }

export type MatrixFigures = {
  format: typeof matrixFormat
  version: typeof matrixVersion
  suite: { name: string; version: string; contract: string }
  seed: number
  started_at: string
  /** Older files do not count what was not run. */
  summary: Record<'killed' | 'survived' | 'inconclusive', number> & { not_run?: number }
  scores: { whole_suite: Score[] }
  defects: { id: string; bug: string; verdict: Verdict }[]
}
