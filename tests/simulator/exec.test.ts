// `assay exec`: the command sees a simulator that answers, and its end is the end of the whole.
import { existsSync } from 'node:fs'
import t from 'tap'
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

t.test('a command that is not there is one sentence and 127', async (t) => {
  const { code, err } = await runAssay(['exec', '--', 'no-such-program-of-assay'])
  t.equal(code, 127)
  t.match(err, /^command_not_run: no-such-program-of-assay is not found; [^\n]+\n$/)
})

t.test('wrong usage runs no command', async (t) => {
  for (const args of [[], ['--bogus', '--', 'true'], ['--defect', 'no-such', '--', ...node("console.log('ran')")]]) {
    const { code, out, err } = await runAssay(['exec', ...args])
    t.equal(code, 3, args.join(' '))
    t.equal(out, '')
    t.match(err, /^\w+: [^\n]+\n$/)
  }
})
