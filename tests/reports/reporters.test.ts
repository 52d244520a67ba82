// The table of reporters: which are used, and that one that breaks takes nothing else with it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  chooseReporters,
  createReporters,
  reporterKinds,
  reporterNames,
  type Place,
} from '../../reports/reporters/index.ts'
import { namesAsked } from '../../reports/reporters/asked.ts'
import { claimReports } from '../../reports/reporters/report-folder.ts'
import { together } from '../../reports/reporters/together.ts'
import { hostileEvents, stamped } from './hostile-run.ts'

const usual = ['json', 'ndjson', 'plans', 'junit', 'markdown', 'badge', 'terminal']

const placeIn = (directory: string, env: Place['env'] = {}) => {
  const written: string[] = []
  const place: Place = { directory, env, colour: false, write: (text) => void written.push(text) }
  return { place, written }
}

/** Every reporter over one run; gives what was printed and what broke. */
const report = async (directory: string, names: readonly string[], env: Place['env'] = {}) => {
  const { place, written } = placeIn(directory, env)
  const unopened: string[] = []
  const all = together(createReporters(names, place, (message) => unopened.push(message)))
  for (const event of stamped(hostileEvents())) all.event(event)
  await all.close()
  return { written: written.join(''), broken: [...unopened, ...all.broken] }
}

t.test('the usual ones, those asked for, and all', async (t) => {
  const chosen = (asked: string[], env: Place['env'] = {}) => chooseReporters(asked, { env }).names
  t.strictSame(
    chosen([]).filter((name) => name !== 'html'),
    usual,
  )
  t.strictSame(chosen(['har', 'json']), ['json', 'har'])
  t.strictSame(chosen(['all']), reporterNames)
  t.ok(chosen(['default', 'har']).includes('har') && chosen(['default', 'har']).includes('junit'))
  t.ok(chosen([], { GITHUB_ACTIONS: 'true' }).includes('annotations'))
  t.throws(() => namesAsked(['jnit'], {}), {
    code: 'unknown_reporter',
    exitCode: 3,
    message: /^--reporter jnit is none; did you mean junit\? There are json, ndjson, .*, default, all\.$/,
  })
  t.throws(() => namesAsked(['zzz'], {}), { message: /^--reporter zzz is none; choose of json, .*, all\.$/ })
})

t.test('each writes its file, and nothing of an earlier run is left', async (t) => {
  const directory = t.testdir({ 'junit.xml': 'of yesterday', 'report.json': '{ "suite": { "name": "assay" } }' })
  const { place } = placeIn(directory)
  claimReports(directory, ['junit.xml', 'report.json'])
  const [first] = stamped(hostileEvents())
  const all = together(createReporters(['junit', 'json'], place, () => undefined))
  all.event(first!)
  t.notOk(existsSync(join(directory, 'junit.xml')), 'gone as soon as a run begins')
  t.notOk(existsSync(join(directory, 'report.json')))
  const { broken } = await report(directory, reporterNames)
  t.strictSame(broken, [])
  for (const { file } of Object.values(reporterKinds)) if (file !== null) t.ok(existsSync(join(directory, file)), file)
})

t.test('the job summary of GitHub gets the Markdown, after what it holds', async (t) => {
  const directory = t.testdir({ step: 'before\n' })
  const { written } = await report(directory, ['markdown', 'annotations'], {
    GITHUB_STEP_SUMMARY: join(directory, 'step'),
  })
  t.equal(
    readFileSync(join(directory, 'step'), 'utf8'),
    `before\n${readFileSync(join(directory, 'summary.md'), 'utf8')}`,
  )
  t.match(written, /^::error title=list\.b::/)
})

t.test('one that throws is named, and the others go on', async (t) => {
  const got: string[] = []
  const all = together([
    {
      name: 'bad',
      event: () => {
        throw new Error('no more')
      },
    },
    {
      name: 'late',
      event: () => undefined,
      close: async () => {
        throw new Error('not closed')
      },
    },
    { event: ({ type }) => void got.push(type) },
  ])
  for (const event of stamped(hostileEvents())) all.event(event)
  await all.close()
  t.equal(got.length, hostileEvents().length)
  t.strictSame(all.broken, ['bad: no more', 'late: not closed'])
})

t.test('a file that cannot be written loses its reporter alone', async (t) => {
  const directory = t.testdir()
  for (const name of ['run.ndjson', 'badge.svg', 'report.json']) {
    mkdirSync(join(directory, name))
    writeFileSync(join(directory, name, 'x'), '')
  }
  const { broken } = await report(directory, ['ndjson', 'json', 'badge', 'junit', 'markdown'])
  t.match(broken.toSorted(), [/^badge: /, /^json: /, /^ndjson: /])
  t.ok(existsSync(join(directory, 'junit.xml')) && existsSync(join(directory, 'summary.md')))
})
