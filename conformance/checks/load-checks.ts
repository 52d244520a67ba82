// Finds the checks by walking their folder, from source or from dist, and refuses what does not fit together.
import { readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Check } from '../kit/check.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { rules } from '../contract/contract.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension) && !file.endsWith('.d.ts') && !file.includes('.test.'))
    .filter((file) => /[/\\]/.test(file))
    .toSorted()

const wrong = (message: string): CodedError => new CodedError('unfit_check', message, exitCodes.couldNotJudge)

const idOf = (file: string): string => file.slice(0, -extension.length).replaceAll(/[/\\]/g, '.')

/** @throws CodedError `unfit_check` or `unknown_rule`, exit code 2: a fault of the suite, not of its user. */
export const fitCheck = (file: string, found: Check | undefined): Check => {
  if (!found) throw wrong(`checks/${file} must export a check as its default; it exports none.`)
  if (found.id !== idOf(file))
    throw wrong(`checks/${file} must hold the check ${idOf(file)}, but holds ${found.id}; rename one of them.`)
  if (found.verifies.length === 0) throw wrong(`The check ${found.id} must verify a rule, but names none; name one.`)
  for (const id of found.verifies) {
    const rule = rules().get(id)
    if (!rule)
      throw new CodedError(
        'unknown_rule',
        `The check ${found.id} names the rule ${id}, which fixtures/rules does not have.`,
        2,
      )
    if (rule.party !== 'service')
      throw wrong(`The check ${found.id} names ${id}, a rule for clients; it can speak of the service's rules alone.`)
  }
  for (const id of Object.keys(found.needsFor ?? {}))
    if (!found.verifies.includes(id))
      throw wrong(`The check ${found.id} has needs for ${id}, which it does not verify; name one of its rules.`)
  return { ...found, verifies: [...new Set(found.verifies)] }
}

/** All files are asked for at once: one after another, each would wait for the disk. */
export const loadChecks = async (): Promise<Check[]> => {
  const files = filesIn(folder)
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(folder + file).href)) as { default?: Check }),
  )
  return modules.map((module, index) => fitCheck(files[index]!, module.default))
}
