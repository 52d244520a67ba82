// A small kill matrix, for the tests of its page.
import { hostile } from './hostile-run.ts'
import type { DefectRow, KillMatrix } from '../../proof/report/kill-matrix.ts'

export const defectRow = (id: string, given: Partial<DefectRow> = {}): DefectRow => ({
  id,
  breaks: 'list.a',
  bug: `The bug of ${id}.`,
  verdict: 'killed',
  kill: { by: 'list.a-check', during: null, stage: 'targeted', requests: 3 },
  whole_suite: { requests: 40, measured: false },
  budgets: [{ budget: 600, killed: true, measured: false }],
  collateral: { scope: 'targeted', rules: [] },
  random_plans: null,
  shortened: null,
  reason: null,
  cost: { requests: 3, cpu_ms: 1, ms: 1 },
  peers: {},
  ...given,
})

const share = { caught: 1, of: 2 }

export const someMatrix: KillMatrix = {
  format: 'assay-matrix',
  version: 3,
  suite: { name: 'assay', version: '0.1.0', contract: '1.0.0' },
  seed: 5,
  started_at: '2026-03-02T15:04:05.000Z',
  duration_ms: 1,
  cpu_ms: 1,
  workers: 1,
  selection: { defects: 3, of: 3, how: 'all' },
  references: [],
  summary: { killed: 2, survived: 1, inconclusive: 0 },
  scores: { how: 'measured', whole_suite: [{ budget: null, killed: 2, of: 3 }], random_plans: [] },
  estimate: { compared: 0, too_good: 0, too_bad: 0 },
  vacuous: null,
  settled_by_rerun: [],
  alone: null,
  gaps: [],
  peers: {
    version: 1,
    ran_at: '2026-02-02T15:04:05.000Z',
    seed: 1,
    node: '20',
    of: 4711,
    sample: 2,
    fault_types: ['a'],
    mutants: { of: 3, sample: 1, caught: {} },
    peers: [
      {
        id: 'p',
        title: hostile,
        version: hostile,
        how: hostile,
        clean_runs: 1,
        noise: 0,
        false_catches: 0,
        requests: 1,
        seconds: 1,
        caught: share,
        deep: share,
        areas: {},
        fault_types: [],
        mutants: { caught: 0, of: 1 },
      },
    ],
    defects: {},
  },
  defects: [
    defectRow('one', { collateral: { scope: 'whole', rules: [{ rule: 'list.b', by: 'x', because: null }] } }),
    defectRow('two', { bug: hostile }),
    defectRow('three', { verdict: 'survived', kill: null, reason: 'no check reaches it' }),
  ],
}

/** Of known defects, all of them killed. */
export const matrixOf = (defects: readonly { id: string; breaks: string; bug: string }[]): KillMatrix => ({
  ...someMatrix,
  selection: { defects: defects.length, of: defects.length, how: 'all' },
  summary: { killed: defects.length, survived: 0, inconclusive: 0 },
  scores: { ...someMatrix.scores, whole_suite: [{ budget: null, killed: defects.length, of: defects.length }] },
  defects: defects.map(({ id, breaks, bug }) => defectRow(id, { breaks, bug })),
})
