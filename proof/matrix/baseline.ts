// The committed state of the kill matrix, and what a run may not make of it: a defect once killed must stay killed.
import { writeFileSync } from 'node:fs'
import type { KillMatrix } from '../report/kill-matrix.ts'
import { isMissedWhole, isOfAll, unexplained } from '../report/kill-matrix-text.ts'
import { adequacyFile, adequacyPath } from '../../conformance/contract/contract.ts'

export type Baseline = {
  version: 1
  /** Each defect that is killed, with the check under which that happens. */
  killed: Record<string, string>
  /** For some of them, the steps of an order that show it. */
  reproducers: Record<string, string>
  /** Each defect that is not, with the reason why not. */
  survivors: Record<string, string>
  /** Each check that no defect makes fail, with the reason why not. */
  vacuous: Record<string, string>
}

const empty: Baseline = { version: 1, killed: {}, reproducers: {}, survivors: {}, vacuous: {} }

export const readBaseline = (): Baseline => (adequacyFile('baseline.json') as Baseline | undefined) ?? empty

const sorted = (entries: (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))

type Entries = Omit<Baseline, 'version'>

/** Those that somebody gave a reason for: without one a survivor stays a loss, and what was killed counts as lost. */
const withReason = (ids: readonly string[], reasons: Record<string, string>): Record<string, string> =>
  Object.fromEntries(ids.flatMap((id) => (reasons[id] === undefined ? [] : [[id, reasons[id]]])))

/** What a run found of the defects that it judged; reasons given before are kept. */
const found = ({ defects, vacuous }: KillMatrix, before: Baseline): Entries => ({
  killed: Object.fromEntries(
    defects.flatMap(({ id, kill }) => {
      const known = before.killed[id]
      if (kill) return [[id, kill.during ?? known ?? kill.by]]
      return known === undefined || before.survivors[id] !== undefined ? [] : [[id, known]]
    }),
  ),
  reproducers: Object.fromEntries(
    defects.flatMap(({ id, kill }) => (kill?.reproducer !== undefined ? [[id, kill.reproducer]] : [])),
  ),
  survivors: withReason(
    defects.filter(({ kill }) => kill === null).map(({ id }) => id),
    before.survivors,
  ),
  vacuous: withReason(vacuous ?? [], before.vacuous),
})

/** What a run makes of the baseline: over some defects it says nothing of the others, nor of the checks that failed for none. */
export const nextBaseline = (matrix: KillMatrix, before: Baseline): Baseline => {
  const ids = new Set(matrix.defects.map(({ id }) => id))
  const kept = (entries: Record<string, string>) =>
    isOfAll(matrix) ? [] : Object.entries(entries).filter(([id]) => !ids.has(id))
  const { killed, reproducers, survivors, vacuous } = found(matrix, before)
  return {
    version: 1,
    killed: sorted([...kept(before.killed), ...Object.entries(killed)]),
    reproducers: sorted([...kept(before.reproducers), ...Object.entries(reproducers)]),
    survivors: sorted([...kept(before.survivors), ...Object.entries(survivors)]),
    vacuous: sorted([...kept(before.vacuous), ...Object.entries(vacuous)]),
  }
}

export const writeBaseline = (baseline: Baseline): void =>
  writeFileSync(adequacyPath('baseline.json'), `${JSON.stringify(baseline, null, 2)}\n`)

/** One sentence for each point in which a run is worse than the baseline, or unexplained; empty when it is neither. */
export const losses = ({ defects, vacuous, references }: KillMatrix, baseline: Baseline): string[] => [
  ...[...new Set(references.flatMap(({ findings }) => findings))].map(
    (rule) => `False alarm: ${rule} is red without a defect.`,
  ),
  ...defects
    .filter(({ verdict, id }) => verdict !== 'killed' && verdict !== 'not-run' && baseline.survivors[id] === undefined)
    .map(({ id, breaks, verdict, reason }) => {
      const because = reason === null ? '' : ` (${reason})`
      if (verdict === 'inconclusive') return `${id} breaks ${breaks} and could not be judged${because}.`
      return baseline.killed[id] === undefined
        ? `${id} breaks ${breaks} and survives; fix the check, or give the reason in the baseline.`
        : `${id} breaks ${breaks}, was killed before and now survives${because}.`
    }),
  ...defects
    .filter(isMissedWhole)
    .map(
      ({ id, breaks, kill }) =>
        `${id} breaks ${breaks}, is killed by ${kill!.during ?? kill!.by} alone and missed by a whole run; find what hides it there.`,
    ),
  ...(vacuous ?? [])
    .filter((check) => baseline.vacuous[check] === undefined)
    .map((check) => `${check} failed for no defect at all; fix it, or give it a defect that it kills.`),
  ...unexplained(defects).map((pair) => `Unexplained: ${pair}; fix the check, or give the reason in collateral.yaml.`),
]
