// `assay init`: asks for address and client id, tries them, and writes a commented target profile.
import { existsSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Command, Option } from 'commander'
import { writeWhole } from '../../own-files/write-whole.ts'
import { outputOf, type Output } from '../../reports/output-of.ts'
import { CodedError } from '../contract/coded-error.ts'
import { whyOf } from '../contract/read-text.ts'
import { wholeNumber } from './option-values.ts'
import { profileFromFlags } from '../sut/profile-source.ts'
import { profileText } from '../init/profile-text.ts'
import { schemaLine } from '../init/schema-line.ts'
import { tryTarget } from '../init/try-target.ts'

type Flags = { baseUrl?: string; clientId?: string; environment?: string; force?: boolean; timeout: number }

type InitOptions = {
  /** Null where nobody can be asked. */
  ask: ((question: string) => Promise<string>) | null
}

const options = [
  new Option('--base-url <url>', 'address of the target, up to /v1; asked for when not given').env('ASSAY_BASE_URL'),
  new Option('--client-id <id>', 'client id; asked for when not given').env('ASSAY_CLIENT_ID'),
  new Option('--environment <name>', 'environment of --base-url; inferred from the address when not given')
    .env('ASSAY_ENVIRONMENT')
    .choices(['sandbox', 'production']),
  new Option('--force', 'write over a file that is there'),
  new Option('--timeout <seconds>', 'how long an answer may take')
    .env('ASSAY_TIMEOUT')
    .argParser(wholeNumber)
    .default(20),
]

const askTerminal = async (question: string): Promise<string> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(question)).trim()
  } finally {
    terminal.close()
  }
}

const valueOf = async (given: string | undefined, flag: string, question: string, { ask }: InitOptions) => {
  if (given !== undefined && given !== '') return given
  if (ask === null)
    throw new CodedError('not_interactive', `${flag} is missing, and there is no terminal to ask at; give ${flag}.`)
  const answer = await ask(`${question}: `)
  if (answer === '') throw new CodedError('missing_answer', `${flag} is needed, but nothing was given; run again.`)
  return answer
}

const write = (file: string, text: string, force: boolean): void => {
  try {
    if (force) writeWhole(file, text)
    else writeFileSync(file, text, { flag: 'wx' })
  } catch (error) {
    throw new CodedError('unwritable_profile', `${file} cannot be written (${whyOf(error)}); give another path.`)
  }
}

const init = async (file: string, flags: Flags, given: InitOptions, { out }: Output): Promise<void> => {
  const say = (line: string): void => out(`${line}\n`)
  const { environment, force = false, timeout } = flags
  if (existsSync(file) && !force)
    throw new CodedError('file_exists', `${file} is there already; give another path, or --force to write over it.`)
  if (!process.env['ASSAY_CLIENT_SECRET'])
    throw new CodedError(
      'missing_client_secret',
      'ASSAY_CLIENT_SECRET is not set; export the client secret, which is neither asked for nor written.',
    )
  const baseUrl = await valueOf(flags.baseUrl, '--base-url', 'Base address of the target, up to /v1', given)
  const clientId = await valueOf(flags.clientId, '--client-id', 'Client id', given)
  const profile = profileFromFlags({ baseUrl, clientId, environment }, process.env)
  say(`Trying ${baseUrl} as ${clientId} (${profile.credentials.main.environment})`)
  await tryTarget(profile, { timeoutMs: timeout * 1000, say })
  write(file, schemaLine(file) + profileText(profile), force)
  say(`Wrote ${file}; next: npx assay conform ${file}`)
}

/** The command; it writes nothing where the target cannot be reached, exit code 2. */
export const initCommand = (given: InitOptions = { ask: process.stdin.isTTY ? askTerminal : null }): Command => {
  const command = new Command('assay init').description(
    'Writes a commented target profile for an address and a client id, once both were tried.',
  )
  for (const option of options) command.addOption(option)
  return command
    .argument('[file]', 'where the profile goes', 'target.yaml')
    .allowExcessArguments(false)
    .action((file: string, flags: Flags, self: Command) => init(file, flags, given, outputOf(self)))
}
