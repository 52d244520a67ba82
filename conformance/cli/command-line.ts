// The command line of a program with subcommands: help, version, and one sentence for every mistake.
import type { Command } from 'commander'
import { plainly, shortened } from '../../reports/texts.ts'
import { exitCodes } from '../contract/coded-error.ts'
import { nearMatches } from '../../reports/near-matches.ts'
import { readBooleanVariables } from './boolean-variables.ts'
import { exitCodeHelp } from './exit-codes.ts'
import { takeSingleValues } from './single-values.ts'

export type Subcommand = { summary: string; load: () => Promise<Command> }

type CommandLine = {
  subcommands: Readonly<Record<string, Subcommand>>
  version: () => string
  write: (text: string) => void
  writeError: (text: string) => void
  /** The exit code for an error without a code of its own. */
  onFault: (error: unknown) => Promise<number>
}

const mostLetters = 4_000

const overview = (subcommands: CommandLine['subcommands']): string => {
  const rows = Object.entries(subcommands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
  return [
    'Usage: assay <command> [options]',
    '',
    ...rows,
    '',
    '`assay help <command>` shows the options of a command; `assay --version` the version.',
    '',
  ].join('\n')
}

/** Transposed letters leave few pairs in common: letters alone count too, for short names. */
const closest = (given: string, names: readonly string[]): string | undefined => {
  const letters = (text: string): string => [...text.toLowerCase()].toSorted().join('')
  return nearMatches(given, names, 1)[0] ?? names.find((name) => letters(name) === letters(given))
}

const unknownCommand = (given: string, names: readonly string[]): string => {
  const near = closest(given, names)
  const hint = near === undefined ? `choose one of ${names.join(', ')}.` : `did you mean ${near}?`
  return `unknown_command: assay has no command ${plainly(given)}; ${hint}\n`
}

/** A terminal obeys none of what a file or an argument holds. */
const harmless = (text: string): string => text.split('\n').map(plainly).join('\n')

/** `commander.unknownOption` with its words, as a code and a sentence. */
const mistake = (code: string, message: string, command: Command): string => {
  const name = code.replace(/^commander\./, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const sentence = message
    .replace(/^error: /, '')
    .replace(/\.?\s*\n\(Did you mean (.*)\?\)$/, '; did you mean $1?')
    .replace(/([^.?])$/, '$1.')
  return `${name}: ${sentence} See \`assay help ${command.name().replace(/^assay /, '')}\`.\n`
}

/** Sets up a command so that all it says goes the same way, and runs it. */
const runCommand = async (
  command: Command,
  args: readonly string[],
  line: CommandLine,
): Promise<number | undefined> => {
  const { write, writeError, onFault } = line
  command.exitOverride().configureOutput({ writeOut: write, writeErr: writeError, outputError: () => undefined })
  readBooleanVariables(command)
  takeSingleValues(command)
  try {
    await command.parseAsync(args, { from: 'user' })
    return undefined
  } catch (error) {
    const { code, exitCode, message } = error as { code?: string; exitCode?: number; message: string }
    if (code?.startsWith('commander.')) {
      if (exitCode === 0) return 0
      writeError(harmless(mistake(code, message, command)))
      return exitCodes.usage
    }
    if (code === undefined) return onFault(error)
    // What it quotes may be a whole file.
    writeError(`${shortened(plainly(`${code}: ${message}`), mostLetters)}\n`)
    return exitCode ?? exitCodes.usage
  }
}

/** The exit code; undefined where the command has set that of the process. */
export const runCommandLine = async (args: readonly string[], line: CommandLine): Promise<number | undefined> => {
  const { subcommands, write, writeError, version } = line
  const names = Object.keys(subcommands)
  const [name, ...rest] = args
  if (name === undefined || ((name === 'help' || name === '--help' || name === '-h') && rest.length === 0)) {
    write(overview(subcommands))
    return name === undefined ? exitCodes.usage : 0
  }
  if (name === '--version' || name === '-V' || name === 'version') {
    write(`${version()}\n`)
    return 0
  }
  const isHelp = name === 'help' || name === '--help' || name === '-h'
  const asked = isHelp ? rest[0]! : name
  if (!Object.hasOwn(subcommands, asked)) {
    writeError(unknownCommand(asked, names))
    return exitCodes.usage
  }
  const command = await subcommands[asked]!.load()
  return runCommand(command.addHelpText('after', exitCodeHelp(asked)), isHelp ? ['--help'] : rest, line)
}
