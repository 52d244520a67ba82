// `assay audit --follow`: findings while the journal grows, the verdict at its end, from a control port, a file and standard input.
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createSimulator, type Simulator } from '../../simulator/simulator.ts'
import { callAssay } from '../call-command.ts'
import { runAssay, startAssay } from '../run-assay.ts'

const rule = 'auth.client-caches-tokens'

const started = async (t: Test): Promise<Simulator> => {
  const simulator = await createSimulator({ clock: { mode: 'manual' } })
  t.teardown(() => simulator.close())
  return simulator
}

/** A client that takes a token for each call. */
const forget = async (simulator: Simulator, times: number): Promise<void> => {
  const { client_id, client_secret } = simulator.profile().credentials.main
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
  for (let n = 0; n < times; n++) {
    const granted = await fetch(`${simulator.sandboxUrl}/oauth/token`, { method: 'POST', body })
    const { access_token } = (await granted.json()) as { access_token: string }
    await fetch(`${simulator.sandboxUrl}/account`, { headers: { Authorization: `Bearer ${access_token}` } })
  }
}

const linesOf = (simulator: Simulator): string =>
  simulator.journal
    .entries()
    .map((entry) => `${JSON.stringify(entry)}\n`)
    .join('')

t.test(
  'a control port: a finding is printed while the client works, and an interrupt ends with the verdict',
  async (t) => {
    const simulator = await started(t)
    const { child, until, text, ended } = startAssay(['audit', '--follow', simulator.controlUrl])
    t.teardown(() => child.kill('SIGKILL'))
    await until(/^Following http/)
    await forget(simulator, 5)
    await until(/ {2}auth\.client-caches-tokens\n[^]* change /)
    t.notMatch(text(), /Does not conform/, 'the verdict is not there yet')
    child.kill('SIGINT')
    const { code, out } = await ended
    t.equal(code, 1)
    t.match(
      out,
      /^\d\d:\d\d:\d\d {2}auth\.client-caches-tokens\n {4}\w[^]* {4}entry {5}j\d+ POST \/sandbox\/v1\/oauth\/token → 200\n/,
    )
    t.match(out, /\nDoes not conform: 1 of 103 rules violated/)
    t.equal(out.match(/^\d\d:\d\d:\d\d /gm)!.length, 1, 'the finding is printed once')
  },
)

t.test('a control port that closes ends with the verdict; and it is read without following, too', async (t) => {
  const simulator = await started(t)
  await forget(simulator, 1)
  const { code, out } = await callAssay(['audit', simulator.controlUrl])
  t.equal(code, 0)
  t.match(out, /^No rule violated/)
  const { until, ended } = startAssay(['audit', '--follow', simulator.controlUrl])
  await until(/^Following/)
  await forget(simulator, 5)
  await until(/caches-tokens/)
  await simulator.close()
  t.equal((await ended).code, 1)
})

t.test('a file that grows, a line that is still being written included', async (t) => {
  const simulator = await started(t)
  await forget(simulator, 5)
  const text = linesOf(simulator)
  const file = join(t.testdir({}), 'traffic.ndjson')
  const half = text.lastIndexOf('\n', text.length - 2) + 40
  writeFileSync(file, text.slice(0, half))
  const { child, until, ended } = startAssay(['audit', '--follow', file])
  t.teardown(() => child.kill('SIGKILL'))
  await until(/caches-tokens/)
  appendFileSync(file, text.slice(half))
  appendFileSync(file, '{"no": "entry"}\n')
  const { code, err } = await ended
  t.equal(code, 3)
  t.match(err, /unfit_journal: Line 11 of .*traffic\.ndjson must be an entry of HAR 1\.2/)
})

t.test('--from-start counts for what is printed as it comes, too', async (t) => {
  const simulator = await started(t)
  await forget(simulator, 1)
  simulator.journal.clear()
  await fetch(`${simulator.sandboxUrl}/orders`, { method: 'POST', headers: { Authorization: 'Bearer another' } })
  const startUp = 'auth.client-reads-the-account-at-start-up'
  const live = (...args: string[]) =>
    runAssay(['audit', '--follow', '-', ...args], { input: linesOf(simulator) }).then(({ out }) =>
      new RegExp(`^\\d\\d:\\d\\d:\\d\\d  ${startUp}`, 'm').test(out),
    )
  t.equal(await live(), false)
  t.equal(await live('--from-start'), true)
  simulator.journal.clear({ client_starts: true })
  t.throws(() => simulator.journal.clear({ client_start: true } as object), { code: 'unusable_value' })
})

t.test('standard input ends with the verdict', async (t) => {
  const simulator = await started(t)
  await forget(simulator, 5)
  const { code, out } = await runAssay(['audit', '--follow', '-'], { input: linesOf(simulator) })
  t.equal(code, 1)
  t.match(out, new RegExp(`^\\d\\d:\\d\\d:\\d\\d  ${rule}[^]*Does not conform`))
  const nothing = await runAssay(['audit', '--follow', '-'], { input: '' })
  t.equal(nothing.code, 2)
  t.match(nothing.err, /nothing_judged/)
})

t.test('what cannot be followed is refused in one sentence', async (t) => {
  const simulator = await started(t)
  const cases: [string, RegExp][] = [
    ['nowhere.ndjson', /unreadable_journal: nowhere\.ndjson must be a journal, .*ENOENT/],
    [
      'http://127.0.0.1:1/',
      /unreadable_journal: http:\/\/127\.0\.0\.1:1\/ must be a journal, but it cannot be read \(/,
    ],
    [simulator.sandboxUrl, /unreadable_journal: .*the service that a client calls answers there\); .* after `control`/],
    [new URL(simulator.sandboxUrl).origin, /unreadable_journal: .*the service that a client calls answers there/],
    [`${simulator.controlUrl}/nothing`, /unreadable_journal: .*it answers 404/],
  ]
  for (const [name, words] of cases) {
    const { code, err, out } = await callAssay(['audit', '--follow', name])
    t.equal(code, 3, name)
    t.match(err, words)
    t.equal(out, '')
    t.notMatch(err, /\n {4}at /)
  }
})

t.test('a control port that asks for a token gets it', async (t) => {
  const controlToken = 'a-token-of-the-control-port'
  const simulator = await createSimulator({ controlToken })
  t.teardown(() => simulator.close())
  await forget(simulator, 1)
  const { code, err } = await callAssay(['audit', simulator.controlUrl])
  t.equal(code, 3)
  t.match(
    err,
    /^unreadable_journal: .*it asks for its token, but none is given\); give .* as --control-token, .*ASSAY_CONTROL_TOKEN\.$/m,
  )
  const wrong = await callAssay(['audit', simulator.controlUrl, '--control-token', 'another-token-of-a-port'])
  t.equal(wrong.code, 3)
  t.match(wrong.err, /another one is given\); give .* as --control-token/)
  const given = await callAssay(['audit', simulator.controlUrl, '--control-token', controlToken])
  t.equal(given.code, 0, given.err)
  const named = await callAssay(['audit', simulator.controlUrl], { ASSAY_CONTROL_TOKEN: controlToken })
  t.equal(named.code, 0, named.err)
})
