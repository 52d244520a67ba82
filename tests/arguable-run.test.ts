// A run that finds an inferred rule violated: exit code 0 unless it is strict, for the run, its record and its plans.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Report } from '../reports/report.ts'
import { callAssay } from './call-command.ts'

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
  const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report
  t.match(
    report.rules.find(({ id }) => id === rule),
    { verdict: 'arguable', basis: 'inferred', counter: /\S/ },
  )
  t.equal((await callAssay(['judge', directory, '--no-baseline'])).code, 0)
  t.equal((await callAssay(['judge', directory, '--no-baseline', '--strict'])).code, 1)
  const strict = await conform('--strict')
  t.equal(strict.code, 1, strict.output)
  t.match(strict.out, 'Violated: 1 rule')
})
