// Finds the checks, by what the build wrote down of them or by walking their folder, and refuses what does not fit together.
import { readdirSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Check } from '../kit/check.ts'
import { CodedError, exitCodes } from '../contract/coded-error.ts'
import { rules } from '../contract/contract.ts'
import { outlineOf, writtenOutlines, type Outline } from './outlines.ts'

const folder = fileURLToPath(new URL('./', import.meta.url))
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension) && !file.endsWith('.d.ts') && !file.includes('.test.'))
    .filter((file) => /[/\\]/.test(file))
    .toSorted()

const wrong = (message: string): CodedError => new CodedError('unfit_check', message, exitCodes.couldNotJudge)

const idOf = (file: string): string => file.slice(0, -extension.length).replaceAll(/[/\\]/g, '.')

/** The file of a check has its name, or that of the scenario of which it has the claims. */
const placeOf = ({ id, scenario }: Check): string => (scenario === undefined ? id : `${id.split('.')[0]}.${scenario}`)

/** @throws CodedError `unfit_check` or `unknown_rule`, exit code 2: a fault of the suite, not of its user. */
export const fitCheck = (file: string, found: Check | undefined): Check => {
  if (!found) throw wrong(`checks/${file} must export a check as its default; it exports none.`)
  if (placeOf(found) !== idOf(file))
    throw wrong(
      `checks/${file} must hold ${idOf(file)}, but holds ${found.id} of ${placeOf(found)}; rename one of them.`,
    )
  if (found.verifies.length === 0) throw wrong(`The check ${found.id} must verify a rule, but names none; name one.`)
  for (const [index, id] of found.verifies.entries()) {
    if (found.verifies.indexOf(id) !== index)
      throw wrong(`The check ${found.id} must name ${id} once, but names it twice; leave one out.`)
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
  return found
}

/** @throws as `fitCheck`, and where there is none. */
export const fitChecks = (file: string, exported: Check | readonly Check[] | undefined): Check[] => {
  const found = [exported].flat()
  if (found.length === 0) throw wrong(`checks/${file} has a list without a check; give it a claim.`)
  return found.map((one) => fitCheck(file, one))
}

const readChecks = async (file: string): Promise<Check[]> => {
  const module = (await import(pathToFileURL(folder + file).href)) as { default?: Check | readonly Check[] }
  return fitChecks(file, module.default)
}

/** All files are asked for at once: one after another, each would wait for the disk. */
const readAll = async <T>(read: (file: string, check: Check) => T): Promise<T[]> => {
  const all = await Promise.all(
    filesIn(folder).map(async (file) =>
      (await readChecks(file)).map((check) => ({ id: check.id, is: read(file, check) })),
    ),
  )
  return all
    .flat()
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ is }) => is)
}

export const outlineChecks = (): Promise<Outline[]> => readAll(outlineOf)

export const readOne = async (file: string, id: string): Promise<Check> => {
  const found = (await readChecks(file)).find((check) => check.id === id)
  if (found) return found
  throw wrong(`checks/${file} has no check ${id}, which an earlier build found there; build again.`)
}

const files = new WeakMap<Check, () => Promise<Check>>()

/** Its file is loaded when it is first run. */
const readLater = ({ file, isAll: _isAll, ...outline }: Outline): Check => {
  let reading: Promise<Check> | undefined
  const read = (): Promise<Check> => (reading ??= readOne(file, outline.id))
  const later: Check = { ...outline, run: async (context) => (await read()).run(context) }
  files.set(later, read)
  return later
}

export const loadChecks = async (): Promise<Check[]> => {
  const outlines = writtenOutlines()
  if (outlines === null) return readAll((_file, check) => check)
  return Promise.all(
    outlines.map((outline) => (outline.isAll ? readLater(outline) : readOne(outline.file, outline.id))),
  )
}

/** Loads the files of checks that are about to run, all at once. */
export const prepareChecks = async (checks: readonly Check[]): Promise<void> => {
  await Promise.all(checks.map((check) => files.get(check)?.()))
}
