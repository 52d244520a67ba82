// `assay replay`: runs a plan file again, against the embedded simulator or any target, and says whether the rule is violated again.
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import { outputOf } from '../../reports/output-of.ts'
import type { PlanFile } from '../../reports/plan-file.ts'
import { plainly } from '../../reports/texts.ts'
import type { RerunOutcome } from '../causes/label.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { lifecycle, rules } from '../contract/contract.ts'
import { isDirectory } from '../contract/read-text.ts'
import { createMachine } from '../model/machine.ts'
import { argumentsOf } from './arguments.ts'
import { findTarget, targetOptions, type Embedded, type TargetFlags } from './find-target.ts'
import { loadChecks } from '../checks/load-checks.ts'
import { readPlanFile } from '../replay/read-plan-file.ts'
import { replay } from '../replay/replay.ts'

type Flags = TargetFlags & { timeout: number; strict?: boolean }

const wholeNumber = (text: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('it must be a whole number.')
  return Number(text)
}

const options = [
  ...targetOptions('run against'),
  new Option('--timeout <seconds>', 'how long an answer may take').argParser(wholeNumber).default(20),
  new Option('--strict', 'count a violated inferred rule as violated, not as arguable').env('ASSAY_STRICT'),
  new Option('--allow-orders', 'place orders in production too, which are billed'),
]

type Say = (text: string) => void

/** What of a rule may be argued about, where the run is not strict. */
const counterTo = (rule: string, isStrict: boolean): string | undefined => {
  const row = rules().get(rule)
  return row?.basis === 'inferred' && !isStrict ? row.counter : undefined
}

type Conclusion = { code: number; isArguable: boolean }

const conclude = ({ rule }: PlanFile, outcome: RerunOutcome, isStrict: boolean, say: Say): Conclusion => {
  const counter = counterTo(rule, isStrict)
  say('')
  if (outcome === 'again') {
    say(counter === undefined ? `The rule is violated again: ${rule}` : `Arguable again, and no violation: ${rule}`)
    say(`  ${rules().get(rule)?.text ?? ''}`)
    if (counter !== undefined) say(`  counter-reading: ${counter}`)
  } else if (outcome === 'held') say(`The rule passes: ${rule}`)
  else say(`The rule could not be judged: ${outcome.inconclusive.reason}`)
  const isArguable = counter !== undefined && outcome === 'again'
  if (outcome === 'again') return { code: isArguable ? exitCodes.nothingBroken : exitCodes.ruleBroken, isArguable }
  return { code: outcome === 'held' ? exitCodes.nothingBroken : exitCodes.couldNotJudge, isArguable }
}

/** The plan files that a name stands for: the file itself, or those of a folder. */
const filesOf = (name: string): string[] => {
  if (!isDirectory(name)) return [name]
  const files = readdirSync(name).filter((file) => file.endsWith('.json'))
  if (files.length === 0)
    throw new CodedError('no_plan_file', `${name} must hold plan files, but has none; give plans/ of a report.`)
  return files.toSorted().map((file) => join(name, file))
}

/** Of several plans the worst outcome: a rule violated again, then one that could not be judged. What is arguable is no violation. */
const worstOf = (conclusions: readonly Conclusion[]): number =>
  [exitCodes.ruleBroken, exitCodes.couldNotJudge].find((worse) => conclusions.some(({ code }) => code === worse)) ??
  exitCodes.nothingBroken

const summaryOf = (conclusions: readonly Conclusion[]): string => {
  const count = (wanted: number): number =>
    conclusions.filter(({ code, isArguable }) => code === wanted && !isArguable).length
  const arguable = conclusions.filter(({ isArguable }) => isArguable).length
  return (
    `${conclusions.length} plans: ${count(exitCodes.ruleBroken)} violated again, ` +
    `${arguable > 0 ? `${arguable} arguable again, ` : ''}${count(exitCodes.nothingBroken)} pass, ` +
    `${count(exitCodes.couldNotJudge)} not judged`
  )
}

const run = async (
  names: readonly string[],
  extra: readonly string[],
  flags: Flags,
  { embedded, say }: { embedded: Embedded; say: Say },
): Promise<number> => {
  const checks = await loadChecks()
  const machine = createMachine(lifecycle())
  const files = names.flatMap(filesOf)
  const plans = files.map((file) => readPlanFile(file, machine, checks))
  const target = await findTarget(flags, embedded, extra)
  const conclusions: Conclusion[] = []
  try {
    for (const [index, plan] of plans.entries()) {
      if (plans.length > 1) {
        if (index > 0) say('')
        say(`== ${files[index]!}`)
      }
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
      conclusions.push(conclude(plan, outcome, flags.strict ?? false, say))
    }
  } finally {
    await target.launched?.stop()
  }
  if (conclusions.length > 1) {
    say('')
    say(summaryOf(conclusions))
  }
  return worstOf(conclusions)
}

/** The command, for the program that knows how to start the simulator; it sets the exit code of the process. */
export const replayCommand = ({ embedded }: { embedded: Embedded }): Command => {
  const command = new Command('assay replay').description(
    'Runs plan files of a report again; without a target, against the embedded simulator. Options after -- go to it.',
  )
  for (const option of options) command.addOption(option)
  return command
    .argument('<file...>', 'files from plans/ of a report, or the folder')
    .usage('[options] <file...> [-- simulator-options...]')
    .action(async (_files: unknown, flags: Flags, self: Command) => {
      const { own, simulator } = argumentsOf(self)
      const { out } = outputOf(self)
      process.exitCode = await run(own, simulator, flags, { embedded, say: (text) => out(`${plainly(text)}\n`) })
    })
}
