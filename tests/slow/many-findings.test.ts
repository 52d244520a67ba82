// The reports of a target of which everything is wrong fill no disk: of findings alike the first are kept in full, and every one is counted.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createEventLog } from '../../conformance/engine/event-log.ts'
import { mostFindings } from '../../conformance/engine/finding-cap.ts'
import { createPersonal } from '../../conformance/sut/personal.ts'
import { createSecrets } from '../../conformance/sut/secrets.ts'
import type { Report } from '../../reports/report-json.ts'
import { createReporters, reporterNames } from '../../reports/reporters/index.ts'
import { together } from '../../reports/reporters/together.ts'
import type { RunEvent } from '../../reports/run-record.ts'
import { exchange, finished, started } from '../reports/hostile-run.ts'

t.test('the reports of a target of which everything is wrong', async (t) => {
  const [exchanges, rules] = [400, 100]
  const directory = t.testdir()
  const place = { directory, env: {}, write: () => undefined, colour: false }
  const out = together(createReporters(reporterNames, place, t.fail))
  const { emit } = createEventLog(
    (event) => out.event({ at: '2026-03-02T15:04:05.000Z', ...event } as RunEvent),
    createSecrets(),
    createPersonal(),
  )
  emit(started())
  const received = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`a${n}`, 'x'.repeat(4_000)]))
  for (let n = 1; n <= exchanges; n += 1) {
    emit(exchange(`x${n}`))
    for (let rule = 0; rule < rules; rule += 1)
      emit({
        type: 'finding',
        rule: `list.r${rule}`,
        check: 'invariant.schema',
        kind: 'wrong_type',
        key: `k${rule}`,
        expected: 'string',
        received,
        pointer: `/k${rule}`,
        requests: [`x${n}`],
      })
  }
  emit(finished(1))
  await out.close()
  t.strictSame(out.broken, [])
  const bytes = readdirSync(directory).reduce((sum, name) => sum + statSync(join(directory, name)).size, 0)
  t.comment(`${bytes} bytes`)
  t.ok(bytes < 50_000_000, `${bytes} bytes, under 50 MB`)
  const { summary, findings } = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as Report
  t.equal(summary.findings, exchanges * rules, 'every one is counted')
  t.equal(
    findings.reduce((sum, { more = 0 }) => sum + 1 + more, 0),
    summary.findings,
  )
  t.equal(findings.length, rules * mostFindings.alike)
  const page = readFileSync(join(directory, 'report.html'), 'utf8')
  t.match(page, `${mostFindings.alike} findings of them are kept in full`)
})
