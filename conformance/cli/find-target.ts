// The target that the flags name, or the embedded simulator started as a process of its own.
import { join } from 'node:path'
import { Option } from 'commander'
import { temporaryFolder } from '../../own-files/temporary-folder.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { isDirectory } from '../contract/read-text.ts'
import { launch, LaunchError, type Launched } from '../sut/launch.ts'
import { profileFromFile, profileFromFlags } from '../sut/profile-source.ts'
import type { Profile } from '../sut/profile.ts'
import { ciVariable } from './is-ci.ts'

/** How to start the simulator that is judged when no target is named, ready for further flags. */
export type Embedded = { command: string; args: readonly string[] }

export type TargetFlags = {
  target?: string
  baseUrl?: string
  clientId?: string
  environment?: string
  embedded?: boolean
  allowOrders?: boolean
}

type Target = {
  profile: Profile
  launched: Launched | null
  /** The options with which another command reaches the same target. */
  named: string[]
}

/** `verb`: what is done at the address of --base-url. */
export const targetOptions = (verb: string): Option[] => [
  new Option('--target <file>', 'target profile, YAML or JSON').env('ASSAY_TARGET').conflicts(['baseUrl', 'clientId']),
  new Option('--base-url <url>', `${verb} this address; the secret comes from ASSAY_CLIENT_SECRET`).env(
    'ASSAY_BASE_URL',
  ),
  new Option('--client-id <id>', 'client id for --base-url').env('ASSAY_CLIENT_ID'),
  new Option('--environment <name>', 'environment of --base-url; inferred from the address when not given')
    .env('ASSAY_ENVIRONMENT')
    .choices(['sandbox', 'production']),
  new Option('--embedded', 'judge the embedded simulator; a CI job must say so, or give it options after --')
    .env('ASSAY_EMBEDDED')
    .conflicts(['target', 'baseUrl', 'clientId']),
]

const usage = (code: string, message: string): CodedError => new CodedError(code, message)

/** What is taken where nothing else is given. One that is judged keeps no journal and prints no request: nobody reads them. */
const usual = { '--port': '0', '--control-port': '0', '--journal-entries': '0', '--request-log': 'none' }

const usualBeside = (extra: readonly string[]): string[] =>
  Object.entries(usual)
    .filter(([name]) => !extra.some((one) => one === name || one.startsWith(`${name}=`)))
    .flat()

export const startEmbedded = async ({ command, args }: Embedded, extra: readonly string[]): Promise<Target> => {
  const folder = temporaryFolder('target')
  const file = join(folder.path, 'target.json')
  try {
    const all = [...args, ...usualBeside(extra), '--profile-out', file, ...extra]
    const launched = await launch({ command, args: all, deadlineMs: 20_000 })
    return { profile: profileFromFile(file, {}), launched, named: extra.length > 0 ? ['--', ...extra] : [] }
  } catch (error) {
    // The simulator refused its options: the words after `--` are wrong, and nothing is wrong with a target.
    if (extra.length > 0 && error instanceof LaunchError && error.childExitCode === exitCodes.usage)
      throw usage('unusable_simulator_options', `The embedded simulator refuses ${extra.join(' ')}: ${error.said}`)
    throw error
  } finally {
    folder.remove()
  }
}

/** A profile given as an argument is the same as one given by --target. */
export const withProfile = <F extends TargetFlags>(flags: F, own: readonly string[]): F => {
  const [file, ...more] = own
  if (file === undefined) return flags
  if (more.length > 0)
    throw usage(
      'excess_arguments',
      `Only one target profile can be judged, but ${own.join(', ')} are given; options of the embedded simulator stand after --.`,
    )
  if (/^https?:/.test(file))
    throw usage('address_as_profile', `${file} is an address, not a target profile; write --base-url ${file}.`)
  if (isDirectory(file))
    throw usage(
      'folder_as_profile',
      `${file} is a folder, not a target profile; write --report-dir ${file} where it holds the reports, or give the file.`,
    )
  const other = flags.target ?? flags.baseUrl ?? (flags.embedded ? '--embedded' : undefined)
  if (other !== undefined)
    throw usage('two_targets', `Both ${file} and ${other} name a target; leave one out (ASSAY_* variables count).`)
  return { ...flags, target: file }
}

const requireNoEmpty = (flags: TargetFlags): void => {
  const named = { target: '--target', baseUrl: '--base-url', clientId: '--client-id' } as const
  for (const key of Object.keys(named) as (keyof typeof named)[])
    if (flags[key]?.trim() === '')
      throw usage('empty_target', `${named[key]} is empty; give a value, or leave the option out.`)
}

const requireNamedInCi = ({ embedded = false }: TargetFlags, extra: readonly string[]): void => {
  const variable = ciVariable(process.env)
  if (variable === null || embedded || extra.length > 0) return
  throw usage(
    'no_target',
    `A CI job must name its target (${variable} is set), but --target, --base-url, ASSAY_TARGET and ASSAY_BASE_URL are ` +
      'missing or empty; give one, or --embedded to judge the embedded simulator.',
  )
}

const fromAddress = (flags: TargetFlags & { baseUrl: string }): Target => {
  const { baseUrl, clientId, environment } = flags
  const profile = profileFromFlags({ baseUrl, clientId, environment }, process.env)
  const which = environment === undefined ? [] : ['--environment', environment]
  return { profile, launched: null, named: ['--base-url', baseUrl, '--client-id', clientId!, ...which] }
}

const find = async (flags: TargetFlags, embedded: Embedded, extra: readonly string[]): Promise<Target> => {
  requireNoEmpty(flags)
  const { target, baseUrl, clientId } = flags
  const named = target ?? baseUrl
  if (named !== undefined && extra.length > 0)
    throw usage(
      'unused_options',
      `${extra.join(' ')} is for the embedded simulator, but ${named} is judged; leave it out.`,
    )
  if (target !== undefined)
    return { profile: profileFromFile(target, process.env), launched: null, named: ['--target', target] }
  if (baseUrl !== undefined) return fromAddress({ ...flags, baseUrl })
  if (clientId !== undefined) throw usage('missing_base_url', '--client-id needs --base-url; give the address.')
  requireNamedInCi(flags, extra)
  const started = await startEmbedded(embedded, extra)
  return flags.embedded ? { ...started, named: ['--embedded', ...started.named] } : started
}

/**
 * The embedded simulator is named by --embedded or by options of its own; it is the default where no CI variable is set.
 * @throws CodedError when the flags contradict each other, or the target cannot be read or started
 */
export const findTarget = async (flags: TargetFlags, embedded: Embedded, extra: readonly string[]): Promise<Target> => {
  const target = await find(flags, embedded, extra)
  return flags.allowOrders ? { ...target, named: ['--allow-orders', ...target.named] } : target
}
