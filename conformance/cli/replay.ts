// `assay replay`: runs a plan file again, against the embedded simulator or any target, and says whether the rule is violated again.
import { randomBytes } from 'node:crypto'
import { Command, InvalidArgumentError, Option } from 'commander'
import { outputOf } from '../../reports/output-of.ts'
import type { PlanFile } from '../../reports/plan-file.ts'
import { plainly } from '../../reports/texts.ts'
import type { RerunOutcome } from '../causes/label.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { lifecycle, rules } from '../contract/contract.ts'
import { createMachine } from '../model/machine.ts'
import { argumentsOf } from './arguments.ts'
import { findTarget, targetOptions, type Embedded, type TargetFlags } from './find-target.ts'
import { loadChecks } from '../checks/load-checks.ts'
import { readPlanFile } from '../replay/read-plan-file.ts'
import { replay } from '../replay/replay.ts'

type Flags = TargetFlags & { timeout: number }

const wholeNumber = (text: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.')
  return Number(text)
}

const options = [
  ...targetOptions('run against'),
  new Option('--timeout <seconds>', 'how long an answer may take').argParser(wholeNumber).default(20),
  new Option('--allow-orders', 'place orders in production too, which are billed'),
]

type Say = (text: string) => void

const conclude = ({ rule }: PlanFile, outcome: RerunOutcome, say: Say): number => {
  if (outcome === 'again') say(`\nThe rule is violated again: ${rule}\n  ${rules().get(rule)?.text ?? ''}`)
  else if (outcome === 'held') say(`\nThe rule passes: ${rule}`)
  else say(`\nThe rule could not be judged: ${outcome.inconclusive.reason}`)
  if (outcome === 'again') return exitCodes.ruleBroken
  return outcome === 'held' ? exitCodes.nothingBroken : exitCodes.couldNotJudge
}

const run = async (
  file: string,
  extra: readonly string[],
  flags: Flags,
  { embedded, say }: { embedded: Embedded; say: Say },
): Promise<number> => {
  const checks = await loadChecks()
  const machine = createMachine(lifecycle())
  const plan = readPlanFile(file, machine, checks)
  const target = await findTarget(flags, embedded, extra)
  try {
    const outcome = await replay(plan, {
      run: randomBytes(4).toString('hex'),
      profile: target.profile,
      leaveAsIs: target.launched !== null,
      allowOrders: flags.allowOrders ?? false,
      timeoutMs: flags.timeout * 1000,
      machine,
      checks,
      say,
    })
    return conclude(plan, outcome, say)
  } finally {
    await target.launched?.stop()
  }
}

/** The command, for the program that knows how to start the simulator; it sets the exit code of the process. */
export const replayCommand = ({ embedded }: { embedded: Embedded }): Command => {
  const command = new Command('assay replay').description(
    'Runs a plan file of a report again; without a target, against the embedded simulator. Options after -- go to it.',
  )
  for (const option of options) command.addOption(option)
  return command
    .argument('<file>', 'a file from plans/ of a report')
    .argument('[simulator-options...]', 'options of the embedded simulator, after --')
    .action(async (file: string, _options: unknown, flags: Flags, self: Command) => {
      const { own, simulator } = argumentsOf(self)
      if (own.length > 1)
        throw new CodedError(
          'excess_arguments',
          `assay replay runs one plan file, but ${own.join(', ')} are given; options of the embedded simulator stand after --.`,
        )
      const { out } = outputOf(self)
      process.exitCode = await run(file, simulator, flags, { embedded, say: (text) => out(`${plainly(text)}\n`) })
    })
}
