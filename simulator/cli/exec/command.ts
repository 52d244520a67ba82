// `assay exec -- COMMAND`: a simulator for as long as a command runs; its exit code is that of the command.
import { Command, InvalidArgumentError, Option } from 'commander'
import { simulateOptions } from '../command.ts'
import { endWithStarter } from '../starter.ts'
import { optionsOf, usage, type Flags } from '../options-of-flags.ts'
import type { StartedSimulator, StartOptions } from '../../start/start-simulator.ts'
import { runBeside } from './run-beside.ts'

/** What makes no sense where the command ends with the simulator, or is given to the command in another way. */
const left = new Set(['--list-defects', '--list-readings', '--profile-out', '--tls-cert-out'])

/** Free ports, so that several can run at once; and what is printed is the command's. */
const ownDefaults: Record<string, number | string> = { '--port': 0, '--control-port': 0, '--request-log': 'none' }

const optionsOfExec = (): Option[] =>
  simulateOptions
    .filter(({ long }) => !left.has(long ?? ''))
    .map((option) => {
      const own = Object.assign(Object.create(Object.getPrototypeOf(option) as object) as Option, option)
      const usual = ownDefaults[option.long ?? '']
      return usual === undefined ? own : own.default(usual)
    })

const environmentHelp = `
The command gets:
  ASSAY_SANDBOX_URL, ASSAY_PRODUCTION_URL, ASSAY_CONTROL_URL     the addresses
  ASSAY_CONTROL_TOKEN                                            the token of the control port, where it asks for one
  ASSAY_MAIN_CLIENT_ID, ASSAY_MAIN_CLIENT_SECRET                 the credential of the role main, and so for each role
  ASSAY_MAIN_LENDER_ID, ASSAY_MAIN_LENDER_NAME                   its lender, for a start-up check; --vary renames lenders
  ASSAY_PROFILE                                                  a file with all of it, for \`assay conform --target\`
  ASSAY_CA_CERT, NODE_EXTRA_CA_CERTS                             with --tls, the certificate to trust`

type Given = Pick<StartOptions, 'clientJudge' | 'defects'>

type ExecFlags = Flags & { audit?: boolean; bisect?: boolean; mostRuns: number }

/** Ends with the signal that ended the command: who waits for this process is to see the same end. */
const endBy = (signal: NodeJS.Signals): Promise<never> => {
  process.kill(process.pid, signal)
  return new Promise<never>(() => undefined)
}

const bisected = async (command: readonly string[], flags: ExecFlags, options: StartOptions): Promise<number> => {
  const { vary } = flags
  if (vary === undefined) throw usage('--bisect looks among the readings of --vary SEED; give --vary too.')
  if (flags.data !== undefined) throw usage('--bisect starts a new simulator for each run; leave --data out.')
  const { bisect } = await import('./bisect.ts')
  const write = (text: string): void => void process.stdout.write(text)
  const ended = await bisect({ command, options: { ...options, vary }, mostRuns: flags.mostRuns, write })
  return 'signal' in ended ? endBy(ended.signal) : ended.code
}

/** Prints beside what the command prints, which stays as it is. */
const audited = async (simulator: StartedSimulator, judge: NonNullable<Given['clientJudge']>): Promise<number> => {
  const [{ judgeClient }, { auditEnd }] = await Promise.all([import('./judge-client.ts'), import('./audit-end.ts')])
  const { code, text } = auditEnd(await judgeClient(simulator, judge), simulator.journal.entries())
  process.stderr.write(text)
  return code
}

const exec = async (command: readonly string[], self: Command, given: Given): Promise<number> => {
  const flags: ExecFlags = self.opts()
  void endWithStarter()
  const options = { ...(await optionsOf(flags, self)), ...given }
  if (flags.audit && flags.journalEntries === 0)
    throw usage('--audit judges the journal, which --journal-entries 0 turns off; leave one of them out.')
  if (flags.bisect) return bisected(command, flags, options)
  const { startSimulator } = await import('../../start/start-simulator.ts')
  const simulator = await startSimulator(options)
  try {
    const ended = await runBeside(simulator, command)
    const judged = flags.audit && options.clientJudge ? await audited(simulator, options.clientJudge) : 0
    if (ended.signal === null) return ended.code === 0 ? judged : ended.code
    await simulator.close()
    return await endBy(ended.signal)
  } finally {
    await simulator.close()
  }
}

const runs = (text: string): number => {
  if (/^\d{1,4}$/.test(text) && Number(text) >= 3) return Number(text)
  throw new InvalidArgumentError('it is a whole number from 3 to 9999.')
}

/** It sets the exit code of the process to that of the command. */
export const execCommand = (judging: Given = {}): Command => {
  const command = new Command('assay exec')
    .description('Starts a simulator, runs a command with its addresses and credentials, and stops it.')
    .usage('[options] -- <command...>')
  for (const option of optionsOfExec()) command.addOption(option)
  command
    .addOption(new Option('--audit', 'judge the client from its traffic when the command has ended'))
    .addOption(
      new Option(
        '--bisect',
        'run the command under the default readings and under --vary, and find those it fails for',
      ),
    )
    .addOption(new Option('--most-runs <number>', 'runs that --bisect makes at most').default(60).argParser(runs))
  return command
    .argument('<command...>', 'the command and its arguments')
    .passThroughOptions()
    .addHelpText('after', environmentHelp)
    .action(async (given: string[], _flags: ExecFlags, self: Command) => {
      process.exitCode = await exec(given, self, judging)
    })
}
