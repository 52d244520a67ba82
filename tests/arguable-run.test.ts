// A run that finds an inferred rule violated: exit code 0 unless it is strict, for the run, its record and its plans.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Report } from '../reports/report.ts'
import { mergeCommand } from '../conformance/cli/merge.ts'
import { callAssay, callCommand } from './call-command.ts'

const rule = 'actions.cancel-returns-the-status-before'
const simulator = ['--', '--defect', 'cancel-answer-repeats-the-new-status']

t.test('an inferred rule is arguable, and violated with --strict', async (t) => {
  const directory = t.testdir()
  const conform = (...flags: string[]) =>
    callAssay(['conform', '--embedded', '--only', rule, '--seed', '1', '--no-rerun', '--no-baseline', '--reporter', 'terminal,json,ndjson,plans', '--report-dir', directory, ...flags, ...simulator]) // prettier-ignore
  const lenient = await conform()
  t.equal(lenient.code, 0, lenient.output)
  t.match(lenient.out, /No rule violated|arguable/)
  t.match(lenient.out, /Arguable, as the contract does not say it in plain words[^\n]*: 1 rule/)
  t.match(lenient.out, /counter {3}\S/)
  t.match(lenient.output, /^ {2}arguable actions\.cancel-cancels-the-order$/m, 'its check has not failed')
  t.notMatch(lenient.output, /^ {2}failed/m)
  const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report
  t.match(
    report.rules.find(({ id }) => id === rule),
    { verdict: 'arguable', basis: 'inferred', counter: /\S/ },
  )
  t.equal((await callAssay(['judge', directory, '--no-baseline'])).code, 0)
  t.equal((await callAssay(['judge', directory, '--no-baseline', '--strict'])).code, 1)
  const plan = join(directory, report.causes[0]!.plan!)
  for (const name of ['a.json', 'b.json']) cpSync(plan, join(directory, 'twice', name))
  const again = await callAssay(['replay', join(directory, 'twice'), '--embedded', ...simulator])
  t.equal(again.code, 0, again.output)
  t.match(again.output, '2 plans: 0 violated again, 2 arguable again, 0 pass, 0 not judged')
  t.match(
    report.checks.map(({ id }) => id),
    ['actions.cancel-cancels-the-order'],
  )
  const strict = await conform('--strict')
  t.match(strict.output, /^ {2}failed {2}actions\.cancel-cancels-the-order$/m)
  t.equal(strict.code, 1, strict.output)
  t.match(strict.out, 'Violated: 1 rule')
})

const run = (directory: string, ...args: string[]) =>
  callAssay(['conform', '--embedded', '--seed', '1', '--no-rerun', '--no-baseline', '--report-dir', directory, ...args, ...simulator]) // prettier-ignore

const reportIn = (directory: string): Report =>
  JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report

t.test('--last-failed judges again what was arguable', async (t) => {
  const directory = t.testdir()
  await run(directory, '--only', rule, '--only', 'account.identifies-the-credential')
  const judged = (): string[] => reportIn(directory).checks.map(({ id }) => id)
  const other = 'account.identifies-the-credential'
  t.ok(judged().includes(other))
  const { code, output } = await run(directory, '--last-failed')
  t.equal(code, 0, output)
  t.ok(judged().includes('actions.cancel-cancels-the-order'))
  t.notOk(judged().includes(other))
})

t.test('what is arguable in a part is arguable in the whole', async (t) => {
  const directory = t.testdir()
  const parts = ['1', '2'].map((part) => join(directory, 'parts', part))
  for (const [index, part] of parts.entries())
    await run(part, '--only', rule, '--only', 'account.identifies-the-credential', '--shard', `${index + 1}/2`)
  const whole = join(directory, 'whole')
  const { code, output } = await callCommand(mergeCommand(), [...parts, '--report-dir', whole, '--no-baseline'])
  t.equal(code, 0, output)
  t.match(
    reportIn(whole).rules.find(({ id }) => id === rule),
    { verdict: 'arguable' },
  )
  const strict = await callCommand(mergeCommand(), [...parts, '--report-dir', whole, '--no-baseline', '--strict'])
  t.equal(strict.code, 1, strict.output)
})
