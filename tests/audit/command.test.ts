// `assay audit` as users start it: HAR, NDJSON and standard input, exit codes, reports without secrets, the baseline, and refusals.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import type { Report } from '../../reports/report-json.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { callAssay } from '../call-command.ts'
import { root } from '../places.ts'
import { runAssay } from '../run-assay.ts'
import { badClients } from './bad-clients.ts'
import type { Bad } from './client-conduct.ts'
import { runClientOn } from './client-run.ts'
import { sandboxOrigin } from './client-scene.ts'

const journalOf = async (bad?: Bad): Promise<string> => {
  const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
  try {
    return await runClientOn(simulator, bad)
  } finally {
    await simulator.close()
  }
}

const rule = 'errors.client-waits-for-retry-after-on-429'

t.test('a good client ends with 0, from a file and from standard input', async (t) => {
  const text = await journalOf()
  const folder = t.testdir({ 'traffic.har': text })
  const { code, out, err } = await runAssay(['audit', join(folder, 'traffic.har'), '--from-start'])
  t.equal(code, 0, err)
  t.match(out, /^No rule violated: 101 of 103 rules pass, 2 not tested/)
  t.match(out, /try +Examine the receiver with assay receiver/)
  const { log } = JSON.parse(text) as { log: { entries: object[] } }
  const lines = log.entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  const piped = await runAssay(['audit', '-', '--from-start'], { input: lines })
  t.strictSame([piped.code, piped.out], [0, out])
})

/** What a gateway before the service asks for, and gives. */
const gateway = ['key-0f9e8d7c6b5a4f3e2d1c', 'sid-1f9e8d7c6b5a4f3e2d1c', 'sid-2f9e8d7c6b5a4f3e2d1c'] as const

const behindGateway = (text: string): string => {
  type Message = { headers: { name: string; value: string }[] }
  const har = JSON.parse(text) as { log: { entries: { request: Message; response: Message }[] } }
  for (const { request, response } of har.log.entries) {
    request.headers.push({ name: 'X-Api-Key', value: gateway[0] }, { name: 'Cookie', value: `a=1; sid=${gateway[1]}` })
    response.headers.push({ name: 'Set-Cookie', value: `sid=${gateway[2]}; Path=/` })
  }
  return JSON.stringify(har)
}

t.test('a bad client ends with 1: evidence, what to change, reports, and an entry of the baseline', async (t) => {
  const folder = t.testdir({ 'traffic.har': behindGateway(await journalOf(badClients[rule]!())) })
  const file = join(folder, 'traffic.har')
  const baseline = join(folder, 'accepted.yaml')
  const args = ['audit', file, '--report-dir', folder, '--baseline', baseline, '--write-baseline']
  const first = await callAssay(args, { NO_COLOR: '1' })
  t.equal(first.code, 1)
  t.match(first.out, /^Does not conform: 1 of 103 rules violated/)
  t.match(first.out, `  ${rule}\n    A client that is answered 429 waits`)
  t.match(first.out, /expected +a wait of 2 s\n +received +0\.\d s\n +request +x\d+ .*GET .* → 429\n/)
  t.match(first.out, /change +Wait at least the seconds of Retry-After/)
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
  const schema = JSON.parse(readFileSync(join(root, 'fixtures/schemas/report.schema.json'), 'utf8')) as object
  const ajv = new Ajv2020({ strict: false })
  ;(addFormats as unknown as (one: Ajv2020) => void)(ajv)
  t.ok(ajv.validate(schema, report), ajv.errorsText())
  const secrets = [
    'bluestem-sandbox-demo-secret',
    'a-secret-of-at-least-32-characters',
    '512 555 0100',
    'ann@example.com',
    ...gateway,
  ]
  for (const name of ['report.html', 'junit.xml', 'summary.md', 'run.ndjson', 'report.json']) {
    t.ok(existsSync(join(folder, name)), name)
    const text = readFileSync(join(folder, name), 'utf8')
    for (const secret of secrets) t.notMatch(text, secret, `${name} does not have ${secret}`)
    if (name !== 'summary.md') t.match(text, 'errors.client-waits-for-retry-after-on-429', name)
  }
  const filled = readFileSync(baseline, 'utf8').replaceAll(/(owner|reason|link): .*/g, '$1: https://example.com/1')
  writeFileSync(baseline, filled)
  // The same file may accept what a server violates: that is none of an audit's.
  const entry = filled.slice(filled.indexOf('  - rule:')).split(/\n(?=\S|  - )/)[0]!
  const ofService = entry.replace(/rule: .*/, 'rule: catalog.product-has-name')
  writeFileSync(baseline, filled.replace('known:\n', `known:\n${ofService}\n`))
  const second = await callAssay(['audit', file, '--baseline', baseline])
  t.equal(second.code, 0, second.err)
  t.match(second.out, /1 of them accepted/)
})

t.test('what is no journal is refused in one sentence', async (t) => {
  const folder = t.testdir({
    'text.har': 'not a journal\nat all\n',
    'page.har': '<html>not found</html>',
    'cut.har': '{"log":{"version":"1.2","entries":[{"startedDateTime":"2026-01-01T00:00:00Z","request":{"meth',
    'manifest.json': '{\n  "name": "client",\n  "version": "1.0.0"\n}\n',
    'nothing.ndjson': '',
    'entry.ndjson': '{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"/orders"}}\n{}\n',
    'other.har': JSON.stringify({
      log: {
        entries: [{ startedDateTime: '2026-01-01T00:00:00Z', request: { method: 'GET', url: 'https://example.com/' } }],
      },
    }),
  })
  const cases: [string, number, RegExp][] = [
    ['nowhere.har', 3, /^unreadable_journal: .*nowhere\.har must be a journal.*ENOENT/],
    ['text.har', 3, /^unreadable_journal: Line 1 of .*text\.har must be JSON/],
    ['page.har', 3, /^unreadable_journal: Line 1 of .*page\.har must be JSON/],
    ['cut.har', 3, /^unreadable_journal: .*cut\.har must be whole HAR 1\.2, .* its JSON is cut off or damaged/],
    ['manifest.json', 3, /^unfit_journal: .*manifest\.json must be HAR 1\.2 .* \(an object with name, version\)/],
    ['nothing.ndjson', 2, /^nothing_judged: The journal must hold calls/],
    ['entry.ndjson', 3, /^unfit_journal: Line 1 of .*its request\.url is no URL/],
    ['other.har', 2, /^nothing_judged: The journal must hold calls to the service/],
  ]
  for (const [name, exitCode, words] of cases) {
    const { code, out, err } = await callAssay(['audit', join(folder, name)])
    t.notMatch(out, /No rule violated|Conforms/, `${name} never reads as green`)
    t.equal(code, exitCode, name)
    t.match(err, words)
    t.equal(err.trim().split('\n').length, 1, 'one line')
  }
})

t.test('--reporter is looked at with and without a directory', async (t) => {
  const folder = t.testdir({ 'traffic.ndjson': '' })
  const cases: [words: RegExp, ...args: string[]][] = [
    [/^unknown_reporter: --reporter nope is none; choose of /, '--reporter', 'nope'],
    [/^unknown_reporter: /, '--reporter', 'nope', '--report-dir', folder],
    [/^missing_option: --reporter needs --report-dir/, '--reporter', 'html'],
  ]
  for (const command of ['audit', 'judge'])
    for (const [words, ...args] of cases) {
      const { code, out, err } = await callAssay([command, join(folder, 'traffic.ndjson'), ...args])
      t.strictSame([code, out], [3, ''], `${command} ${args.join(' ')}`)
      t.match(err, words)
    }
})
