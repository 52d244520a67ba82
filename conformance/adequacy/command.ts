// `assay adequacy`: the suite against every deliberate defect; the matrix as data, as a page and as a gate.
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { KillMatrix } from '../../reports/kill-matrix.ts'
import { matrixPage } from '../../reports/kill-matrix-page.ts'
import { defectLines, matrixText } from '../../reports/kill-matrix-text.ts'
import { exitCodes } from '../coded-error.ts'
import { rules } from '../contract.ts'
import { losses, nextBaseline, readBaseline, writeBaseline } from './baseline.ts'
import { buildMatrix } from './build-matrix.ts'
import { withoutDefect } from './gaps.ts'
import type { Injected } from './injected.ts'
import { selectDefects, type DefectFlags } from './select-defects.ts'
import { serveJobs } from './worker.ts'

type Flags = DefectFlags & {
  seed: number
  workers: number
  full?: boolean
  whole: number
  random: number
  shorten: number
  reference: boolean
  reportDir: string
  listGaps?: boolean
  updateBaseline?: boolean
  verbose?: boolean
  worker?: boolean
}

const wholeNumber = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('it must be a whole number of at most ten digits.')
  return Number(text)
}

const several = (value: string, before: string[]): string[] => [...before, ...value.split(',').map((id) => id.trim())]

const options = (): Option[] => [
  new Option('--defect <id>', 'examine this defect; may be repeated').argParser(several).default([]),
  new Option('--area <name>', 'examine the defects of this area; may be repeated').argParser(several).default([]),
  new Option('--sample <number>', 'examine so many defects, chosen by the seed').argParser(wholeNumber),
  new Option('--seed <number>', 'repeats the choices of another run').argParser(wholeNumber).default(1),
  new Option('--workers <number>', 'worker processes; they wait a lot, so that twice the cores is about right')
    .argParser(wholeNumber)
    .default(2 * availableParallelism()),
  new Option('--whole <number>', 'for so many defects, chosen by the seed, run the whole suite too, and at each budget')
    .argParser(wholeNumber)
    .default(8),
  new Option('--random <number>', 'for so many defects, chosen by the seed, run random plans alone too')
    .argParser(wholeNumber)
    .default(12),
  new Option('--shorten <number>', 'for so many defects, chosen by the seed, shorten the plan that shows them too')
    .argParser(wholeNumber)
    .default(24),
  new Option('--full', 'run the whole suite too for every defect, which takes hours'),
  new Option('--no-reference', 'leave out the run without a defect, and what is worked out from it'),
  new Option('--report-dir <dir>', 'where matrix.json and matrix.html go')
    .env('ASSAY_REPORT_DIR')
    .default('reports/out'),
  new Option('--verbose', 'print every defect, caught or not'),
  new Option('--list-gaps', 'list the testable rules without a defect, and stop'),
  new Option('--update-baseline', 'make this run the state that later ones may not fall behind'),
  new Option('--worker').hideHelp(),
]

const listGaps = async ({ defects }: Injected): Promise<number> => {
  const gaps = withoutDefect(rules().values(), await defects())
  process.stdout.write(gaps.map((id) => `${id}\n`).join(''))
  return exitCodes.nothingBroken
}

const write = (matrix: KillMatrix, directory: string): void => {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'matrix.json'), `${JSON.stringify(matrix, null, 1)}\n`)
  writeFileSync(join(directory, 'matrix.html'), matrixPage(matrix))
}

const adequacy = async (flags: Flags, injected: Injected): Promise<number> => {
  if (flags.listGaps) return listGaps(injected)
  const all = await injected.defects()
  const selected = selectDefects(all, flags)
  const baseline = readBaseline()
  const matrix = await buildMatrix(injected, {
    ...flags,
    ...selected,
    all,
    baseline,
    whole: flags.full ? Infinity : flags.whole,
  })
  write(matrix, flags.reportDir)
  if (flags.verbose) process.stdout.write(`${matrix.defects.flatMap(defectLines).join('\n')}\n\n`)
  process.stdout.write(matrixText(matrix))
  if (flags.updateBaseline && selected.complete) writeBaseline(nextBaseline(matrix, baseline))
  const lost = losses(matrix, flags.updateBaseline ? nextBaseline(matrix, baseline) : baseline)
  for (const sentence of lost.slice(0, 60)) process.stdout.write(`${sentence}\n`)
  if (matrix.summary.unjudged > 0) return exitCodes.couldNotJudge
  return lost.length > 0 ? exitCodes.ruleBroken : exitCodes.nothingBroken
}

/** The command, for the program that knows both readers; it sets the exit code of the process. */
export const adequacyCommand = (injected: Injected): Command => {
  const command = new Command('assay adequacy').description(
    'Runs the suite against every deliberate defect of the simulator, and says which it catches.',
  )
  for (const option of options()) command.addOption(option)
  return command.allowExcessArguments(false).action(async (flags: Flags) => {
    if (flags.worker) return serveJobs(injected)
    process.exitCode = await adequacy(flags, injected)
  })
}
