// `assay adequacy`: the suite against every deliberate defect; the matrix as data, as a page and as a gate.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import type { KillMatrix } from '../report/kill-matrix.ts'
import { matrixPage } from '../report/matrix-page.ts'
import { defectLines, matrixText } from '../report/kill-matrix-text.ts'
import { CodedError, exitCodes } from '../../conformance/contract/coded-error.ts'
import { rules } from '../../conformance/contract/contract.ts'
import { abortOnSignal } from '../../conformance/cli/interrupt.ts'
import { losses, nextBaseline, readBaseline, writeBaseline } from '../matrix/baseline.ts'
import { withoutDefect } from '../matrix/gaps.ts'
import type { Injected } from '../matrix/injected.ts'
import type { adequacyGenerated } from './adequacy-generated.ts'
import { adequacyOptions, type Flags } from './adequacy-flags.ts'
import { findParts, readPart } from '../matrix/read-parts.ts'
import { mergeParts, runPart, runWhole, type Ran } from '../matrix/run-matrix.ts'
import { askedBy } from '../matrix/selection.ts'
import { serveJobs } from '../matrix/worker.ts'

/** Where the command writes, and what gets its exit code. */
type Shell = { print: (text: string) => void; end: (exitCode: number) => void }

const processShell: Shell = {
  print: (text) => void process.stdout.write(text),
  end: (exitCode) => void (process.exitCode = exitCode),
}

const listGaps = async ({ defects }: Injected, { print }: Shell): Promise<number> => {
  const gaps = withoutDefect(rules().values(), await defects())
  print(gaps.map((id) => `${id}\n`).join(''))
  return exitCodes.nothingBroken
}

const write = (matrix: KillMatrix, directory: string): void => {
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'matrix.json'), `${JSON.stringify(matrix, null, 1)}\n`)
  const report = existsSync(join(directory, 'report.html'))
  writeFileSync(join(directory, 'matrix.html'), matrixPage(matrix, { report }))
}

const run = async (injected: Injected, flags: Flags): Promise<Ran> => {
  const baseline = readBaseline()
  const { workers, shard, merge, reportDir } = flags
  // What cannot be merged is refused before anything is interrupted by a signal.
  const parts = merge === undefined ? [] : findParts(merge, reportDir).map(readPart)
  const { signal, forget } = abortOnSignal('what was examined so far is written')
  const options = { baseline, workers, signal }
  try {
    if (merge !== undefined) return await mergeParts(injected, parts, options)
    if (shard) return await runPart(injected, askedBy(flags), shard, options)
    return await runWhole(injected, askedBy(flags), options)
  } finally {
    forget()
  }
}

/** The engine that makes mutants is installed with the sources that it mutates, and with them alone. */
const generated = async (): Promise<typeof adequacyGenerated> => {
  try {
    return (await import('./adequacy-generated.ts')).adequacyGenerated
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CodedError(
      'no_mutation_engine',
      '--generated mutates the sources of the simulator, which this installation has not; run it in a clone of the repository.',
      exitCodes.couldNotJudge,
    )
  }
}

const adequacy = async (flags: Flags, injected: Injected, shell: Shell): Promise<number> => {
  if (flags.generated) return (await generated())(injected, flags, shell.print)
  if (flags.listGaps) return listGaps(injected, shell)
  const { print } = shell
  const { matrix, complete } = await run(injected, flags)
  write(matrix, flags.reportDir)
  if (flags.verbose) print(`${matrix.defects.flatMap(defectLines).join('\n')}\n\n`)
  print(matrixText(matrix))
  const before = readBaseline()
  const updated =
    flags.updateBaseline && complete && matrix.summary.inconclusive === 0 ? nextBaseline(matrix, before) : null
  if (updated) writeBaseline(updated)
  else if (flags.updateBaseline)
    process.stderr.write(
      'baseline_not_written: --update-baseline needs a run that judged every defect asked for; repeat it.\n',
    )
  const lost = losses(matrix, updated ?? before)
  for (const sentence of lost.slice(0, 60)) print(`${sentence}\n`)
  if (matrix.shard && complete)
    print(
      `Part ${matrix.shard.index} of ${matrix.shard.of}; \`assay adequacy --merge DIR\` joins all parts and judges them.\n`,
    )
  if (!complete || matrix.summary.inconclusive > 0) return exitCodes.couldNotJudge
  // Only over all parts it is known what is lost.
  if (matrix.shard) return exitCodes.nothingBroken
  return lost.length > 0 ? exitCodes.ruleBroken : exitCodes.nothingBroken
}

/** The command, for the program that knows both readers. */
export const adequacyCommand = (injected: Injected, shell: Shell = processShell): Command => {
  const command = new Command('assay adequacy').description(
    'Runs the suite against every deliberate defect of the simulator, and shows which it kills.',
  )
  for (const option of adequacyOptions()) command.addOption(option)
  return command.allowExcessArguments(false).action(async (flags: Flags) => {
    if (flags.worker) return serveJobs(injected)
    shell.end(await adequacy(flags, injected, shell))
  })
}
