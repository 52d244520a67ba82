// Secrets that are form-encoded, as Basic has them: no report shows them in either spelling, whatever else a client sends them in.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { buildJournal } from '../../conformance/audit/journal/build-journal.ts'
import { readEntries } from '../../conformance/audit/journal/read-entries.ts'
import { auditsOf } from '../../conformance/api/client-audit.ts'
import { callAssay } from '../call-command.ts'
import { runAssay } from '../run-assay.ts'
import { auditOf } from './audit-journal.ts'
import { askToken, basic, createRecording, order } from './recorded.ts'
import { everyText } from '../whole-page.ts'

const id = 'cli_demo'
const secrets = ['a-long-secret/of+Its.own=7', 'umlautß und Leerzeichen']

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)
const strictlyEncoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[-._~!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The secret of a client as libraries write it into Basic. */
const encodings: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'as encodeURIComponent has it': encodeURIComponent,
  'as forms have it': formEncoded,
  'with every sign encoded': strictlyEncoded,
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Every text that gives the secret away: each spelling, in base64 and within the header's. */
const spellings = (secret: string): string[] =>
  [...new Set(Object.values(encodings).map((encode) => encode(secret)))].flatMap((written) => [
    written,
    base64(written),
    base64(`${id}:${written}`),
    base64(`${encodeURIComponent(id)}:${written}`),
    base64(`${strictlyEncoded(id)}:${written}`),
  ])

/** A client that has its secret in an address, a message and a header as well, in each spelling. */
const recordedWith = (secret: string, written: string, more: number) => {
  const recording = createRecording()
  const header = basic(strictlyEncoded(id), written)
  for (const spelling of new Set([secret, ...spellings(secret)])) {
    recording.add('GET', `/account?key=${encodeURIComponent(spelling)}`)
    recording.add('GET', `/orders/${encodeURIComponent(spelling)}`, { status: 404 })
    recording.add('POST', '/orders', { body: JSON.stringify({ lender_reference: spelling }), status: 422 })
    recording.add('GET', '/account', { headers: { Authorization: `Bearer tok-abcdefgh-1`, 'X-Key': spelling } })
  }
  for (const spelling of [written, secret])
    recording.add('GET', `/account?client_secret=${spelling.replaceAll(' ', '%20')}`)
  recording.add('GET', `/orders?${encodeURIComponent(secret)}=1`)
  recording.add('POST', '/orders', { headers: header, body: order, status: 401 })
  askToken(recording, { headers: header, token: 'tok-abcdefgh-1' })
  for (let count = 0; count < more; count += 1) recording.add('GET', '/account', { wait: 1000 })
  return recording.har()
}

const gaveAway = (text: string, secret: string): string[] => {
  const low = text.toLowerCase()
  const all = spellings(secret).flatMap((one) => [one, JSON.stringify(one).slice(1, -1)])
  return all.filter((one) => low.includes(one.toLowerCase()))
}

const kinds = ['html', 'json', 'ndjson', 'junit', 'markdown', 'har']

/** Each report of an audit, and what stands on the terminal. */
const reportsOf = async (t: Test, har: string): Promise<Record<string, string>> => {
  const folder = t.testdir({ 'traffic.har': har })
  const reports = join(folder, 'reports')
  const asked = ['--verbose', '--report-dir', reports, ...kinds.flatMap((kind) => ['--reporter', kind])]
  const { out, err } = await callAssay(['audit', join(folder, 'traffic.har'), ...asked])
  const names = readdirSync(reports, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  const files = names.map(
    ({ parentPath, name }) => [name, everyText(readFileSync(join(parentPath, name), 'utf8'))] as const,
  )
  return { ...Object.fromEntries(files), terminal: out + err }
}

const written = ['report.html', 'report.json', 'run.ndjson', 'terminal']

t.test('what is printed while a client works shows no secret of an address', async (t) => {
  const secret = 'a-long-secret/of+Its.own=7'
  const har = recordedWith(secret, formEncoded(secret), 0)
  const { entries } = readEntries(har, 'the journal')
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  const { out } = await runAssay(['audit', '--follow', '-'], { input: lines })
  t.match(out, /auth\.client-sends-no-credential-in-a-url[^]* entry +j\d+ GET \/sandbox\/v1\/\w+\?\w+=•••/)
  t.strictSame(gaveAway(out, secret), [])
  const { message } = await auditsOf(() => entries).audit()
  t.match(message, /auth\.client-sends-no-credential-in-a-url[^]* entry +j\d+ GET \/sandbox\/v1\/\w+\?\w+=•••/)
  t.strictSame(gaveAway(message, secret), [])
})

/** Of a journal of more calls than 5,000, secrets are known as they come up. */
for (const more of [0, 5_000])
  for (const secret of secrets)
    t.test(`no report shows ${secret} in any spelling${more > 0 ? ', of a long journal either' : ''}`, async (t) => {
      for (const [how, encode] of Object.entries(encodings).slice(more > 0 ? -1 : 0)) {
        const reports = await reportsOf(t, recordedWith(secret, encode(secret), more))
        for (const name of written)
          t.match(reports[name], 'auth.client-sends-no-credential-in-a-url', `${name}, ${how}`)
        for (const [name, text] of Object.entries(reports)) t.strictSame(gaveAway(text, secret), [], `${name}, ${how}`)
      }
    })

t.test('the client id that a journal names comes before the one of Basic, however that is written', async (t) => {
  const recording = createRecording()
  const entry = { _client_id: 'cli_demo' }
  const ids = ['cli_demo', 'cli%5Fdemo', 'cli%255Fdemo']
  for (const [index, one] of ids.entries()) {
    const token = `tok-abcdefgh-${index}`
    askToken(recording, { headers: basic(one, 'a-long-secret'), token, wait: 3_300_000, entry })
    for (let count = 0; count < 3; count += 1)
      recording.add('GET', '/account', { headers: { Authorization: `Bearer ${token}` }, entry })
  }
  const journal = buildJournal(readEntries(recording.har(), 'the journal'))
  t.strictSame([...journal.byClient.keys()], ['cli_demo'])
  const { failed, passed } = auditOf(recording.har(), { isStart: false })
  t.strictSame(failed, [])
  t.ok(passed.includes('auth.client-caches-tokens'))
})
