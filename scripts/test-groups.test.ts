// Files that share a process: each is reported as if it ran alone, and what one of them does to the process costs no other its outcome.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import t, { type Test } from 'tap'
import { assertionCounts } from './assertion-counts.ts'
import { failureIn, root, run, testJob, type Outcome } from './job.ts'
import { groupOf, grouped, isLong, outcomesOf } from './test-groups.ts'

const runner = join(root, '.cache', 'node_modules', '@tapjs', 'core', 'tap.mjs')

/** Named as if they were compiled from sources. */
const written = (t: Test, bodies: Record<string, string>): string[] => {
  const folder = t.testdir({})
  mkdirSync(folder, { recursive: true })
  return Object.entries(bodies).map(([name, body]) => {
    const file = join(folder, `${name}.test.js`)
    writeFileSync(file, `import t from ${JSON.stringify(runner)}\n${body}\n`)
    return relative(join(root, 'dist'), file).replace(/js$/, 'ts')
  })
}

const ofGroup = async (files: readonly string[], { seconds = 30, silence = 30 } = {}) => {
  const group = { ...groupOf(files, seconds), silence }
  const { outcomes, left } = outcomesOf({ ...group, ...(await run(group)) })
  const nameOf = (file: string): string => file.replace(/.*\//, '').replace('.test.ts', '')
  return { outcomes: new Map(outcomes.map((one) => [nameOf(one.name), one])), left: left.map(nameOf) }
}

const countsOf = (outcome: Outcome | undefined) => outcome && { ...assertionCounts(outcome), code: outcome.code }

const fine = `t.test('fine', async (t) => { t.ok(true); t.equal(1, 1) }); t.pass('at the top')`

t.test('each file has the counts that it has alone, and fails alone', async (t) => {
  const files = written(t, {
    first: fine,
    broken: `t.test('outer', async (t) => { t.test('inner', async (t) => { t.equal(1, 2, 'one is two') }) })`,
    skipped: `t.test('not here', { skip: 'why' }, async () => undefined); t.ok(true)`,
    last: `${fine}; t.teardown(() => undefined)`,
  })
  const { outcomes, left } = await ofGroup(files)
  t.strictSame(left, [])
  for (const [index, [name, outcome]] of [...outcomes].entries())
    t.strictSame(countsOf(outcome), countsOf(await run(testJob(files[index]!, 30))), name)
  t.strictSame(
    [...outcomes].filter(([, { code }]) => code !== 0).map(([name]) => name),
    ['broken'],
  )
  t.match(failureIn(outcomes.get('broken')!), /not ok .*one is two/)
})

t.test('a file that ends the process fails, and those after it are left for another', async (t) => {
  const { outcomes, left } = await ofGroup(
    written(t, { first: fine, ends: `t.test('ends', async () => process.exit(0))`, last: fine }),
  )
  t.equal(outcomes.get('first')?.code, 0)
  t.ok(assertionCounts(outcomes.get('ends')!).fail > 0)
  t.strictSame(left, ['last'])
})

t.test('a file that cannot be loaded fails with what it said', async (t) => {
  const { outcomes } = await ofGroup(written(t, { first: `throw new Error('of its own')`, last: fine }))
  t.match(failureIn(outcomes.get('first')!), /of its own/)
  t.equal(outcomes.get('last')?.code, 0)
})

t.test('an error that nobody waits for makes the file under way fail', async (t) => {
  const { outcomes } = await ofGroup(
    written(t, {
      first: fine,
      late: `t.test('late', (t) => { setTimeout(() => { throw new Error('late') }, 20); setTimeout(() => t.end(), 200) })`,
      last: fine,
    }),
  )
  t.strictSame(
    [...outcomes].map(([name, outcome]) => [name, assertionCounts(outcome).fail > 0]),
    [
      ['first', false],
      ['late', true],
      ['last', false],
    ],
  )
})

t.test('the limit is that of a file, and so is the time without output', async (t) => {
  const waits = `globalThis.open = setInterval(() => undefined, 1000); t.test('waits', () => new Promise(() => undefined))`
  const last = `clearInterval(globalThis.open); ${fine}`
  const slow = await ofGroup(written(t, { first: fine, slow: waits, last }), { seconds: 1 })
  t.strictSame(
    [...slow.outcomes].map(([name, { code }]) => [name, code]),
    [
      ['first', 0],
      ['slow', 1],
      ['last', 0],
    ],
  )
  t.match(failureIn(slow.outcomes.get('slow')!), /not ok .*timeout/)
  const stuck = await ofGroup(written(t, { first: fine, stuck: waits, last: fine }), { silence: 1 })
  t.equal(stuck.outcomes.get('first')?.code, 0)
  t.match(failureIn(stuck.outcomes.get('stuck')!), /stuck: .* printed nothing for/)
  t.strictSame(stuck.left, ['last'])
})

t.test('a process that fails after its files, or before them, is not taken for right', async (t) => {
  const { outcomes } = await ofGroup(
    written(t, { first: fine, last: `${fine}; process.once('exit', () => { process.exitCode = 7 })` }),
  )
  t.equal(outcomes.get('first')?.code, 0)
  t.equal(outcomes.get('last')?.code, 7)
  const group = groupOf(['a.test.ts', 'b.test.ts'], 30)
  const died = outcomesOf({ ...group, code: 9, seconds: 1, output: '', errors: 'no such option' })
  t.match(died, { outcomes: [{ name: 'a.test.ts', code: 9, errors: 'no such option' }], left: ['b.test.ts'] })
})

t.test('a process that does not end fails the file that left something open, and not the last', async (t) => {
  const opens = `globalThis.open = setInterval(() => undefined, 1000); ${fine}`
  const { outcomes } = await ofGroup(
    written(t, {
      first: fine,
      opens: `import { createServer } from 'node:net'; createServer().listen(0, '127.0.0.1'); ${fine}`,
      brief: opens,
      closes: `clearInterval(globalThis.open); ${fine}`,
      last: fine,
    }),
    { silence: 1 },
  )
  t.strictSame(
    [...outcomes].filter(([, outcome]) => assertionCounts(outcome).fail > 0).map(([name]) => name),
    ['opens'],
  )
  t.match(failureIn(outcomes.get('opens')!), /stuck: .* printed nothing for .*; it left open: TCPServerWrap$/m)
})

t.test('what is slow shares no process, whether or not its seconds are recorded', async (t) => {
  const long = (file: string) => isLong(file, { 'tests/recorded.test.ts': 7 })
  t.ok(long('tests/recorded.test.ts'))
  t.ok(long('tests/slow/unrecorded.test.ts'))
  t.ok(long('tests/nightly/unrecorded.test.ts'))
  t.ok(long('tests/conform.test.ts'), 'it reads a recorded run')
  t.notOk(long('scripts/test-groups.test.ts'))
})

t.test('groups are of about one size, and keep the order', async (t) => {
  const files = Array.from({ length: 50 }, (_, index) => `${index}`)
  t.strictSame(grouped(files).flat(), files)
  t.strictSame(
    grouped(files).map(({ length }) => length),
    [17, 17, 16],
  )
  t.strictSame(grouped([]), [])
})
