// Journals, plans, profiles, baselines and rule sets that are no files, have no end or another shape than they should: one sentence each.
import { constants } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { compareCommand } from '../../conformance/cli/compare.ts'
import { mergeCommand } from '../../conformance/cli/merge.ts'
import { callAssay, callCommand } from '../call-command.ts'
import { recordOf } from '../records.ts'

type Json = Record<string, object>

const record = (await recordOf('sound')).directory
const folder = t.testdir({
  'target.yaml':
    'sandbox_base_url: http://127.0.0.1:1/v1\ncredentials: { main: { client_id: cli_a, client_secret: b } }\n',
})
const at = (name: string): string => join(folder, name)
const target = at('target.yaml')

/** What reads a file, and the code with which it refuses one that it cannot read. */
const readers: Record<string, (file: string) => string[]> = {
  unreadable_journal: (file) => ['audit', file],
  unreadable_plan: (file) => ['replay', file, '--target', target],
  unreadable_profile: (file) => ['conform', '--target', file],
  unreadable_baseline: (file) => ['judge', record, '--baseline', file],
  unreadable_rule_set: (file) => ['judge', record, '--rule-set', file],
  unreadable_record: (file) => ['judge', file],
}

const isOneSentence = (t: Test, what: string, err: string): void =>
  void t.match(err, /^[a-z_]+: [^\n]+\.\n$/, `${what}: one sentence with a code`)

t.test('a pipe that nobody writes to, a device without an end, and 5 GB', async (t) => {
  execFileSync('mkfifo', [at('pipe.yaml')])
  writeFileSync(at('huge.yaml'), '')
  truncateSync(at('huge.yaml'), 5 * 2 ** 30)
  for (const [code, reader] of Object.entries(readers))
    for (const [file, says] of [
      [at('pipe.yaml'), /it is a pipe/],
      ['/dev/zero', /it is a device/],
      // A record is read a line at a time.
      [at('huge.yaml'), code === 'unreadable_record' ? /longer than 64 MB/ : /more than the \d+ MB that are read/],
    ] as const) {
      if (code === 'unreadable_journal' && file === at('huge.yaml')) continue
      const { code: exit, err } = await callAssay(reader(file))
      t.equal(exit, 3, `${code} ${file}: ${err}`)
      t.match(err, says)
      if (file !== at('huge.yaml')) t.match(err, code)
      isOneSentence(t, `${code} ${file}`, err)
    }
  // A journal has no size at which it is refused: of one line that is longer than any text can be nothing is judged.
  writeFileSync(at('line.ndjson'), '')
  truncateSync(at('line.ndjson'), constants.MAX_STRING_LENGTH + 2 ** 20)
  const { code, err } = await callAssay(['audit', at('line.ndjson')])
  t.equal(code, 2, err)
  t.match(err, /^line_left_out: .*\nnothing_judged: /)
  for (const file of [at('pipe.yaml'), '/dev/zero']) {
    const { code, err } = await callAssay(['audit', '--follow', file])
    t.equal(code, 3)
    t.match(err, /^unreadable_journal: .*\(it is no file that grows\)/m)
  }
})

const read = { method: 'GET', url: 'https://x.example/v1/orders/ord_1', headers: [] }
const entry = (change: object = {}, request: object = {}): object => ({
  startedDateTime: '2026-01-01T00:00:00.000Z',
  time: 1,
  request: { ...read, ...request },
  response: { status: 200, headers: [], content: { text: '{}' } },
  ...change,
})

const hold = { method: 'POST', url: 'https://x.example/v1/orders/ord_1/hold' }

const odd: Record<string, object> = {
  'fields of a form that are none': entry({}, { ...hold, postData: { params: [null, 1] } }),
  'a media type that is no text': entry({}, { ...hold, postData: { mimeType: {}, params: [] } }),
  'a status that is no number': entry({ response: { status: {}, headers: [] } }),
  'an answer that is a text': entry({ response: 'x' }),
  'headers that are none': entry({}, { headers: [null, 1, {}, { name: 'Authorization', value: {} }] }),
  'marks that are no texts': entry({ _id: {}, _fault: {}, _operation: [], _client_id: {}, _event: 5 }),
  'a body of 100,000 levels': entry({
    response: { status: 200, headers: [], content: { text: `${'['.repeat(100_000)}${']'.repeat(100_000)}` } },
  }),
}

t.test('an entry with fields of another type is judged by those that it has', async (t) => {
  for (const [what, one] of Object.entries(odd)) {
    writeFileSync(at('odd.har'), JSON.stringify({ log: { version: '1.2', entries: [entry(), one] } }))
    const { code, out, err } = await callAssay(['audit', at('odd.har'), '--report-dir', at('audit')])
    t.ok(code === 0 || code === 1, `${what}: ${code} ${err}`)
    if (what === 'a body of 100,000 levels') t.match(err, /^body_left_out: /, what)
    else t.equal(err, '', what)
    t.match(out, /2 calls and 0 deliveries/, what)
  }
})

t.test('a catalog of 1e12 pages', async (t) => {
  const page = JSON.stringify({ data: [{ code: '1004', add_ons: [] }], page: 1, per_page: 25, total_pages: 1e12 })
  const listed = entry(
    { response: { status: 200, headers: [], content: { text: page } } },
    { url: 'https://x.example/v1/order-types' },
  )
  const created = entry({}, { method: 'POST', url: 'https://x.example/v1/orders', postData: { text: '{}' } })
  writeFileSync(at('pages.har'), JSON.stringify({ log: { version: '1.2', entries: [listed, created] } }))
  const { code, err } = await callAssay(['audit', at('pages.har')])
  t.equal(code, 1, err)
})

t.test('what a file says is no line of its own in the log of a CI job', async (t) => {
  const whole = JSON.parse(readFileSync(join((await recordOf('shards')).at('single'), 'report.json'), 'utf8')) as Json
  const command = 'x\n::error::y ##[error]z \u001B[31m'
  writeFileSync(at('outcome.json'), JSON.stringify({ ...whole, outcome: command }))
  writeFileSync(at('suite.json'), JSON.stringify({ ...whole, shard: {}, suite: { ...whole.suite, version: command } }))
  for (const { code, err } of [
    await callCommand(compareCommand(), [at('outcome.json'), at('outcome.json')]),
    await callCommand(mergeCommand(), [at('suite.json'), '--report-dir', at('out')]),
  ]) {
    t.equal(code, 2, err)
    isOneSentence(t, 'a command in it', err)
    for (const spelled of ['##[', '\u001B']) t.notOk(err.includes(spelled))
  }
})
