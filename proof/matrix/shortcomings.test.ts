import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { unexplained } from '../report/kill-matrix-text.ts'
import type { Defect, Injected } from './injected.ts'
import { runWhole } from './run-matrix.ts'

const defects = ['caught-at-once', 'caught-later', 'never-caught', 'worker-dies-once', 'odd-once', 'odd-always'].map(
  (id): Defect => ({
    id,
    breaks: 'account.has-company-id',
    bug: 'Something.',
  }),
)

// Answers as a worker does, and keeps what it was asked in a file, as each look may have a process of its own.
const worker = (asked: string): string => `
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
const found = { rule: 'account.has-company-id', by: 'account.x', during: 'account.x', source: null, nth: 1, requests: 3 }
const stage = (caught, also) => ({ stage: 'targeted', budget: null, caught, also, finders: [], verdicts: {}, outcome: 'complete',
  reason: null, reproducer: null, shortened: null, requests: 3, ms: 1 })
process.on('message', ({ id, order }) => {
  const { id: defect } = order.defect
  const before = existsSync(${JSON.stringify(asked)}) ? readFileSync(${JSON.stringify(asked)}, 'utf8').split('\\n') : []
  const again = before.includes(defect)
  appendFileSync(${JSON.stringify(asked)}, defect + '\\n')
  if (defect === 'worker-dies-once' && !again) process.exit(7)
  const odd = defect === 'odd-always' || (defect === 'odd-once' && !again)
  const caught = /at-once|odd/.test(defect) || (defect !== 'never-caught' && again)
  const also = odd ? [{ ...found, rule: 'order.odd' }] : []
  process.send({ id, examination: { defect, stages: [stage(caught ? found : null, also)], cpuMs: 1 } })
})
process.on('disconnect', () => process.exit(0))
process.send('ready')
`

t.test('what is missed, or odd, is looked at once more, and once only', async (t) => {
  const directory = t.testdir()
  const asked = join(directory, 'asked')
  const module = join(t.testdir({ 'worker.mjs': worker(asked) }), 'worker.mjs')
  const injected: Injected = {
    defects: async () => [...defects, { id: 'not-asked-for', breaks: 'account.has-company-id', bug: 'Something.' }],
    start: () => Promise.reject(new Error('no simulator is needed')),
    worker: { module, args: [] },
  }
  const selection = { defect: defects.map(({ id }) => id), area: [], sample: null, seed: 1 }
  const measures = { whole: 0, random: 0, reference: false, shorten: 0 }
  const baseline = { version: 1, killed: {}, reproducers: {}, survivors: {}, vacuous: {} } as const
  const { signal } = new AbortController()
  const { matrix, complete } = await runWhole(injected, { ...selection, ...measures }, { baseline, workers: 2, signal })
  t.ok(complete)
  const looks = readFileSync(asked, 'utf8').trim().split('\n')
  const times = Object.fromEntries(defects.map(({ id }) => [id, looks.filter((one) => one === id).length]))
  t.strictSame(times, {
    'caught-at-once': 1,
    'caught-later': 2,
    'never-caught': 2,
    'worker-dies-once': 2,
    'odd-once': 2,
    'odd-always': 2,
  })
  t.strictSame(
    matrix.settled_by_rerun.toSorted(),
    ['caught-later', 'odd-once', 'worker-dies-once'],
    'and the matrix names them',
  )
  t.strictSame(matrix.summary, { killed: 5, survived: 1, inconclusive: 0, not_run: 0 })
  t.strictSame(unexplained(matrix.defects), ['odd-always (account.has-company-id) → order.odd'])
})
