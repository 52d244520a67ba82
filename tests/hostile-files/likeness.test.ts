// Reports that are spoiled, given to `assay simulate --like`, and other files that it is named: one sentence each, and no simulator.
import { execFileSync } from 'node:child_process'
import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { callAssay } from '../call-command.ts'
import { readLikeness } from '../../simulator/behaviour/likeness/read-likeness.ts'
import { startSimulator } from '../../simulator/start/start-simulator.ts'

const folder = t.testdir()
const at = (name: string): string => join(folder, name)

const likeness = { company: 'C', lender: 'L', order_types: [], status_labels: {}, fees: {}, words: {} }
const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const written = (report: unknown): string => {
  writeFileSync(at('report.json'), typeof report === 'string' ? report : JSON.stringify(report))
  return at('report.json')
}

const refused = (t: Test, what: string, file: string, expected: { code: string; says: RegExp }): void => {
  try {
    readLikeness(file)
    t.fail(`${what} is taken`)
  } catch (error) {
    const { code, exitCode, message } = error as { code: string; exitCode: number; message: string }
    t.strictSame([code, exitCode], [expected.code, 3], `${what}: ${message}`)
    t.match(message, expected.says, what)
    t.match(message, /^[^\n]+\.$/, `${what}: one sentence`)
  }
}

const parts: [part: string, put: unknown][] = [
  ['company', {}],
  ['lender', 7],
  ['order_types', null],
  ['order_types', [null]],
  ['order_types', { code: 'A' }],
  ['status_labels', 5],
  ['status_labels', { new: {} }],
  ['fees', null],
  ['fees', { A: {} }],
  ['words', null],
  ['words', { 'transport.ping-text': {} }],
]

t.test('a likeness of another shape', async (t) => {
  for (const [part, put] of parts) {
    const file = written({ readings: [], likeness: { ...likeness, [part]: put } })
    refused(t, `${part} ${JSON.stringify(put).slice(0, 60)}`, file, {
      code: 'not_a_report',
      says: new RegExp(`its ${part} is missing or of another shape`),
    })
  }
  for (const readings of [[null], [{ freedom: {}, reading: [] }], [1]])
    refused(t, 'readings', written({ readings, likeness }), {
      code: 'not_a_report',
      says: /its readings is missing or/,
    })
  for (const none of [5, 'x', []])
    refused(t, 'no likeness', written({ readings: [], likeness: none }), {
      code: 'not_a_report',
      says: /must be the report/,
    })
  const deep = JSON.stringify({ readings: [], likeness }).replace('"C"', nested)
  refused(t, 'deep', written(deep), { code: 'not_a_report', says: /its company is/ })
})

t.test('names that every object has are names like others, and a fee that is no amount is the usual one', async (t) => {
  const words = { constructor: 'x', toString: 'y' }
  const order_types = [{ code: 'constructor' }, { code: 'A' }, { code: 'B' }]
  const fees = { A: 'much', B: null }
  const report = { readings: [], likeness: { ...likeness, order_types, fees, words } }
  const text = JSON.stringify(report).replace('"words":{', '"words":{"__proto__":"z",')
  const simulator = await startSimulator({ port: 0, controlPort: 0, like: readLikeness(written(text)) })
  t.teardown(() => simulator.close())
  const { tables } = await simulator.export()
  const catalogs = (tables['companies'] as { catalog: { code: string; fee: string | null }[] }[]).map(
    ({ catalog }) => catalog,
  )
  t.has(catalogs, [
    [
      { code: 'constructor', fee: '500.00' },
      { code: 'A', fee: '500.00' },
      { code: 'B', fee: null },
    ],
  ])
})

t.test('a pipe that nobody writes to, a device without an end, and 5 GB', async (t) => {
  execFileSync('mkfifo', [at('pipe')])
  writeFileSync(at('huge'), '')
  truncateSync(at('huge'), 5 * 2 ** 30)
  writeFileSync(at('key.pem'), '')
  const readers: [code: string, args: (file: string) => string[]][] = [
    ['unreadable_report', (file) => ['simulate', '--like', file]],
    ['invalid_fault', (file) => ['simulate', '--faults', file]],
    ['unusable_options', (file) => ['simulate', '--tls-cert', file, '--tls-key', at('key.pem')]],
  ]
  for (const [code, args] of readers)
    for (const [file, says] of [
      [at('pipe'), /it is a pipe/],
      ['/dev/zero', /it is a device/],
      [at('huge'), /more than the \d+ MB that are read/],
    ] as const) {
      const { code: exit, err } = await callAssay(args(file))
      t.equal(exit, 3, `${code} ${file}: ${err}`)
      t.match(err, says)
      t.match(err, new RegExp(`^${code}: [^\\n]+\\.\\n$`), 'one sentence with a code')
    }
})
