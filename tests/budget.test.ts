// A run under a budget, end to end: planned before it is sent, kept, spent where it buys most, and shown in the report.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import { conformCommand } from '../conformance/cli/conform.ts'
import { callCommand } from './call-command.ts'
import { loadFixture } from './fixture-files.ts'
import { assay } from './places.ts'
import { simulatedTarget } from './simulated-target.ts'
import { operations } from './simulator/judge-answer.ts'

type Share = { reached: number; of: number; seen: Record<string, number>; missing: string[] }
type Report = {
  line: string
  budget: number | null
  shuffled: boolean
  summary: { rules: Record<string, number>; requests: number; planned_requests: number }
  phases: { phase: string; planned: number; spent: number }[]
  rules: { id: string; checks: string[]; verdict: string; reason_code?: string; reason_parameters?: object }[]
  checks: { id: string }[]
  coverage: Record<string, Share>
}

/** Started as a process of its own where no target is named. */
const embedded = { command: process.execPath, args: [assay, 'simulate'] }

const conform = async (t: Test, ...args: string[]) => {
  const directory = t.testdir()
  const { code, output } = await callCommand(conformCommand({ embedded }), ['--report-dir', directory, ...args])
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8')
  return { code, output, report: () => JSON.parse(read('report.json')) as Report, record: () => read('run.ndjson') }
}

const budget = 150

t.test('a budget is planned before the first request, kept, and spent on what verifies most', async (t) => {
  const { code, output, report, record } = await conform(t, '--seed', '3', '--budget', String(budget))
  t.equal(code, 0, output.slice(-2000))
  const { line, summary, phases, rules, coverage, ...rest } = report()
  t.equal(rest.budget, budget)
  t.ok(summary.requests <= budget * 1.1, `${summary.requests} requests`)
  t.ok(summary.planned_requests <= budget, `${summary.planned_requests} planned`)
  t.ok((summary.rules['pass'] ?? 0) > 400, `${summary.rules['pass']} rules for ${summary.requests} requests`)
  t.match(
    line,
    /^No rule violated: [\d,]+ of [\d,]+ rules pass, [\d,]+ not tested: outside the budget of 150 requests \(\d+\)/,
  )
  const outside = rules.filter(
    ({ verdict, reason_code: code }) => verdict === 'not-tested' && code === 'outside-budget',
  )
  t.ok(outside.length > 0)
  for (const { reason_parameters: parameters } of outside) t.strictSame(parameters, { budget: 150 })

  const total = (of: 'planned' | 'spent') => phases.reduce((sum, phase) => sum + phase[of], 0)
  t.equal(total('spent'), summary.requests, 'every request belongs to a phase')
  t.equal(total('planned'), summary.planned_requests)
  t.equal(phases[0]?.phase, 'preflight')
  t.equal(phases.find(({ phase }) => phase === 'cleanup')?.spent, 0, 'a target of our own is left as it is')

  const [planned, sent] = ['"type":"requests-planned"', '"type":"exchange"'].map((text) => record().indexOf(text))
  t.ok(planned! >= 0 && planned! < sent!, 'the plan comes first')
  t.match(output, /^\d+ requests planned of a budget of 150: preflight \d+/)
  t.match(output, /\n\d+ requests of \d+ planned: preflight \d+\/\d+/)
  t.match(output, new RegExp(`\\nCoverage: \\d+/${operations.length} operations`))

  for (const [name, { reached, of, missing, seen }] of Object.entries(coverage)) {
    t.equal(reached + missing.length, of, name)
    t.ok(Object.keys(seen).length >= reached, name)
  }
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
    loadFixture('schemas/report.schema.json'),
  )
  t.ok(validate(report()), JSON.stringify(validate.errors))
})

t.test('shuffled checks are the same checks, in an order that the seed repeats, with the same verdicts', async (t) => {
  const run = async (...args: string[]) => {
    const { file } = await simulatedTarget(t)
    const { code, output, report } = await conform(
      t,
      '--target',
      file,
      '--area',
      'account',
      '--area',
      'errors',
      ...args,
    )
    t.equal(code, 0, output.slice(-2000))
    const { shuffled, checks, rules } = report()
    // What no check of these looks at is judged where an exchange happens to show it, which the order decides.
    const judged = rules.filter((rule) => rule.checks.some((by) => checks.some(({ id }) => id === by)))
    return { shuffled, ids: checks.map(({ id }) => id), verdicts: judged.map(({ id, verdict }) => `${id} ${verdict}`) }
  }
  const plain = await run('--seed', '3')
  const shuffled = await run('--seed', '3', '--shuffle')
  t.strictSame([plain.shuffled, shuffled.shuffled], [false, true])
  t.notSame(shuffled.ids, plain.ids)
  t.strictSame(shuffled.ids.toSorted(), plain.ids.toSorted())
  t.strictSame(shuffled.verdicts, plain.verdicts)
  t.strictSame((await run('--seed', '3', '--shuffle')).ids, shuffled.ids)
})

t.test('a budget that is none is wrong usage', async (t) => {
  for (const wrong of ['0', '12', 'much', '-5']) t.equal((await conform(t, '--budget', wrong)).code, 3, wrong)
})
