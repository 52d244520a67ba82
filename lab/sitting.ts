// Which code a sitting of the lab judges, and which entries it has run: an interrupted sitting goes on where it stopped.
import { execFileSync } from 'node:child_process'
import type { Entry } from './entry.ts'
import { root } from './places.ts'
import type { Seen } from './seen.ts'

/** What the lab itself writes changes nothing that it judges. */
const written = ['docs/clients*.md', 'docs/proxies.md', 'lab/results.md', 'lab/seen.json']

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trimEnd()

/** Null where the files are those of no commit. */
export const judgedCommit = (): string | null => {
  try {
    const others = written.map((file) => `:(exclude)${file}`)
    return git('status', '--porcelain', '--', '.', ...others) === '' ? git('rev-parse', '--short=10', 'HEAD') : null
  } catch {
    return null
  }
}

/** A row without its commit tells nothing about this code. */
export const leftOf = (entries: readonly Entry[], seen: Seen, commit: string | null): Entry[] =>
  entries.filter(({ id }) => commit === null || seen[id]?.commit !== commit)
