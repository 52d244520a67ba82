// Somebody interrupts a run: the first signal ends it with a report of what was judged, the second at once.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import type { Test } from 'tap'
import { loadFixture } from './fixture-files.ts'

const assay = fileURLToPath(new URL('../dist/assay.js', import.meta.url))

const interrupted = async (t: Test) => {
  const directory = t.testdir()
  const child = spawn(process.execPath, [assay, 'conform', '--report-dir', directory, '--seed', '5'], {
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk))
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const record = join(directory, 'run.ndjson')
  const seen = (): string => (existsSync(record) ? readFileSync(record, 'utf8') : '')
  while (child.exitCode === null && seen().split('"type":"check-finished"').length < 3) await sleep(50)
  return { child, closed, directory, record, output: () => output }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  t.test(`${signal} leaves a report of what was judged`, async (t) => {
    const { child, closed, directory, output } = await interrupted(t)
    child.kill(signal)
    const [code] = await closed
    t.equal(code, 2, output().slice(-1000))
    const report = JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8')) as {
      outcome: string
      line: string
      summary: { rules: Record<string, number> }
    }
    t.match(report, { outcome: 'interrupted', exit_code: 2, line: /^interrupted: / })
    t.ok(report.summary.rules['pass']! > 0)
    t.ok(report.summary.rules['not-tested']! > 0)
    t.equal(report.summary.rules['error'], 0)
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      loadFixture('schemas/report.schema.json'),
    )
    t.ok(validate(report), JSON.stringify(validate.errors))
    t.notMatch(output(), /\n {4}at /, 'no stack trace')
  })
}

t.test('a second signal stops at once', async (t) => {
  const { child, closed, directory, record, output } = await interrupted(t)
  child.kill('SIGINT')
  await sleep(30)
  child.kill('SIGINT')
  const [code] = await closed
  t.equal(code, 2)
  t.notOk(existsSync(join(directory, 'report.json')), 'no report was waited for')
  t.ok(readFileSync(record, 'utf8').endsWith('\n'), 'the run record ends with a whole line')
  t.notMatch(output(), /\n {4}at /, 'no stack trace')
})
