// The history from the commit on that brought the hook: every subject is one that the hook takes.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from './places.ts'

const hook = '.githooks/commit-msg'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/** Those since the hook came, the newest first; null where this is no clone, or one without its history. */
const subjects = (): string[] | null => {
  try {
    const [first] = git('log', '--diff-filter=A', '--format=%H', '--', hook)
    return first === undefined ? null : git('log', '--no-merges', '--format=%s', `${first}..HEAD`)
  } catch {
    return null
  }
}

const refused = (message: string, folder: string): boolean => {
  const file = join(folder, 'message')
  writeFileSync(file, message)
  return spawnSync('sh', [hook, file], { cwd: root, stdio: 'ignore' }).status !== 0
}

t.test('the hook takes a short subject with an area, and refuses others', async (t) => {
  const folder = t.testdir()
  t.notOk(refused('store: remove only what assay made\n\nwhy', folder))
  t.notOk(refused(`docs: ${'x'.repeat(66)}`, folder), '72 characters')
  t.ok(refused(`docs: ${'x'.repeat(67)}`, folder), '73 characters')
  for (const subject of [
    'wip',
    'A sentence without an area',
    'Docs: an area in capitals',
    'docs, tests: two areas',
    'docs:',
    '',
  ])
    t.ok(refused(subject, folder), subject)
})

t.test('every commit since then has such a subject', async (t) => {
  const since = subjects()
  if (since === null) return t.pass('there is no history here')
  // A start of the hook for each of them would take seconds.
  const take = (lines: readonly string[]): string =>
    spawnSync('sh', [hook], { cwd: root, input: lines.join('\n'), encoding: 'utf8' }).stderr
  t.strictSame(take(since), '')
  for (const subject of ['wip', `docs: ${'x'.repeat(67)}`])
    t.match(take([...since, subject, 'docs: one more']), `it is "${subject}".`, 'one among many is refused')
})
