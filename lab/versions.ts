// The versions of all that the lab installs: one file, by language.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { lab } from './places.ts'

export type Language = 'python' | 'node' | 'go' | 'rust' | 'java' | 'ruby' | 'php' | 'debian'

export type Package = { name: string; /** Null: the newest. */ version: string | null }

const versions = parse(readFileSync(`${lab}versions.yaml`, 'utf8')) as Record<Language, Record<string, string>>

/** @param newest instead of the pinned versions */
export const pinned = (language: Language, names: readonly string[], newest: boolean): Package[] =>
  names.map((name) => {
    const version = versions[language]?.[name]
    if (version === undefined) throw new Error(`lab/versions.yaml must have a version of ${name} under ${language}.`)
    return { name, version: newest ? null : String(version) }
  })

/** What was installed in another version than the pinned one. */
export const moved = (
  language: Language,
  names: readonly string[],
  installed: Readonly<Record<string, string>>,
): string[] =>
  pinned(language, names, false).flatMap(({ name, version }) =>
    installed[name] === version ? [] : [`${name} ${version} → ${installed[name]}`],
  )
