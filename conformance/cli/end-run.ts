// The end of a command that judges: its lines on standard error and its exit code.
import type { Output } from '../../reports/output-of.ts'
import { warnOf } from '../../reports/reporters/asked.ts'
import { plainly } from '../../reports/texts.ts'
import type { Ending, KeptGate } from '../gate/keep-gate.ts'
import { exitCodes } from '../contract/coded-error.ts'
import { writeEntries } from './gate-options.ts'

type Ended = {
  ending: Ending
  gate: KeptGate
  /** Where entries for what is not accepted go; null where none are asked for. */
  writeTo: string | null
  /** What reporters could not open or write. */
  broken: readonly string[]
}

/** Where a report that was asked for is missing, nothing that reads it may take the run for one that went well. */
export const codeOf = (exitCode: number, broken: readonly string[]): number =>
  exitCode === exitCodes.nothingBroken && broken.length > 0 ? exitCodes.couldNotJudge : exitCode

/** A failed preflight is not repeated: its findings give the reason. */
export const endRun = ({ ending, gate, writeTo, broken }: Ended, output: Output): number => {
  for (const message of broken) output.err(warnOf(message))
  if (ending.reason && ending.outcome !== 'preflight-failed')
    output.err(`${ending.reason.code}: ${plainly(ending.reason.message)}\n`)
  output.err(writeEntries(gate, writeTo))
  return codeOf(ending.exit_code, broken)
}
