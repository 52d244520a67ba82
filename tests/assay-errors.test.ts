// What a check cannot compare for a bug of the target is no error of assay.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runAssay } from './run-assay.ts'

type Report = { rules: { id: string; verdict: string; reason_code?: string }[] }

const folder = t.testdir({ out: {} })

t.test('a short secret is taken, so that another one than the long one is in force', async (t) => {
  const { code, output } = await runAssay(
    [
      ...'conform --embedded --only webhooks.new-secret-signs-what-follows --seed 1 --no-rerun'.split(' '),
      ...'--report-dir out --reporter json -- --defect webhook-secret-of-any-length'.split(' '),
    ],
    { cwd: folder, env: { GITHUB_ACTIONS: '' } },
  )
  t.equal(code, 2, output)
  const { rules } = JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')) as Report
  t.strictSame(
    rules.filter(({ verdict }) => verdict === 'error'),
    [],
  )
  t.equal(rules.find(({ id }) => id === 'webhooks.put-sets-the-secret')?.reason_code, 'stopped-after-failure')
})
