// From what was found at every defect to the kill matrix: rows, scores, and what it is compared with.
import type { DefectRow, KillMatrix } from '../report/kill-matrix.ts'
import { byArea, byOperator } from '../report/kill-matrix-tallies.ts'
import type { PeerScores } from '../report/peer-scores.ts'
import { adequacyFile, rules } from '../../conformance/contract/contract.ts'
import { suite } from '../../conformance/run/suite.ts'
import type { TriedAlone } from './alone.ts'
import type { Baseline } from './baseline.ts'
import type { Explain } from './collateral.ts'
import { judgedAmong, settle, type Evidence } from './evidence.ts'
import { withoutDefect } from './gaps.ts'
import type { Defect } from './injected.ts'
import { notRunRow, randomPlanScores, rowOf, summaryOf, untestedRow, wholeSuiteScores } from './rows.ts'
import { compareEstimates, createFinder } from './whole-suite.ts'

const scoreText =
  'A defect counts at a budget when a run of the suite with `--budget` finds the rule it breaks. A sample drawn by the ' +
  'seed is measured so. For the others the checks of the rule were run alone, and it was looked up in a run of that ' +
  'budget without a defect whether the check that found it runs there, or for a judge the request in which it did. ' +
  'What is worked out is compared with what was measured. Random plans alone are measured on a sample of their own.'

export type Subject = {
  /** Every defect there is, and those that were selected. */
  all: readonly Defect[]
  defects: readonly Defect[]
  how: string
  seed: number
  baseline: Baseline
  explain: Explain
}

type Made = {
  startedAt: number
  ms: number
  workers: number
}

/** Of those that looked at the defect. */
const peersOf = ({ id }: Defect, scores: PeerScores | undefined): DefectRow['peers'] => {
  const caught = scores?.defects[id]
  if (!scores || !caught) return {}
  const others = scores.peers.filter((peer) => peer.id !== 'assay')
  return Object.fromEntries(others.map((peer) => [peer.title, { killed: caught.includes(peer.id) }]))
}

/** @param alone null where only a part of the defects was looked at */
export const buildMatrix = (
  { all, defects, how, seed, baseline, explain }: Subject,
  { references, looks }: Evidence,
  alone: readonly TriedAlone[] | null,
  { startedAt, ms, workers }: Made,
): KillMatrix => {
  const settled = settle(looks, defects, explain)
  const finder = createFinder(references)
  const peers = adequacyFile('peers.json') as PeerScores | undefined
  const examinations = judgedAmong(settled)
  const rows = defects.map((defect): DefectRow => {
    const examination = settled.byDefect.get(defect.id)
    if (examination === undefined) return notRunRow(defect)
    if (typeof examination === 'string') return untestedRow(defect, examination)
    return { ...rowOf(defect, examination, { baseline, explain, finder }), peers: peersOf(defect, peers) }
  })
  const byBudget = references.toSorted((a, b) => (a.budget ?? Infinity) - (b.budget ?? Infinity))
  return {
    format: 'assay-matrix',
    version: 3,
    suite: suite(),
    seed,
    started_at: new Date(startedAt).toISOString(),
    duration_ms: ms,
    cpu_ms: [...references, ...examinations, ...(alone ?? [])].reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    workers,
    selection: { defects: defects.length, of: all.length, how },
    references: byBudget.map(({ budget, run, cpuMs }) => ({
      budget,
      requests: run.requests,
      findings: [...new Set(run.found.map(({ rule }) => rule))],
      cpu_ms: cpuMs,
    })),
    summary: summaryOf(rows),
    tallies: { areas: byArea(rows), operators: byOperator(rows) },
    settled_by_rerun: settled.settledByRerun,
    scores: { how: scoreText, whole_suite: wholeSuiteScores(rows, finder), random_plans: randomPlanScores(rows) },
    estimate: compareEstimates(
      examinations.map(({ stages }) => stages),
      finder,
    ),
    vacuous: alone && alone.filter(({ defect }) => defect === null).map(({ check }) => check),
    alone: alone && alone.flatMap(({ check, defect }) => (defect === null ? [] : [{ check, defect }])),
    gaps: withoutDefect(rules().values(), all),
    ...(peers && { peers }),
    defects: rows,
  }
}
