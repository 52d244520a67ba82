// `assay exec`: the command sees a simulator that answers, and its end is the end of the whole.
import { existsSync } from 'node:fs'
import t from 'tap'
import { elsewhere } from '../../conformance/audit/elsewhere.ts'
import { judgedRules } from '../../conformance/audit/judge-journal.ts'
import { runAssay, startAssay } from '../run-assay.ts'

const node = (script: string): string[] => [process.execPath, '--input-type=module', '--eval', script]

const tokenScript = `
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: process.env.ASSAY_MAIN_CLIENT_ID,
    client_secret: process.env.ASSAY_MAIN_CLIENT_SECRET,
  })
  const granted = await fetch(process.env.ASSAY_SANDBOX_URL + '/oauth/token', { method: 'POST', body })
  const control = await fetch(process.env.ASSAY_CONTROL_URL + '/readyz')
`

t.test('the command gets a token with what its environment says, and the simulator is gone afterwards', async (t) => {
  const script = `${tokenScript}
    const { readFileSync } = await import('node:fs')
    const profile = JSON.parse(readFileSync(process.env.ASSAY_PROFILE, 'utf8'))
    console.log(JSON.stringify({ granted: granted.status, control: control.status, url: process.env.ASSAY_SANDBOX_URL,
      same: profile.sandbox_base_url === process.env.ASSAY_SANDBOX_URL, file: process.env.ASSAY_PROFILE,
      other: process.env.ASSAY_OTHER_LENDER_CLIENT_ID?.slice(0, 4) }))`
  const { code, out, err } = await runAssay(['exec', '--clock', 'manual', '--', ...node(script)])
  t.equal(code, 0, err)
  t.equal(err, '')
  const said = JSON.parse(out) as { url: string; file: string }
  t.match(said, { granted: 200, control: 200, same: true, other: 'cli_' })
  await t.rejects(fetch(`${said.url}/ping`), 'the port is closed')
  t.notOk(existsSync(said.file), 'the profile is gone')
})

for (const options of [[], ['--vary', '3']])
  t.test(`the environment names the lender that the account shows: ${options.join(' ') || 'as it is'}`, async (t) => {
    const script = `${tokenScript}
      const { access_token } = await granted.json()
      const account = await fetch(process.env.ASSAY_SANDBOX_URL + '/account', { headers: { authorization: 'Bearer ' + access_token } })
      const { lender, client_id } = await account.json()
      const { ASSAY_MAIN_LENDER_ID: id, ASSAY_MAIN_LENDER_NAME: name, ASSAY_MAIN_CLIENT_ID: client } = process.env
      console.log(JSON.stringify({ shown: { ...lender, client: client_id }, named: { id, name, client } }))`
    const { code, out, err } = await runAssay(['exec', ...options, '--', ...node(script)])
    t.equal(code, 0, err)
    const { shown, named } = JSON.parse(out) as { shown: { id: string }; named: object }
    t.match(shown.id, /^len_./)
    t.strictSame(named, shown)
  })

t.test('two at once have a simulator each', async (t) => {
  const print = node('console.log(process.env.ASSAY_CONTROL_URL)')
  const both = await Promise.all([runAssay(['exec', '--', ...print]), runAssay(['exec', '--', ...print])])
  t.strictSame(
    both.map(({ code }) => code),
    [0, 0],
  )
  t.not(both[0].out, both[1].out)
})

t.test('with --tls a program of Node trusts the certificate as it is', async (t) => {
  const script = `${tokenScript}\nconsole.log(granted.status, process.env.ASSAY_SANDBOX_URL.slice(0, 5))`
  const { code, out, err } = await runAssay(['exec', '--tls', '--', ...node(script)])
  t.equal(code, 0, err)
  t.equal(out, '200 https\n')
})

t.test('the exit code is that of the command', async (t) => {
  t.equal((await runAssay(['exec', '--', ...node('process.exit(7)')])).code, 7)
  const own = await runAssay(['exec', process.execPath, '-e', 'console.log(process.argv[1])', '--', '--clock'])
  t.equal(own.out, '--clock\n', 'options of the command are left to it')
})

t.test('a signal that ends the command ends the whole', async (t) => {
  const { code, signal } = await runAssay(['exec', '--', ...node("process.kill(process.pid, 'SIGKILL')")])
  t.strictSame({ code, signal }, { code: null, signal: 'SIGKILL' })
})

t.test('a signal reaches the command, which ends as it likes', async (t) => {
  const script = "process.on('SIGTERM', () => process.exit(42)); setInterval(() => undefined, 1000); console.log('up')"
  const started = startAssay(['exec', '--', ...node(script)])
  await started.until(/up/)
  started.child.kill('SIGTERM')
  t.match(await started.ended, { code: 42, signal: null })
})

t.test('a command that does not end at SIGTERM is killed, and with it the whole', async (t) => {
  const script = "process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1000); console.log(process.pid)"
  const started = startAssay(['exec', '--', ...node(script)])
  await started.until(/\d/)
  started.child.kill('SIGTERM')
  t.match(await started.ended, { code: null, signal: 'SIGKILL' })
  t.throws(() => process.kill(Number(started.text()), 0), { code: 'ESRCH' }, 'nothing is left running')
})

t.test('a command that is not there is one sentence and 127', async (t) => {
  const { code, err } = await runAssay(['exec', '--', 'no-such-program-of-assay'])
  t.equal(code, 127)
  t.match(err, /^command_not_run: no-such-program-of-assay is not found; [^\n]+\n$/)
})

t.test('a command that no system has is one sentence too', async (t) => {
  const empty = await runAssay(['exec', '--', ''])
  t.match(empty, { code: 126, err: /^command_not_run: An empty command cannot be run [^\n]+\n$/ })
  const long = await runAssay(['exec', '--', 'x'.repeat(5000)])
  t.match(long, { code: 126, err: /^command_not_run: x{200} … cannot be run [^\n]+\n$/ })
})

t.test('wrong usage runs no command', async (t) => {
  for (const args of [[], ['--bogus', '--', 'true'], ['--defect', 'no-such', '--', ...node("console.log('ran')")]]) {
    const { code, out, err } = await runAssay(['exec', ...args])
    t.equal(code, 3, args.join(' '))
    t.equal(out, '')
    t.match(err, /^\w+: [^\n]+\n$/)
  }
})

t.test('--audit judges the client of a command that ends with 0', async (t) => {
  const loop = (times: number) => `
    for (let n = 0; n < ${times}; n++) {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: process.env.ASSAY_MAIN_CLIENT_ID,
        client_secret: process.env.ASSAY_MAIN_CLIENT_SECRET,
      })
      const url = process.env.ASSAY_SANDBOX_URL
      const { access_token } = await (await fetch(url + '/oauth/token', { method: 'POST', body })).json()
      await fetch(url + '/account', { headers: { Authorization: 'Bearer ' + access_token } })
    }`
  const good = await runAssay(['exec', '--audit', '--', ...node(`${loop(1)}; console.log('done')`)])
  t.strictSame([good.code, good.out], [0, 'done\n'], good.err)
  t.match(good.err, /^Audit: 0 of \d+ rules of the client violated, \d+ passed, \d+ not tested\n$/)
  const all = judgedRules().size + elsewhere.length
  const counts = /0 of (\d+) rules .*, (\d+) passed, (\d+) not tested/.exec(good.err)!.slice(1).map(Number)
  t.strictSame([counts[0], counts[1]! + counts[2]!], [all, all], 'of all rules that traffic can show')
  const bad = await runAssay(['exec', '--audit', '--', ...node(loop(4))])
  t.equal(bad.code, 1)
  t.match(
    bad.err,
    /^Audit: 1 of \d+ rules of the client violated.*\n\n {2}auth\.client-caches-tokens\n[^]* {4}entry {5}j\d+ [\d:.]+ POST \/sandbox\/v1\/oauth\/token → 200\n/,
  )
  t.match(bad.err, /\n {4}change {4}Keep the token/)
  const failed = await runAssay(['exec', '--audit', '--', ...node(`${loop(4)}; process.exit(9)`)])
  t.equal(failed.code, 9, 'a command that fails keeps its exit code')
  const silent = await runAssay(['exec', '--audit', '--', ...node('')])
  t.equal(silent.code, 2)
  t.match(silent.err, 'The audit judged no rule: the client made 0 calls')
  const off = await runAssay(['exec', '--audit', '--journal-entries', '0', '--', ...node('')])
  t.equal(off.code, 3)
  t.match(off.err, /^unusable_options: --audit judges the journal/)
})
