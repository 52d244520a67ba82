// An entry of the lab: a folder of data with the source of a small program, as people write it who use that library.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { lab } from './places.ts'
import type { Language } from './versions.ts'

/** Each kind, and its folder. */
const folders = {
  client: 'clients',
  recorder: 'recorders',
  receiver: 'receivers',
  proxy: 'proxies',
  server: 'servers',
} as const
type Kind = keyof typeof folders
const kinds = Object.keys(folders) as Kind[]

/** One way to set up a proxy or to write JSON: a configuration to start with, or the name that the program finds in LAB_VARIANT. */
export type Variant = {
  /** With {port}, {backend}, {folder}, {cert} and {key} in it. */
  config?: string
  /** It ends TLS; the service then gives out addresses of https. */
  tls?: boolean
  /** 0, or 1 where a rule is violated, unless given. */
  exit_code?: number
  /** Kind and key of each cause. */
  causes?: string[]
  /** Of a server: the kinds of what is wrong, in place of every rule; all else must be judged. */
  kinds?: string[]
  /** The code of why there is no verdict. */
  reason?: string
}

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
  /** What the audit recognises it by where it sends no User-Agent: the names of its headers, in their order, as it writes them. */
  header_names: string | null
  /** Of a proxy: the command that starts it, with {config} in it. */
  start: string | null
  /** Of a proxy and of a server: in each of these it is judged; as it is, where there are none. */
  variants: Record<string, Variant>
  /** Of a proxy: what to set in it, in a sentence for docs/proxies.md. */
  remedy: string | null
  source: string
}

const sources: Record<Language, string> = {
  python: 'main.py',
  node: 'main.mjs',
  go: 'main.go',
  rust: 'main.rs',
  java: 'Main.java',
  ruby: 'main.rb',
  php: 'main.php',
  debian: 'run.sh',
}

export const sourceOf = (language: Language): string => sources[language]

const readEntry = (kind: Kind, name: string): Entry => {
  const folder = join(lab, folders[kind], name)
  const given = parse(readFileSync(join(folder, 'entry.yaml'), 'utf8')) as Partial<Entry> & { title: string }
  const {
    title,
    language = 'node',
    packages = [],
    expected = {},
    corrected = {},
    corrections = [],
    user_agent = null,
    header_names = null,
    start = null,
    variants = {},
    remedy = null,
  } = given
  const source = join(folder, sourceOf(language))
  return {
    id: `${folders[kind]}/${name}`,
    kind,
    name,
    title,
    language,
    packages,
    expected,
    corrected,
    corrections,
    user_agent,
    header_names,
    start,
    variants,
    remedy,
    source: existsSync(source) ? readFileSync(source, 'utf8') : '',
  }
}

export const readEntries = (): Entry[] =>
  kinds.flatMap((kind) => {
    const folder = join(lab, folders[kind])
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
