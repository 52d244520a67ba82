// An entry of the lab: a folder of data with the source of a small program, as people write it who use that library.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { lab } from './places.ts'
import type { Language } from './versions.ts'

const kinds = ['client', 'recorder', 'receiver', 'proxy', 'server'] as const
type Kind = (typeof kinds)[number]

/** One place of the source that is written otherwise, and the rule that then holds. */
type Correction = { rule: string; replace: string; with: string }

export type Entry = {
  /** `clients/got`: its folder. */
  id: string
  kind: Kind
  name: string
  title: string
  language: Language
  packages: string[]
  /** What must come out, by scenario: rules that are violated, beyond those of `plain`. What is not named must come out with none. */
  expected: Record<string, string[]>
  /** What the same scenarios must come to once the source is corrected: none violated, unless it is named here. */
  corrected: Record<string, string[]>
  corrections: Correction[]
  /** What the audit recognises the library by. */
  user_agent: string | null
  /** What this kind takes besides. */
  options: Record<string, unknown>
  source: string
}

const sources: Record<Language, string> = {
  python: 'main.py',
  node: 'main.mjs',
  go: 'main.go',
  rust: 'main.rs',
  java: 'Main.java',
  debian: 'run.sh',
}

export const sourceOf = (language: Language): string => sources[language]

const readEntry = (kind: Kind, name: string): Entry => {
  const folder = join(lab, `${kind}s`, name)
  const given = parse(readFileSync(join(folder, 'entry.yaml'), 'utf8')) as Partial<Entry> & { title: string }
  const {
    title,
    language = 'node',
    packages = [],
    expected = {},
    corrected = {},
    corrections = [],
    user_agent = null,
  } = given
  const { options = {} } = given
  const source = join(folder, sourceOf(language))
  return {
    id: `${kind}s/${name}`,
    kind,
    name,
    title,
    language,
    packages,
    expected,
    corrected,
    corrections,
    user_agent,
    options,
    source: existsSync(source) ? readFileSync(source, 'utf8') : '',
  }
}

export const readEntries = (): Entry[] =>
  kinds.flatMap((kind) => {
    const folder = join(lab, `${kind}s`)
    if (!existsSync(folder)) return []
    const names = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'entry.yaml')))
    return names.toSorted().map((name) => readEntry(kind, name))
  })

/** The source with each correction made; a place that is not there once is an error of the entry. */
export const correctedSource = ({ id, source, corrections }: Entry): string =>
  corrections.reduce((text, { replace, with: better }) => {
    if (text.split(replace).length !== 2) throw new Error(`${id}: its source must hold once: ${replace}`)
    return text.replace(replace, () => better)
  }, source)
