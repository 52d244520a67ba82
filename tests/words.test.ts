// What users read speaks the words of docs/glossary.md: help, pages, the contract's data, and the names of reports' parts; the code does not go
// back to names that it had.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import t from 'tap'
import { adequacyCommand } from '../proof/cli/adequacy.ts'
import type { Injected } from '../proof/matrix/injected.ts'
import { auditCommand } from '../conformance/cli/audit.ts'
import { compareCommand } from '../conformance/cli/compare.ts'
import { serviceRules } from '../conformance/contract/contract.ts'
import { explainCommand } from '../conformance/cli/explain.ts'
import { mergeCommand } from '../conformance/cli/merge.ts'
import { judgeCommand } from '../conformance/cli/judge.ts'
import { receiverCommand } from '../conformance/cli/receiver.ts'
import { replayCommand } from '../conformance/cli/replay.ts'
import { rulesCommand } from '../conformance/cli/rules.ts'
import { conformCommand } from '../conformance/cli/conform.ts'
import { watchCommand } from '../conformance/cli/watch.ts'
import { reportCommand } from '../reports/command.ts'
import { defects } from '../proof/defects/index.ts'
import { advanceCommand } from '../simulator/cli/remote/advance.ts'
import { faultCommand } from '../simulator/cli/remote/fault.ts'
import { resetCommand } from '../simulator/cli/remote/reset.ts'
import { stopCommand } from '../simulator/cli/remote/stop.ts'
import { initCommand } from '../conformance/cli/init.ts'
import { simulateCommand } from '../simulator/cli/command.ts'
import { execCommand } from '../simulator/cli/exec/command.ts'
import { healthCommand } from '../simulator/cli/health-command.ts'
import { listenCommand } from '../simulator/cli/listen/command.ts'
import { triggerCommand } from '../simulator/cli/trigger/command.ts'
import { dialectIn, formerNamesIn } from './dialect.ts'
import { root } from './places.ts'

const embedded = { command: 'node', args: [] }
const injected = { defects: async () => defects } as unknown as Injected

const commands: Command[] = [
  advanceCommand(),
  faultCommand(),
  initCommand(),
  resetCommand(),
  stopCommand(),
  adequacyCommand(injected),
  auditCommand(),
  compareCommand(),
  conformCommand({ embedded }),
  execCommand(),
  explainCommand(injected),
  healthCommand(),
  judgeCommand(),
  listenCommand(),
  mergeCommand(),
  receiverCommand(),
  replayCommand({ embedded }),
  reportCommand(),
  rulesCommand(injected),
  simulateCommand(),
  triggerCommand(),
  watchCommand({ program: embedded }),
]

t.test('a word of the dialect is found, and those that only look like it are not', async (t) => {
  t.equal(dialectIn('The order is told of it by itself.').length, 2)
  t.equal(dialectIn('2 rules are broken').length, 1)
  t.strictSame(dialectIn('A recommended amendment: the telling forgood of rehearsed tellers.'), [])
  t.equal(formerNamesIn("emit({ type: 'journey-shared' }) // told anew").length, 3)
  t.strictSame(formerNamesIn("'auth.revoked-client-has-its-code', 'on-command', 'off-hold-never-ends', amended"), [])
})

t.test('the help of every command', async (t) => {
  for (const command of commands) t.strictSame(dialectIn(command.helpInformation()), [], command.name())
})

t.test('the README, CONTRIBUTING and docs', async (t) => {
  const pages = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
  for (const page of ['README.md', 'CONTRIBUTING.md', 'fixtures/README.md', ...pages])
    t.strictSame(dialectIn(readFileSync(join(root, page), 'utf8')), [], page)
})

t.test('rules and defects', async (t) => {
  const texts = [
    ...serviceRules().map(({ id, text }) => [id, text] as const),
    ...defects.map(({ id, bug }) => [id, bug] as const),
  ]
  t.strictSame(
    texts.flatMap(([id, text]) => dialectIn(text).map((found) => `${id}: ${found}`)),
    [],
  )
})

/** What reads files with the former names, keeps one for readers of a file, sends it, or lists the words. */
const keepers = new Set([
  'conformance/engine/contexts.ts',
  'conformance/scenarios/paced-order.ts',
  'tests/dialect.ts',
  'tests/reports/page-words.test.ts',
  'tests/reports/renderers.test.ts',
  'tests/words.test.ts',
])

t.test('the code, the schemas of files and the measured costs', async (t) => {
  const folders = [
    'conformance',
    'fixtures/schemas',
    'own-files',
    'lab',
    'proof',
    'reports',
    'scripts',
    'simulator',
    'tests',
  ]
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  // Where a run was made in the repository, its reports are none of ours.
  const read = files.filter((name) => /\.(?:ts|json)$/.test(name) && !/node_modules|^reports\/out\//.test(name))
  const found = new Map(read.map((file) => [file, formerNamesIn(readFileSync(join(root, file), 'utf8'))]))
  const named = [...found].filter(([, names]) => names.length > 0)
  t.strictSame(
    named.filter(([file]) => !keepers.has(file)),
    [],
  )
  t.strictSame(named.map(([file]) => file).toSorted(), [...keepers].toSorted(), 'what is kept is still there')
})
