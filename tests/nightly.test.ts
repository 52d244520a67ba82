// The nightly job: one seed for all of its steps, printed, and enough to repeat a night; `npm` is a script that notes its calls.
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Test } from 'tap'
import { root } from './places.ts'

type Night = { seed?: string; failing?: string }

/** `failing` is the script of package.json that fails. */
const nightly = (t: Test, { seed, failing = 'none' }: Night) => {
  const folder = t.testdir()
  const calls = join(folder, 'calls')
  writeFileSync(calls, '')
  const exported = join(folder, 'exported')
  writeFileSync(exported, '')
  writeFileSync(
    join(folder, 'npm'),
    `#!/bin/sh\necho "$*" >> '${calls}'\necho "$ASSAY_NIGHTLY_SEED" >> '${exported}'\ncase "$*" in *' ${failing} '*) exit 1 ;; esac\n`,
  )
  chmodSync(join(folder, 'npm'), 0o755)
  const { ASSAY_NIGHTLY_SEED: _own, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(join(root, '.ci/nightly'), {
    encoding: 'utf8',
    env: { ...env, PATH: `${folder}:${process.env['PATH']}`, ...(seed !== undefined && { ASSAY_NIGHTLY_SEED: seed }) },
  })
  const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trim().split('\n')
  return { status, stdout, stderr, calls: linesOf(calls), exported: new Set(linesOf(exported)) }
}

/** The seeds that the calls name, whatever their option is called. */
const seedsOf = (calls: readonly string[]): string[] =>
  calls.flatMap((call) => /--(?:from|seed) (\S+)/.exec(call)?.slice(1) ?? [])

t.test('every step takes the seed that is given, and it is printed', async (t) => {
  const { status, stdout, calls } = nightly(t, { seed: '20260131' })
  t.equal(status, 0, stdout)
  t.same(seedsOf(calls), ['20260131', '20260131', '20260131'])
  t.match(stdout, /^Seed: 20260131$/m)
  t.ok(calls.includes('audit --omit=dev'), 'known holes of what users install are looked for')
  const scripts = Object.keys(
    (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }).scripts,
  )
  const run = calls.flatMap((call) => /^run -s (\S+)/.exec(call)?.slice(1) ?? [])
  t.same(run, ['test:nightly', 'soundness', 'seeds', 'audit-thresholds', 'lab', 'adequacy'])
  t.same(
    run.filter((script) => !scripts.includes(script)),
    [],
    'they are scripts of package.json',
  )
})

t.test('the date is the seed where none is given', async (t) => {
  const { stdout, calls, exported } = nightly(t, {})
  const [seed] = seedsOf(calls)
  t.strictSame([...exported], [seed], 'tests that draw get it too')
  t.match(seed, /^20\d{6}$/)
  t.match(stdout, `Seed: ${seed}\n`)
})

t.test(
  'a step that fails fails the night, the others run all the same, and the way to repeat it is shown',
  async (t) => {
    const { status, stdout, calls } = nightly(t, { seed: '7', failing: 'seeds' })
    t.equal(status, 1)
    t.equal(seedsOf(calls).length, 3)
    t.match(stdout, /^Failed: npm run -s seeds -- /m)
    t.match(stdout, 'Repeat with: ASSAY_NIGHTLY_SEED=7 .ci/nightly')
  },
)

t.test('what is no seed is refused before anything runs', async (t) => {
  for (const seed of ['tonight', '0', '-1', '1.5', '12345678901']) {
    const { status, stderr, calls } = nightly(t, { seed })
    t.equal(status, 3, seed)
    t.match(stderr, `not '${seed}'`)
    t.same(calls, [''], seed)
  }
})
