// Links that wait where reports go: what they lead to is neither written nor cleared.
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ndjsonReporter } from './ndjson.ts'
import { planFilesReporter } from './plan-files.ts'

const started = { type: 'run-started' } as Parameters<ReturnType<typeof ndjsonReporter>['event']>[0]

t.test('a link in the place of a report is replaced', async (t) => {
  const folder = t.testdir()
  const [out, mine] = [join(folder, 'out'), join(folder, 'mine')]
  mkdirSync(out)
  mkdirSync(mine)
  for (const name of ['run.ndjson', 'plan.json']) writeFileSync(join(mine, name), 'mine')
  symlinkSync(join(mine, 'run.ndjson'), join(out, 'run.ndjson'))
  symlinkSync(mine, join(out, 'plans'))

  const record = ndjsonReporter(join(out, 'run.ndjson'))
  record.event(started)
  record.close?.()
  planFilesReporter(out).event(started)

  for (const name of ['run.ndjson', 'plan.json']) t.equal(readFileSync(join(mine, name), 'utf8'), 'mine', name)
  t.match(readFileSync(join(out, 'run.ndjson'), 'utf8'), 'run-started')
  t.ok(lstatSync(join(out, 'plans')).isDirectory())
})
