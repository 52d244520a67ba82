// No false alarm: simulators that take permitted readings pass, and the readings that the suite tells are those they take.
import { execFileSync } from 'node:child_process'
import t from 'tap'
import type { Test } from 'tap'
import type { Check } from '../conformance/checks/check.ts'
import { loadChecks } from '../conformance/run/load-checks.ts'
import { selectChecks } from '../conformance/run/select-checks.ts'
import { judgeReadings, refusingReceivers, type JudgedReadings } from '../scripts/judge-readings.ts'
import { overlaps } from '../scripts/overlaps.ts'
import { freedoms } from '../simulator/behaviour/readings/choose.ts'
import { root } from './places.ts'

// `npm run soundness` judges all of these with every check.
const mixes = 50

/** Another mix with every commit, the same one for all who test it. */
const mixOfCommit = (): number => {
  try {
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    return 1 + (Number.parseInt(hash.slice(0, 7), 16) % mixes)
  } catch {
    return 1
  }
}

const usual = new Map(freedoms().map(({ id, default: taken }) => [id, taken]))
let all: Check[] = []

t.before(async () => {
  all = await loadChecks()
})

type Run = { vary: number; areas: string[]; defect?: string }

const judge = ({ vary, areas, defect }: Run): Promise<JudgedReadings> =>
  judgeReadings({
    simulator: {
      vary,
      readings: Object.fromEntries(refusingReceivers.map((freedom) => [freedom, usual.get(freedom)!])),
      ...(defect !== undefined && { defect }),
    },
    checks: selectChecks(all, { only: [], areas }),
    all,
    usual,
  })

const expectSound = (t: Test, judged: JudgedReadings): void => {
  t.equal(judged.outcome, 'complete', judged.reason ?? '')
  t.same(judged.held, [], 'no rule is held against it')
  t.same(judged.faults, [], 'the simulator logged no error')
  t.ok(judged.passed > 100, `${judged.passed} rules hold`)
}

const expectRightReadings = (t: Test, judged: JudgedReadings): void => {
  t.same(judged.misread, [])
  t.ok(judged.seen.length > 30, `${judged.seen.length} freedoms were seen`)
}

const first = mixOfCommit()
const runs: Run[] = [
  { vary: first, areas: ['account', 'catalog', 'create', 'order', 'messages'] },
  { vary: 1 + ((first + 16) % mixes), areas: ['lifecycle', 'idempotency', 'documents', 'list'] },
  { vary: 1 + ((first + 33) % mixes), areas: ['events', 'errors', 'auth', 'revisions'] },
]

for (const run of runs)
  t.test(`mix ${run.vary} passes ${run.areas.join(', ')}, and is seen as it is`, async (t) => {
    const judged = await judge(run)
    t.comment(`${judged.cpuMs / 1000} s of CPU, ${judged.seen.length} freedoms seen`)
    expectSound(t, judged)
    expectRightReadings(t, judged)
  })

t.test('a mix with a defect does not pass', async (t) => {
  const judged = await judge({ vary: first, areas: ['account'], defect: 'account-environment-left-out' })
  t.ok(judged.held.length > 0)
})

t.test('overlaps are about readings there are', async (t) => {
  const known = new Set(freedoms().flatMap(({ id, readings }) => Object.keys(readings).map((name) => `${id}=${name}`)))
  const named = Object.entries(overlaps).flatMap(([seen, explained]) => [seen, ...explained])
  t.same(
    named.filter((pair) => !known.has(pair)),
    [],
  )
})
