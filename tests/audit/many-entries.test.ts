// A long journal: a report shows the calls that its verdicts rest on, no secret of any of them, and says how many there were.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createSimulator } from '../../simulator/simulator.ts'
import { callAssay } from '../call-command.ts'
import { auditOf } from './audit-journal.ts'
import { runClientOn } from './client-run.ts'
import { sandboxOrigin } from './client-scene.ts'
import { manyEntries } from './many-entries.ts'
import { everyText } from '../whole-page.ts'

const count = 6_000

t.test('what is left of 6,000 calls', async (t) => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  const life = await runClientOn(simulator)
  await simulator.close()
  const entries = [...manyEntries(life, count)]
  const folder = t.testdir({})
  const file = join(folder, 'traffic.har')
  writeFileSync(file, `{"log":{"version":"1.2","entries":[${entries.join(',')}]}}`)
  const { code, out, err } = await callAssay(['audit', file, '--from-start', '--report-dir', folder])
  t.equal(code, 1, err)
  t.match(out, /; 6,000 calls and 0 deliveries\n/)
  const [, shown] = /Of 6000 calls and deliveries the reports show (\d+): those that verdicts rest on\./.exec(out)!
  const report = readFileSync(join(folder, 'report.json'), 'utf8')
  t.match(report, `the reports show ${shown}`)
  const tokens = new Set(entries.flatMap((text) => /\\"access_token\\":\\"([^"\\]+)/.exec(text)?.[1] ?? []))
  t.ok(tokens.size > 50)
  for (const name of ['report.html', 'junit.xml', 'summary.md', 'run.ndjson', 'report.json', 'go-live.html']) {
    t.ok(existsSync(join(folder, name)), name)
    const text = everyText(readFileSync(join(folder, name), 'utf8'))
    t.strictSame(
      [...tokens].filter((token) => text.includes(token)),
      [],
      `${name} has no token`,
    )
  }
  const { failed } = auditOf(readFileSync(file, 'utf8'))
  t.equal(failed.length, 2, 'the life itself, begun again, has two rules against it')
})
