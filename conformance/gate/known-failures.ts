// assay.baseline.yaml: the failures and the blocked rules that somebody answers for until a day, read and refused entry by entry.
import { existsSync } from 'node:fs'
import type { ErrorObject } from 'ajv/dist/2020.js'
import { parseYaml } from '../../fixtures/parse-yaml.ts'
import { createAjv } from '../contract/ajv.ts'
import { CodedError } from '../contract/coded-error.ts'
import { knownFailuresSchema } from '../contract/contract.ts'
import { readText } from '../contract/read-text.ts'

export const lists = ['known', 'flaky'] as const
export type ListName = (typeof lists)[number]

export type KnownFailure = {
  rule: string
  checks: string[]
  owner: string
  reason: string
  link: string
  expires: string
}

/** Rules that the target keeps from being judged, accepted for as long as the reason has this code. */
export type KnownBlock = Omit<KnownFailure, 'rule' | 'checks'> & { code: string; rules: string[] }

export type KnownFailures = { file: string; blocked: KnownBlock[] } & Record<ListName, KnownFailure[]>

export const defaultFile = 'assay.baseline.yaml'

const refused = (message: string): CodedError => new CodedError('unfit_baseline', message)

const contentOf = (file: string): unknown => {
  const remedy = 'give another --baseline, or write one with --write-baseline'
  const text = readText(file, 'unreadable_baseline', (why) => `${file} cannot be read (${why}); ${remedy}.`)
  try {
    return parseYaml(text)
  } catch (error) {
    throw refused(`${file} must be YAML, but is not: ${(error as Error).message.split('\n')[0]}`)
  }
}

const examples: Record<string, string> = {
  rule: 'the id of a rule',
  rules: 'a list of the rules that have no verdict',
  code: 'the reason_code of these rules in report.json',
  checks: 'a list of the checks that may find it broken',
  owner: 'who answers for it',
  reason: 'why it is accepted',
  link: 'an http or https address at which the fix is tracked',
  expires: 'a day such as 2026-12-31',
  version: '1',
}

const sharedFields = ['owner', 'reason', 'link', 'expires']
const fieldsOf = ({ instancePath }: ErrorObject): string[] =>
  instancePath.startsWith('/blocked') ? ['code', 'rules', ...sharedFields] : ['rule', 'checks', ...sharedFields]

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Where in the file a complaint is, and about which field of it. */
const placeOf = ({ instancePath, keyword, params }: ErrorObject, content: unknown) => {
  const [list, index, named] = instancePath.split('/').slice(1)
  const missing = keyword === 'required' ? (params as { missingProperty: string }).missingProperty : undefined
  const unknown =
    keyword === 'additionalProperties' ? (params as { additionalProperty: string }).additionalProperty : undefined
  const entry = index === undefined ? undefined : (content as Record<string, unknown[]>)[list!]?.[Number(index)]
  const { rule: failed, code } = (entry ?? {}) as { rule?: unknown; code?: unknown }
  const rule = failed ?? code
  const where =
    index === undefined ? '' : `, ${list} entry ${Number(index) + 1}${typeof rule === 'string' ? ` (${rule})` : ''}`
  const field = missing ?? named ?? (index === undefined ? list : undefined)
  return { where, field, unknown, value: field && (entry as Record<string, unknown> | undefined)?.[field] }
}

const complaint = (file: string, error: ErrorObject, content: unknown): CodedError => {
  const { where, field, unknown, value } = placeOf(error, content)
  if (unknown !== undefined)
    return refused(`${file}${where}: there is no field ${unknown}; the fields are ${fieldsOf(error).join(', ')}.`)
  if (field === undefined) return refused(`${file}${where}: it ${error.message}.`)
  const state = isPresent(value) ? `does not fit (${JSON.stringify(value)})` : 'is missing'
  const example = examples[field]
  return refused(`${file}${where}: ${field} ${state}${example ? `; give ${example}` : ` and ${error.message}`}.`)
}

const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const refuseNoDay = (file: string, where: string, named: string, expires: string): void => {
  if (!isDay(expires))
    throw refused(`${file}, ${where} (${named}): expires must be a day of the calendar, but is ${expires}.`)
}

const checkBlocked = (file: string, { blocked }: KnownFailures): void => {
  const taken = new Map<string, string>()
  for (const [index, { code, rules, expires }] of blocked.entries()) {
    const where = `blocked entry ${index + 1}`
    refuseNoDay(file, where, code, expires)
    for (const rule of rules) {
      const before = taken.get(`${rule} ${code}`)
      if (before !== undefined)
        throw refused(`${file}, ${where}: ${rule} for ${code} stands in ${before} already; leave one of them.`)
      taken.set(`${rule} ${code}`, where)
    }
  }
}

const checkEntries = (file: string, found: KnownFailures): void => {
  const taken = new Map<string, string>()
  for (const list of lists) {
    for (const [index, { rule, checks, expires }] of found[list].entries()) {
      const where = `${list} entry ${index + 1}`
      refuseNoDay(file, where, rule, expires)
      for (const check of checks) {
        const before = taken.get(`${rule} ${check}`)
        if (before !== undefined)
          throw refused(`${file}, ${where}: ${rule} by ${check} stands in ${before} already; leave one of them.`)
        taken.set(`${rule} ${check}`, where)
      }
    }
  }
}

/** @throws CodedError, exit code 3: unreadable_baseline, unfit_baseline, with the file, the entry and the field */
export const readKnownFailures = (file: string): KnownFailures => {
  const content = contentOf(file)
  const validate = createAjv({ strict: false, validateSchema: false }).compile(knownFailuresSchema())
  if (!validate(content)) throw complaint(file, validate.errors![0]!, content)
  const { known, flaky, blocked } = content as {
    [List in keyof Omit<KnownFailures, 'file'>]?: KnownFailures[List] | null
  }
  const found = {
    file,
    known: known ?? [],
    flaky: flaky ?? [],
    blocked: blocked ?? [],
  }
  checkEntries(file, found)
  checkBlocked(file, found)
  return found
}

/** The file that was named, or the default one where there is one. `false` for none at all. */
export const findKnownFailures = (named: string | false | undefined): KnownFailures | null => {
  if (named === false) return null
  if (named !== undefined) return readKnownFailures(named)
  return existsSync(defaultFile) ? readKnownFailures(defaultFile) : null
}
