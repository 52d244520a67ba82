// Both readers follow fixtures/: with other numbers there, the suite asks a server for those, and the simulator keeps them.
// Silent for up to 300 s.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { stringify } from 'yaml'
import { createSimulator } from '../../simulator/simulator.ts'
import { copyBuild } from '../copy-build.ts'
import { loadFixture } from '../fixture-files.ts'
import { runAssay } from '../run-assay.ts'

const tree = copyBuild(t.testdir())

/** How each limit changes, so that it is another one whatever the contract says. */
const factors = {
  requests_per_minute: 0.5,
  access_token_lifetime_seconds: 0.5,
  idempotency_memory_seconds: 0.4,
  per_page_max: 0.8,
  per_page_default: 0.8,
  upload_megabytes: 0.12,
  download_link_lifetime_seconds: 2,
  event_retention_days: 2,
  webhook_secret_min_characters: 1.25,
  identifier_max_characters: 1.1,
}
const { limits: present } = loadFixture<{ limits: Record<string, { value: number }> }>('limits.yaml')
const limits = Object.fromEntries(
  Object.entries(factors).map(([name, factor]) => [name, Math.round(factor * present[name]!.value)]),
)
for (const [name, value] of Object.entries(limits))
  tree.change('limits.yaml', new RegExp(`(?<=^  ${name}:\\n    value: )\\d+`, 'm'), String(value))
tree.change('webhooks.yaml', 'retry_delays_seconds: [60, 300, 1800,', 'retry_delays_seconds: [150, 600, 900,')
tree.change('webhooks.yaml', 'stated_total_seconds: 88500', 'stated_total_seconds: 87990')
tree.change('webhooks.yaml', /^timeout_seconds: 10$/m, 'timeout_seconds: 4')

/** Each check with a rule that it finds violated where a server keeps the numbers of the contract. */
const checks: Record<string, string> = {
  'account.identifies-the-credential': 'account.rate-limit-is-600',
  'auth.token-by-each-request-form': 'auth.expires-in-is-3600',
  'auth.token-lives-sixty-minutes': 'auth.token-expires-after-60-minutes',
  'delivery.attempts-follow-the-schedule': 'delivery.attempt-3-after-5-minutes',
  'documents.upload-limit-is-25-mb': 'documents.upload-over-25-mb-is-413',
  'downloads.link-works-for-its-lifetime': 'downloads.link-is-valid-for-its-lifetime',
  'feed.retention-is-30-days': 'feed.retention-30-days',
  'idempotency.key-is-remembered-a-day': 'idempotency.key-forgotten-after-24-hours',
  'list.orders-are-paged': 'list.per-page-defaults-to-25',
}

type Report = {
  checks: { id: string; verdict: string }[]
  rules: { id: string; verdict: string; reason: string | null }[]
}

const conform = async (t: Test, ...args: string[]) => {
  const directory = t.testdir()
  const only = Object.keys(checks).flatMap((id) => ['--only', id])
  const { code, output } = await runAssay(
    [
      'conform',
      '--seed',
      '3',
      '--strict',
      '--no-rerun',
      '--report-dir',
      directory,
      '--reporter',
      'default,json',
      ...only,
      ...args,
    ],
    { program: [tree.assay] },
  )
  const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report
  return { code, output, report }
}

t.test('with other numbers in fixtures/ the simulator passes the checks of them', async (t) => {
  const { code, output, report } = await conform(t, '--embedded')
  t.equal(code, 0, output.slice(-3000))
  for (const rule of Object.values(checks))
    t.match(
      report.rules.find(({ id }) => id === rule),
      { verdict: 'pass' },
      rule,
    )
})

t.test('a simulator with the numbers of the contract fails them', async (t) => {
  const simulator = await createSimulator()
  t.teardown(() => simulator.close())
  const target = join(t.testdirName, '..', 'contract-target.yaml')
  writeFileSync(target, stringify(simulator.profile()))
  const { code, output, report } = await conform(t, '--target', target)
  t.equal(code, 1, output.slice(-3000))
  for (const rule of Object.values(checks))
    t.match(
      report.rules.find(({ id }) => id === rule),
      { verdict: 'fail' },
      rule,
    )
})

t.test('the judge of a client takes identifiers of the new length for identifiers', async (t) => {
  const code = `
    import { identifiers } from '${tree.folder}/dist/conformance/audit/rules/identifiers.js'
    const judge = (length) => {
      const id = 'ord_' + 'a'.repeat(length - 4)
      const found = []
      const seen = { occasion: () => {}, violation: ({ received }) => found.push(received) }
      const calls = [{ ids: {}, received: { id } }, { ids: { order_id: id.toUpperCase() } }]
      identifiers.rules[0].judge({ calls, deliveries: [] }, seen)
      return found.length
    }
    console.log(JSON.stringify([${limits['identifier_max_characters']}, ${limits['identifier_max_characters']! + 1}].map(judge)))`
  const { out, err } = await runAssay([], { program: ['--input-type=module', '--eval', code] })
  t.equal(err, '')
  t.strictSame(JSON.parse(out), [1, 0])
})

t.test('a status that is taken out of the work is in the work of no reader', async (t) => {
  const moved = 'report_rejected_for_correction'
  const code = `
    import { statusesBefore } from '${tree.folder}/dist/conformance/contract/stages.js'
    import { working } from '${tree.folder}/dist/reports/html/life-layout.js'
    import { loadContract } from '${tree.folder}/dist/simulator/contract/contract.js'
    console.log(JSON.stringify([statusesBefore('report_complete'), loadContract().lifecycle.work, working]))`
  const read = async () => {
    const { out, err } = await runAssay([], { program: ['--input-type=module', '--eval', code] })
    t.equal(err, '')
    return JSON.parse(out) as string[][]
  }
  for (const work of await read()) t.ok(work.includes(moved), work.join())
  tree.change('lifecycle.yaml', new RegExp(`(?<=code: ${moved}\\n(?:    .*\\n){2}    stage: )5`), 'null')
  const after = await read()
  t.equal(after.length, 3)
  for (const work of after) {
    t.notOk(work.includes(moved), work.join())
    t.ok(work.includes('awaiting_review'), work.join())
  }
})
