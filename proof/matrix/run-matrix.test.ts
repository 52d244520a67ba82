// The parts of a kill matrix joined are the single run; what are not the parts of one matrix is refused by name; and what an
// interruption left out is listed as not run. The workers are made up: they answer at once, from the name of the defect.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t, { type Test } from 'tap'
import { removeMade } from '../../tests/remove-made.ts'
import type { KillMatrix } from '../report/kill-matrix.ts'
import { matrixSchema } from '../../conformance/contract/contract.ts'
import { adequacyCommand } from '../cli/adequacy.ts'
import type { Defect, Injected } from './injected.ts'
import type { MatrixPart } from './matrix-part.ts'
import { runWhole } from './run-matrix.ts'

const rule = 'account.has-company-id'
const defectsNamed = (...ids: string[]): Defect[] => ids.map((id) => ({ id, breaks: rule, bug: 'Something.' }))

const plain = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const troubled = ['killed-by-the-rerun', 'odd-at-first', 'odd-always', 'never-caught', 'fails-to-run']

/** A check that fails for nothing where the name of the run says so. */
const idle = 'feed.specimens-stay-out'

/** What a worker would answer; the file has a line for each look, so that the second can differ. */
const worker = `
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
const asked = process.argv.at(-1)
const found = (by, nth) => ({ rule: '${rule}', by, during: 'account.x', source: 'account.x', nth, requests: 3 })
const stage = (rest) => ({ stage: 'targeted', budget: null, caught: null, also: [], finders: [], verdicts: { 'account.x': 'fail' },
  outcome: 'complete', reason: null, reproducer: null, shortened: null, requests: 3, ms: 1, ...rest })
const run = { outcome: 'complete', reason: null, found: [], requests: 4, sources: ['preflight', 'account.x', 'account.x', 'account.x'],
  checks: { 'account.x': { verdict: 'pass', at: 4 } }, reproducer: null, shortened: null, ms: 1 }
const examine = ({ defect: { id }, whole, budgets, random }) => {
  const before = existsSync(asked) ? readFileSync(asked, 'utf8').split('\\n') : []
  const again = before.includes(id)
  appendFileSync(asked, id + '\\n')
  if (id === 'fails-to-run') throw new Error('it cannot be run')
  const isCaught = id !== 'never-caught' && (id !== 'killed-by-the-rerun' || again)
  const isOdd = id === 'odd-always' || (id === 'odd-at-first' && !again)
  const caught = isCaught ? found(id.length % 2 ? 'invariant.fields' : 'account.x', id.length) : null
  const also = isOdd ? [{ ...found('account.x', 1), rule: 'order.odd' }] : []
  return { defect: id, cpuMs: id.length, stages: [
    stage({ caught, also, finders: ['account.x'] }),
    ...(whole === 'measured' ? [stage({ stage: 'whole', caught, also, requests: 900 })] : []),
    ...budgets.map((budget) => stage({ stage: 'budget', budget, caught: budget > 200 ? caught : null })),
    ...(random > 0 ? [stage({ stage: 'random', caught: id.length > 3 ? caught : null })] : []),
  ] }
}
const answer = ({ id, do: what, order, alone, budget }) => {
  if (what === 'reference') return { id, reference: { budget, run, cpuMs: 5 } }
  if (what === 'alone') return { id, tried: { check: alone.check, defect: /idle/.test(asked) && alone.check === '${idle}' ? null : 'one', cpuMs: 1 } }
  return { id, examination: examine(order) }
}
process.on('message', (job) => {
  if (job.order?.defect.id === 'never-answers') return appendFileSync(asked, 'never-answers\\n')
  try { process.send(answer(job)) } catch (error) { process.send({ id: job.id, failed: error.message }) }
})
process.on('disconnect', () => process.exit(0))
process.send('ready')
`

const folder = t.testdir({ 'worker.mjs': worker })
const at = (...parts: string[]): string => join(folder, ...parts)

const injectedWith = (defects: readonly Defect[], name: string): Injected => ({
  defects: async () => defects,
  start: () => Promise.reject(new Error('no simulator is needed')),
  worker: { module: at('worker.mjs'), args: [at(`${name}.asked`)] },
})

type Ended = { code: number; text: string }

/** As the program runs it, but in this process; a refusal has its own code. */
const adequacy = async (defects: readonly Defect[], name: string, ...args: string[]): Promise<Ended> => {
  let code = -1
  let text = ''
  const shell = { print: (part: string) => void (text += part), end: (given: number) => void (code = given) }
  const command = adequacyCommand(injectedWith(defects, name), shell)
    .exitOverride()
    .configureOutput({ writeErr: () => {} })
  await command.parseAsync(['--workers', '1', '--report-dir', at(name), ...args], { from: 'user' })
  return { code, text }
}

const matrixIn = (...parts: string[]): MatrixPart =>
  JSON.parse(readFileSync(at(...parts, 'matrix.json'), 'utf8')) as MatrixPart

const times = new Set(['started_at', 'duration_ms', 'workers', 'merged'])
const withoutTimes = (matrix: KillMatrix) =>
  Object.fromEntries(Object.entries(matrix).filter(([key]) => !times.has(key)))

const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(matrixSchema())
const keepsSchema = (t: Test, ...parts: string[]) => t.ok(validate(matrixIn(...parts)), JSON.stringify(validate.errors))

const measures = ['--whole', '2', '--random', '3']

/** The single run, and the same in parts. */
const both = async (name: string, defects: readonly Defect[], of: number, ...args: string[]) => {
  const single = await adequacy(defects, `${name}-single`, ...measures, ...args)
  const parts: Ended[] = []
  for (let index = 1; index <= of; index += 1) {
    const part = ['--shard', `${index}/${of}`, '--report-dir', at(`${name}-parts`, String(index))]
    parts.push(await adequacy(defects, `${name}-${index}`, ...measures, ...args, ...part))
  }
  const merged = await adequacy(defects, `${name}-merged`, '--merge', at(`${name}-parts`))
  return { single, parts, merged }
}

for (const [of, sound] of [
  [1, plain],
  [3, plain],
  [10, []],
] as const)
  t.test(`${of} parts joined are the single run in all but its times, troubles and exit code included`, async (t) => {
    const name = `troubled-${of}`
    const { single, parts, merged } = await both(name, defectsNamed(...sound, ...troubled), of)
    const [whole, joined] = [matrixIn(`${name}-single`), matrixIn(`${name}-merged`)]
    t.strictSame(withoutTimes(joined), withoutTimes(whole))
    t.strictSame(whole.summary, { killed: sound.length + 3, survived: 1, inconclusive: 1, not_run: 0 })
    t.strictSame(whole.settled_by_rerun.toSorted(), ['killed-by-the-rerun', 'odd-at-first'])
    t.equal(whole.references.length, 4)
    t.ok(whole.alone!.length > 0, 'idle checks were tried')
    t.equal(single.code, 2, 'one defect could not be judged')
    t.equal(merged.code, single.code)
    t.strictSame(
      joined.merged?.map(({ index }) => index),
      Array.from({ length: of }, (_, index) => index + 1),
    )
    t.notOk(joined.shard)
    keepsSchema(t, `${name}-merged`)
    for (const [index, { code }] of parts.entries()) {
      const own = matrixIn(`${name}-parts`, String(index + 1))
      keepsSchema(t, `${name}-parts`, String(index + 1))
      t.equal(own.vacuous, null, 'a part does not say which checks never failed')
      t.equal(code, own.summary.inconclusive > 0 ? 2 : 0)
    }
    t.ok(existsSync(at(`${name}-merged`, 'matrix.html')))
  })

t.test('a survivor, and a check that fails for nothing, are for the merge to judge', async (t) => {
  const { single, parts, merged } = await both('idle', defectsNamed(...plain, 'never-caught'), 3)
  for (const { code } of parts) t.equal(code, 0)
  t.equal(single.code, 1)
  t.equal(merged.code, 1)
  t.match(merged.text, /^never-caught breaks account\.has-company-id and survives;/m)
  t.match(merged.text, new RegExp(`^${idle.replace('.', '\\.')} failed for no defect at all`, 'm'))
  t.strictSame(matrixIn('idle-merged').vacuous, [idle])
})

t.test('where nothing is lost, single run and merge end with 0', async (t) => {
  const { single, parts, merged } = await both('sound', defectsNamed(...plain), 2)
  t.strictSame(
    [single, ...parts, merged].map(({ code }) => code),
    [0, 0, 0, 0],
    merged.text,
  )
  t.match(parts[1]!.text, /^Part 2 of 2; `assay adequacy --merge DIR` joins/m)
})

t.test('more doubtful defects than are looked at again, over all parts: no second look counts', async (t) => {
  const odd = Array.from({ length: 13 }, (_, index) => `odd-at-first-${index}`)
  const source = readFileSync(at('worker.mjs'), 'utf8').replace(
    "id === 'odd-at-first'",
    "id.startsWith('odd-at-first')",
  )
  writeFileSync(at('worker.mjs'), source)
  t.teardown(() => writeFileSync(at('worker.mjs'), worker))
  const { single, merged } = await both('many', defectsNamed(...plain, ...odd), 4)
  t.strictSame(withoutTimes(matrixIn('many-merged')), withoutTimes(matrixIn('many-single')))
  t.strictSame(matrixIn('many-merged').settled_by_rerun, [])
  t.ok(
    [1, 2, 3, 4].some((index) => matrixIn('many-parts', String(index)).settled_by_rerun.length > 0),
    'a part that had few of them looked again, as it cannot know the others',
  )
  t.strictSame([single.code, merged.code], [1, 1])
})

t.test('a selection is kept by its parts, and the merge needs none of its options', async (t) => {
  const { merged } = await both('sample', defectsNamed(...plain, ...troubled), 2, '--sample', '4', '--seed', '3')
  t.strictSame(withoutTimes(matrixIn('sample-merged')), withoutTimes(matrixIn('sample-single')))
  t.equal(matrixIn('sample-merged').defects.length, 4)
  t.equal(matrixIn('sample-merged').vacuous, null, 'a sample does not show which checks cannot fail')
  t.ok(merged.code >= 0)
})

type Change = (part: MatrixPart) => unknown

const changed = (name: string, index: number, change: Change): void => {
  cpSync(at('good'), at(name), { recursive: true })
  writeFileSync(at(name, String(index), 'matrix.json'), JSON.stringify(change(matrixIn(name, String(index)))))
}

const shardWith =
  (rest: object): Change =>
  (part) => ({ ...part, shard: { ...part.shard, ...rest } })

t.test(
  'what are not the parts of one matrix is refused: a code, one sentence and exit code 2, and nothing is written',
  async (t) => {
    const defects = defectsNamed(...plain)
    for (const index of [1, 2, 3])
      await adequacy(
        defects,
        `good-${index}`,
        ...measures,
        '--shard',
        `${index}/3`,
        '--report-dir',
        at('good', String(index)),
      )
    await adequacy(defects, 'whole', ...measures)
    const [first] = matrixIn('good', '1').shard.evidence.looks
    const cases: [code: string, name: string, make: (name: string) => void][] = [
      [
        'missing_shard',
        'gap',
        (name) => (cpSync(at('good'), at(name), { recursive: true }), removeMade(at(name, '2'))),
      ],
      ['duplicate_shard', 'twice', (name) => changed(name, 2, () => matrixIn('good', '1'))],
      [
        'mixed_versions',
        'version',
        (name) => changed(name, 2, (part) => ({ ...part, suite: { ...part.suite, version: '0.0.1' } })),
      ],
      ['mixed_versions', 'source', (name) => changed(name, 3, shardWith({ selection: '0123456789abcdef' }))],
      ['mixed_shard_counts', 'counts', (name) => changed(name, 3, shardWith({ of: 4 }))],
      [
        'mixed_selections',
        'seed',
        (name) => changed(name, 3, (part) => shardWith({ asked: { ...part.shard.asked, seed: 9 } })(part)),
      ],
      ['shard_incomplete', 'cut', (name) => changed(name, 1, shardWith({ outcome: 'interrupted' }))],
      ['shard_incomplete', 'fewer', (name) => changed(name, 1, shardWith({ evidence: { references: [], looks: [] } }))],
      [
        'shard_incomplete',
        'more',
        (name) =>
          changed(name, 2, (part) =>
            shardWith({ evidence: { ...part.shard.evidence, looks: [...part.shard.evidence.looks, first] } })(part),
          ),
      ],
      [
        'not_a_shard',
        'whole-among-them',
        (name) => (
          cpSync(at('good'), at(name), { recursive: true }),
          cpSync(at('whole'), at(name, '4'), { recursive: true })
        ),
      ],
      [
        'unreadable_matrix',
        'not-json',
        (name) => (changed(name, 2, (part) => part), writeFileSync(at(name, '2', 'matrix.json'), '{"format":')),
      ],
      ['unreadable_matrix', 'other-json', (name) => changed(name, 2, () => null)],
      [
        'unreadable_matrix',
        'no-looks',
        (name) => changed(name, 2, shardWith({ evidence: { references: [], looks: [{}] } })),
      ],
      ['unreadable_matrix', 'beyond', (name) => changed(name, 2, shardWith({ index: 4 }))],
      ['unknown_matrix_version', 'newer', (name) => changed(name, 2, (part) => ({ ...part, version: 4 }))],
    ]
    for (const [code, name, make] of cases) {
      make(name)
      const refusal: unknown = await adequacy(defects, `${name}-merged`, '--merge', at(name)).catch(
        (error: unknown) => error,
      )
      t.match(refusal, { code, exitCode: 2, message: /^.+\.$/ }, name)
      t.notOk(existsSync(at(`${name}-merged`)), `${name}: nothing is written`)
    }
    mkdirSync(at('empty'))
    await t.rejects(adequacy(defects, 'none', '--merge', at('empty')), { code: 'no_matrices', exitCode: 3 })
    await t.rejects(adequacy(defects, 'none', '--merge', at('nowhere')), { code: 'no_matrices', exitCode: 3 })
    t.equal((await adequacy(defects, 'good-merged', '--merge', at('good'))).code, 0, 'as they were, they are joined')
    t.equal(
      (await adequacy(defects, 'again', '--merge', at('good'), '--report-dir', at('good'))).code,
      0,
      'what a merge wrote beside the parts is passed over',
    )
    t.equal((await adequacy(defects, 'again', '--merge', at('good'), '--report-dir', at('good'))).code, 0)
  },
)

t.test('defects that the merging assay has not are those of another version', async (t) => {
  await adequacy(defectsNamed(...plain), 'foreign', '--defect', 'one', '--no-reference', '--shard', '1/1')
  await t.rejects(adequacy(defectsNamed('another'), 'foreign-merged', '--merge', at('foreign')), {
    code: 'mixed_versions',
    exitCode: 2,
  })
})

t.test('a part that is none, and options that contradict each other, are wrong usage', async (t) => {
  const wrong = [
    ...['0/4', '5/4', '1', 'a/b', '1/0', '-1/4', '1/999'].map((part) => ['--shard', part]),
    ['--merge', at('good'), '--shard', '1/2'],
    ['--merge', at('good'), '--sample', '3'],
    ['--merge', at('good'), '--full'],
    ['--merge', at('good'), '--no-reference'],
    ['--shard', '1/2', '--update-baseline'],
  ]
  for (const args of wrong)
    await t.rejects(
      adequacy(defectsNamed(...plain), 'wrong', ...args),
      { code: /^commander\./, exitCode: 1 },
      args.join(' '),
    )
  t.notOk(existsSync(at('wrong')))
})

t.test('ASSAY_SHARD names the part as --shard does', async (t) => {
  process.env['ASSAY_SHARD'] = '2/3'
  t.teardown(() => delete process.env['ASSAY_SHARD'])
  await adequacy(defectsNamed(...plain), 'by-variable', ...measures)
  t.match(matrixIn('by-variable').shard, { index: 2, of: 3 })
})

/** Ends the run as a signal does once the worker was asked for the defect that it never answers for. */
const interrupted = async (name: string, ...args: string[]): Promise<Ended> => {
  const asked = at(`${name}.asked`)
  const poll = setInterval(() => {
    if (!existsSync(asked) || !readFileSync(asked, 'utf8').includes('never-answers')) return
    clearInterval(poll)
    process.emit('SIGINT')
  }, 20)
  return adequacy(defectsNamed(...plain, 'never-answers'), name, '--no-reference', ...args)
}

t.test('what an interruption left out is listed as not run, and is no loss', async (t) => {
  const { code, text } = await interrupted('stopped')
  t.equal(code, 2)
  const { defects, summary, vacuous } = matrixIn('stopped')
  const notRun = defects.filter(({ verdict }) => verdict === 'not-run')
  t.ok(notRun.some(({ id }) => id === 'never-answers'))
  t.equal(summary.not_run, notRun.length)
  t.equal(summary.inconclusive, 0, 'what a worker was at when it was stopped is not run')
  t.equal(summary.killed + notRun.length, defects.length)
  t.equal(vacuous, null)
  t.match(text, new RegExp(`, ${notRun.length} not run;`))
  t.match(text, /^Not run, as the run was interrupted$/m)
  t.match(text, /^ {2}never-answers$/m)
  t.notMatch(text, /never-answers breaks|now survives/)
  keepsSchema(t, 'stopped')
})

t.test('a baseline is not made from an interrupted run', async (t) => {
  const before = readFileSync(new URL(import.meta.resolve('#fixtures/adequacy/baseline.json')), 'utf8')
  const { code } = await interrupted('stopped-update', '--update-baseline')
  t.equal(code, 2)
  t.equal(readFileSync(new URL(import.meta.resolve('#fixtures/adequacy/baseline.json')), 'utf8'), before)
})

t.test('an interrupted part says so, and is refused at the merge', async (t) => {
  const { code } = await interrupted('stopped-part', '--shard', '1/1')
  t.equal(code, 2)
  t.equal(matrixIn('stopped-part').shard.outcome, 'interrupted')
  const defects = defectsNamed(...plain, 'never-answers')
  await t.rejects(adequacy(defects, 'stopped-merged', '--merge', at('stopped-part')), {
    code: 'shard_incomplete',
    exitCode: 2,
  })
})

t.test('there are no more workers than defects and runs to look at', async (t) => {
  const args = ['--no-reference', '--defect', 'one', '--defect', 'two', '--workers', '8']
  await adequacy(defectsNamed(...plain), 'few', ...args)
  t.equal(matrixIn('few').workers, 2)
})

t.test('a signal that came before leaves every defect not run', async (t) => {
  const asked = { defect: [], area: [], sample: null, seed: 1, whole: 0, random: 0, shorten: 0, reference: true }
  const baseline = { version: 1, killed: {}, reproducers: {}, survivors: {}, vacuous: {} } as const
  const { matrix, complete } = await runWhole(injectedWith(defectsNamed(...plain), 'never'), asked, {
    baseline,
    workers: 1,
    signal: AbortSignal.abort(),
  })
  t.notOk(complete)
  t.equal(matrix.summary.not_run, plain.length)
})
