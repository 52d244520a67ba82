// `assay receiver` as users start it: against a receiver with a certificate of its own, its exit codes, its reports and its refusals.
import { readFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import t from 'tap'
import type { Report } from '../../reports/report-json.ts'
import { callAssay } from '../call-command.ts'
import { root } from '../places.ts'
import { runAssay } from '../run-assay.ts'
import { secret } from './examine.ts'
import { startLenderReceiver } from './lender-receiver.ts'
import { everyText } from '../whole-page.ts'

const reportIn = (folder: string): Report => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report

t.test('a good receiver ends with 0 and every usual report', async (t) => {
  const { url, close } = await startLenderReceiver([secret])
  t.teardown(close)
  const folder = t.testdir()
  const { code, out, err } = await runAssay(['receiver', '--url', url, '--secret', secret, '--report-dir', folder])
  t.equal(code, 0, err)
  t.equal(err, '')
  t.match(out, /^No rule violated: /m)
  t.match(out, new RegExp(`^${url}, `, 'm'), 'the receiver is named')
  t.notMatch(out, 'webhook deliver', 'none is counted: what is sent is a request here')
  const report = reportIn(folder)
  const schema = JSON.parse(readFileSync(join(root, 'fixtures/schemas/report.schema.json'), 'utf8')) as object
  const ajv = new Ajv2020({ strict: false })
  ;(addFormats as unknown as (one: Ajv2020) => void)(ajv)
  t.ok(ajv.validate(schema, report), ajv.errorsText())
  t.equal(report.environment?.receiver_url, url)
  for (const file of ['report.html', 'junit.xml', 'summary.md', 'run.ndjson']) {
    t.ok(existsSync(join(folder, file)), file)
    t.notMatch(everyText(readFileSync(join(folder, file), 'utf8')), secret, `${file} has no secret`)
  }
  const page = readFileSync(join(folder, 'report.html'), 'utf8')
  t.match(page, `<code>${url}</code`, 'the page names the receiver')
  t.notMatch(page, 'no address')
  t.notMatch(
    page,
    /<code>none<|The run ended before|No delivery reached|No webhook was/,
    'a run that ended has no part that it lacks',
  )
  for (const id of ['life', 'webhooks', 'coverage', 'preflight'])
    t.notMatch(page, new RegExp(`id="${id}"|href="#${id}"`), `${id} is of a service`)
  t.match(readFileSync(join(folder, 'summary.md'), 'utf8'), url)
  t.match(readFileSync(join(folder, 'junit.xml'), 'utf8'), `name="target" value="${url}"`)
})

t.test('a defect ends with 1, and is named with its rule; an entry of the baseline accepts it', async (t) => {
  const { url, close } = await startLenderReceiver([secret], { refusal: 403 })
  t.teardown(close)
  const folder = t.testdir()
  const baseline = join(folder, 'accepted.yaml')
  const run = (...more: string[]) =>
    callAssay(['receiver', '--url', url, '--report-dir', folder, '--reporter', 'terminal,json', ...more], {
      ASSAY_WEBHOOK_SECRET: secret,
    })
  const first = await run('--baseline', baseline, '--write-baseline')
  t.equal(first.code, 1)
  t.match(first.out, /Does not conform: 1 of \d+ rules violated/)
  t.match(first.out, /receiver answers 401 when unverified: expected 401, received 403/)
  t.match(first.out, /rule +delivery\.receiver-answers-401-when-unverified: /)
  const filled = readFileSync(baseline, 'utf8')
    .replaceAll(/(owner|reason): ['"]*$/gm, '$1: The team of the receiver')
    .replaceAll(/link: ['"]*$/gm, 'link: https://example.com/1')
    .replaceAll(/expires: .*$/gm, "expires: '2999-01-01'")
  writeFileSync(baseline, filled)
  const second = await run('--baseline', baseline)
  t.equal(second.code, 0, second.output)
  t.match(second.out, /1 of them accepted/)
  t.strictSame(reportIn(folder).gate?.gating, [])
})

t.test('what cannot be judged ends with 2', async (t) => {
  const receiver = await startLenderReceiver(['another-secret-of-32-characters-or-more'])
  const args = ['receiver', '--url', receiver.url, '--secret', secret, '--report-dir', t.testdir()]
  const other = await callAssay(args)
  t.equal(other.code, 2)
  t.match(other.out, /secret_not_shared: .*--secret/)
  await receiver.close()
  const away = await callAssay(args)
  t.equal(away.code, 2)
  t.match(away.out, /receiver_unreachable: .*start it/)
})

t.test('wrong usage is one sentence and exit code 3', async (t) => {
  const folder = t.testdir()
  const cases: [code: string, ...args: string[]][] = [
    ['missing_option'],
    ['missing_option', '--url', 'https://127.0.0.1:9/'],
    ['unusable_url', '--url', 'localhost', '--secret', secret],
    ['unknown_event_type', '--url', 'https://127.0.0.1:9/', '--secret', secret, '--events', 'order.nothing'],
    ['missing_option', '--url', 'https://127.0.0.1:9/', '--secret', secret, '--write-baseline'],
    ['unknown_option', '--bogus'],
  ]
  for (const [code, ...args] of cases) {
    const ended = await callAssay(['receiver', '--report-dir', join(folder, 'none'), ...args])
    t.equal(ended.code, 3, args.join(' '))
    t.match(ended.err, new RegExp(`^${code}: [^\\n]+\\n$`), args.join(' '))
  }
  t.notOk(existsSync(join(folder, 'none')), 'nothing is written')
})

t.test('the list has every examination with its rule', async (t) => {
  const { code, out } = await callAssay(['receiver', '--list'])
  t.equal(code, 0)
  t.match(out, /^receiver\.altered-body +refused +delivery\.receiver-verifies-the-raw-bytes$/m)
})

t.test('a receiver that cannot be reached is one sentence, once, without the words of a TLS library', async (t) => {
  const { url, close } = await startLenderReceiver([secret], {}, { plain: true })
  t.teardown(close)
  const out = ['--secret', secret, '--report-dir', t.testdir(), '--reporter', 'terminal']
  const cases: [url: string, words: RegExp][] = [
    [
      url.replace('http:', 'https:'),
      /\(ERR_SSL_WRONG_VERSION_NUMBER\); plain HTTP is served there: give --url with http:\.$/m,
    ],
    ['http://127.0.0.1:1/hooks', /\(ECONNREFUSED\); start it, or correct --url\.$/m],
  ]
  for (const [to, words] of cases) {
    const { code, output } = await callAssay(['receiver', '--url', to, ...out])
    t.equal(code, 2, to)
    t.match(output, words)
    t.notMatch(output, /openssl|ssl3_|:error:/i)
    t.equal(output.split('receiver_unreachable').length, 2, 'once')
  }
})
