// The loop of fixing: what the last run found violated is judged again, and nothing else.
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { callAssay } from './call-command.ts'

type Report = { rules: { id: string; verdict: string }[]; checks: { id: string; verdict: string }[] }

t.test('--last-failed runs the checks of the rules that the last report shows violated', async (t) => {
  const out = t.testdir()
  const report = (): Report => JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
  const violated = (): string[] => report().rules.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : []))
  const conform = (...args: string[]) =>
    callAssay(['conform', '--embedded', '--seed', '1', '--report-dir', out, '--no-rerun', ...args])

  const none = await conform('--last-failed')
  t.equal(none.code, 3, none.output)
  t.match(none.output, /^no_last_run: --last-failed needs the report of an earlier run/)

  const first = await conform('--area', 'account', '--', '--defect', 'account-client-id-left-out')
  t.equal(first.code, 1, first.output)
  const before = violated()
  t.ok(before.length > 0)

  const still = await conform('--last-failed', '--', '--defect', 'account-client-id-left-out')
  t.equal(still.code, 1, still.output)
  t.strictSame(violated(), before)

  const fixed = await conform('--last-failed')
  t.equal(fixed.code, 0, fixed.output)
  t.strictSame(violated(), [])
})

t.test('a folder in the place of a profile is named, with the option that it belongs to', async (t) => {
  const out = t.testdir({ 'report.json': '{}' })
  const { code, output } = await callAssay(['conform', '--embedded', '--last-failed', out])
  t.equal(code, 3)
  t.equal(
    output,
    `folder_as_profile: ${out} is a folder, not a target profile; write --report-dir ${out} where it holds the reports, or give the file.\n`,
  )
})
