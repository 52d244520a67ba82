// What a kind of scaffold is: what it writes, and what it leaves to be written.
import { CodedError } from '../../conformance/contract/coded-error.ts'
import { nearMatches } from '../../reports/near-matches.ts'

/** The files of the repository, by path from its root. */
export type Tree = { read(path: string): string; has(path: string): boolean; list(folder: string): string[] }

type Plan = {
  /** The whole text of each file that is made or changed, by path. */
  writes: ReadonlyMap<string, string>
  /** What is left to write, a line each: a path or a command, and what to do there. */
  left: readonly string[]
}

export type Kind = { usage: string; plan(words: readonly string[], tree: Tree): Plan }

/** What a scaffold leaves open; a test finds every place where it still stands. */
export const todo = 'TODO:'

export const usageError = (kind: string, usage: string): CodedError =>
  new CodedError('missing_argument', `${kind} needs other arguments; give npm run new -- ${kind} ${usage}.`)

/** A change of the OpenAPI document has more values be valid, or fewer. */
export const recordMeaning =
  'node dist/scripts/record-openapi-meaning.js: records which values the OpenAPI document permits now, once it is written'

/** @throws CodedError `bad_name` */
export const fit = (what: string, name: string, form: RegExp, example: string): string => {
  if (form.test(name)) return name
  throw new CodedError('bad_name', `The ${what} ${name} must be like ${example}; give another.`)
}

/** @throws CodedError `exists` */
export const refuseExisting = (isThere: boolean, what: string, name: string, path: string): void => {
  if (isThere)
    throw new CodedError('exists', `The ${what} ${name} must be new, but ${path} has it; choose another name.`)
}

/** What to do about a name that there is not: the nearest that there are, or else what the caller says. */
export const advice = (name: string, known: readonly string[], otherwise: string): string => {
  const near = nearMatches(name, known, 3)
  return near.length > 0 ? `did you mean ${near.join(', ')}? Otherwise ${otherwise}` : otherwise
}

/** @throws CodedError `unknown_area` */
export const requireArea = (kind: string, id: string, areas: readonly string[]): string => {
  const [area = ''] = id.split('.')
  if (areas.includes(area)) return area
  const next = advice(area, areas, `choose one of ${areas.join(', ')}.`)
  throw new CodedError(
    'unknown_area',
    `The ${kind} ${id} must be of an area that there is, but ${area} is none; ${next}`,
  )
}

const ruleId = /(?<=^  - id: ).+$/gm

/** @throws CodedError `unknown_rule` */
export const requireRule = (tree: Tree, id: string): string => {
  const path = `fixtures/rules/${id.split('.')[0]}.yaml`
  const known = tree.has(path) ? [...tree.read(path).matchAll(ruleId)].map(([one]) => one) : []
  if (known.includes(id)) return id
  throw new CodedError(
    'unknown_rule',
    `The rule ${id} must stand in ${path}, which has no such row; ${advice(id, known, `run npm run new -- rule ${id} first.`)}`,
  )
}
