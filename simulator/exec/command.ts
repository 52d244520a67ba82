// `assay exec -- COMMAND`: a simulator for as long as a command runs; its exit code is that of the command.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, type Option } from 'commander'
import { optionsOf, simulateOptions, type Flags } from '../command.ts'
import type { StartedSimulator, StartOptions } from '../start-simulator.ts'
import { variablesOf } from './environment.ts'
import { runCommand } from './run-command.ts'

/** What makes no sense where the command ends with the simulator, or is given to the command in another way. */
const left = new Set(['--list-defects', '--list-readings', '--profile-out', '--tls-cert-out'])

/** Free ports, so that several can run at once. */
const ownDefaults: Record<string, number> = { '--port': 0, '--control-port': 0 }

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
  ASSAY_MAIN_CLIENT_ID, ASSAY_MAIN_CLIENT_SECRET                 the credential of the role main, and so for each role
  ASSAY_PROFILE                                                  a file with all of it, for \`assay conform --target\`
  ASSAY_CA_CERT, NODE_EXTRA_CA_CERTS                             with --tls, the certificate to trust

Exit codes are those of the command; 127 where it is not found, 126 where it cannot be run.
`

/** Runs it with the files that it may read, and leaves none of them behind. */
const beside = async (simulator: StartedSimulator, command: readonly string[], certificate: string | undefined) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-exec-'))
  try {
    const profile = simulator.profile()
    const files = { profile: join(folder, 'target.json'), certificate: certificate ? join(folder, 'ca.pem') : null }
    writeFileSync(files.profile, JSON.stringify(profile, null, 2), { mode: 0o600 })
    if (files.certificate !== null) writeFileSync(files.certificate, certificate!)
    return await runCommand(command, { ...process.env, ...variablesOf(profile, files) })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Given = Pick<StartOptions, 'clientJudge'>

const exec = async (command: readonly string[], flags: Flags, given: Given): Promise<number> => {
  const { startSimulator } = await import('../start-simulator.ts')
  const simulator = await startSimulator({ ...(await optionsOf(flags)), ...given })
  const ended = await beside(simulator, command, simulator.certificate).finally(() => simulator.close())
  if (ended.signal === null) return ended.code
  // Whoever waits for this process is to see the same end.
  process.kill(process.pid, ended.signal)
  return await new Promise<never>(() => undefined)
}

/** It sets the exit code of the process to that of the command. */
export const execCommand = (judging: Given = {}): Command => {
  const command = new Command('assay exec')
    .description('Starts a simulator, runs a command with its addresses and credentials, and stops it.')
    .usage('[options] -- <command...>')
  for (const option of optionsOfExec()) command.addOption(option)
  return command
    .argument('<command...>', 'the command and its arguments')
    .passThroughOptions()
    .addHelpText('after', environmentHelp)
    .action(async (given: string[], flags: Flags) => {
      process.exitCode = await exec(given, flags, judging)
    })
}
