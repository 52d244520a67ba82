// A target whose tokens are words that a record has: its reports are whole, and the record can be judged again.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runAgainst } from '../hostile-run.ts'
import { runAssay } from '../run-assay.ts'

const words = (
  'requests verdict outcome exchange response headers finding account message complete rule-judged run-finished sandbox received ' +
  'expected checks coverage environment'
).split(' ')

t.test('each of them is a token once', async (t) => {
  const real = new Map<string, string>()
  const run = await runAgainst(
    t,
    {
      before: ({ headers }) => {
        const token = real.get(headers.authorization?.replace('Bearer ', '') ?? '')
        if (token !== undefined) headers.authorization = `Bearer ${token}`
      },
      after: ({ name }, reply) => {
        const body = reply.body as { access_token?: string } | undefined
        const word = words[real.size]
        if (name !== 'POST /oauth/token' || !body?.access_token || word === undefined) return undefined
        real.set(word, body.access_token)
        return { ...body, access_token: word }
      },
    },
    ['--area', 'account', '--area', 'auth', '--timeout', '5'],
  )
  t.equal(real.size, words.length, 'each was given')
  t.notMatch(run.output, /suite_failed|assay itself failed|reporter_failed|\n +at |TypeError/)
  t.equal(run.report?.outcome, 'complete')
  t.equal(run.report?.exit_code, run.code)
  for (const name of ['report.html', 'junit.xml', 'summary.md', 'run.ndjson']) t.ok(run.files.has(name), name)
  const folder = t.testdir()
  const record = join(folder, 'run.ndjson')
  writeFileSync(record, run.files.get('run.ndjson')!)
  const again = await runAssay(['judge', record, '--report-dir', join(folder, 'again')])
  t.equal(again.code, run.code, again.err)
})
