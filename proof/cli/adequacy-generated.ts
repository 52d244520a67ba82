// `assay adequacy --generated`: the suite against mutants that an engine makes of the simulator; as data and as text.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { detected, type MutantsReport } from '../report/mutants-report.ts'
import { mutantLines, mutantsText } from '../report/mutants-report-text.ts'
import { exitCodes } from '../../conformance/contract/coded-error.ts'
import { findMutantParts, mergeMutants } from '../generated/merge-mutants.ts'
import { runGenerated } from '../generated/run-generated.ts'
import type { Injected } from '../matrix/injected.ts'
import type { Flags } from './adequacy-flags.ts'
import { abortOnSignal } from '../../conformance/cli/interrupt.ts'

const report = async (injected: Injected, flags: Flags): Promise<MutantsReport> => {
  const { merge, reportDir, shard, mutant, area, sample = null, seed, workers } = flags
  if (merge !== undefined) return mergeMutants(findMutantParts(merge, reportDir))
  const { signal, forget } = abortOnSignal('what was tried so far is written')
  try {
    const asked = { mutant, area, sample, seed }
    const { classified = false, resume = false } = flags
    return await runGenerated(injected, { asked, workers, classified, resume, signal, ...(shard && { shard }) })
  } finally {
    forget()
  }
}

/** Exit code 2 for a run that did not come to its end, 1 for a survivor that nobody classified or an entry that is stale. */
const exitCodeOf = ({ mutants, stale, clean }: MutantsReport): number => {
  if (mutants.some(({ verdict }) => verdict === 'not-run' || verdict === 'failed')) return exitCodes.couldNotJudge
  const open = mutants.some(({ verdict, classified }) => !detected.includes(verdict) && !classified)
  const alarm = clean.some(({ false_alarms }) => false_alarms.length > 0)
  return open || alarm || stale.length > 0 ? exitCodes.ruleBroken : exitCodes.nothingBroken
}

export const adequacyGenerated = async (
  injected: Injected,
  flags: Flags,
  print: (text: string) => void,
): Promise<number> => {
  const made = await report(injected, flags)
  mkdirSync(flags.reportDir, { recursive: true })
  writeFileSync(join(flags.reportDir, 'mutants.json'), `${JSON.stringify(made, null, 1)}\n`)
  if (flags.verbose) print(`${made.mutants.flatMap(mutantLines).join('\n')}\n\n`)
  print(mutantsText(made))
  return exitCodeOf(made)
}
