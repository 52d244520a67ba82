// `assay receiver --state`: a command of the user shows what the system behind the receiver did.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { stateCommand } from '../../conformance/examine/state-command.ts'
import { callAssay } from '../call-command.ts'
import { secret } from './examine.ts'
import { startLenderReceiver } from './lender-receiver.ts'

/** A receiver that acts on every delivery, and a command that shows how often: of the shell, as it runs over a hundred times. */
const startActing = async (t: Test) => {
  const folder = t.testdir({ acts: '0' })
  const file = join(folder, 'acts')
  const acts = (_event: unknown, store: { acts: number }): boolean => {
    writeFileSync(file, String(store.acts + 1))
    return true
  }
  const { url, close } = await startLenderReceiver([secret], { acts }, { plain: true })
  t.teardown(close)
  return { url, state: `printf '%s %s' "$ASSAY_ORDER_ID" "$(cat '${file}')"`, reports: join(folder, 'reports') }
}

t.test('a command in a shell shows the state; one that fails is named', async (t) => {
  const { url, state, reports } = await startActing(t)
  const args = ['receiver', '--url', url, '--secret', secret, '--report-dir', reports, '--reporter', 'terminal']
  const { code, out } = await callAssay([...args, '--state', state])
  t.equal(code, 1)
  t.match(out, new RegExp('delivery\\.receiver-is-idempotent-on-id'))
  const broken = await callAssay([...args, '--state', 'exit 3'])
  t.equal(broken.code, 2)
  t.match(broken.out, /state_not_shown: --state must be .* ended with 3/)
})

/** Process ids of what has this text among its arguments. */
const running = (mark: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark)
    } catch {
      return false
    }
  })

const textsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))

t.test('one that leaves a program running ends with it, and one that floods is ended', async (t) => {
  const mark = `${40_000 + (process.pid % 9_999)}.25`
  const message = (text: string) => ({ code: 'state_not_shown', message: new RegExp(`--state must be .* it ${text}`) })
  await t.rejects(stateCommand(`sleep ${mark} & echo same`, 500)('ord_1')(), message('did not end within 0.5 s'))
  if (process.platform === 'linux') t.strictSame(running(mark), [])
  await t.rejects(stateCommand('yes')('ord_1')(), message('printed more than 1000000 characters'))
})

t.test('one that starts a program in a session of its own, which holds its output, is ended in time too', async (t) => {
  const mark = `${60_000 + (process.pid % 4_999)}.5`
  const leaving = `require("node:child_process").spawn("sleep", ["${mark}"], { detached: true, stdio: "inherit" }).unref()`
  t.teardown(() => running(mark).forEach((pid) => process.kill(Number(pid))))
  const shown = stateCommand(`'${process.execPath}' -e '${leaving}'`, 1_500)('ord_1')()
  await t.rejects(shown, { code: 'state_not_shown', message: /did not end within 1\.5 s/ })
})

t.test('no report shows the secret, whatever the command prints, and the command is not given it', async (t) => {
  const { url, state, reports } = await startActing(t)
  const shown = `echo "have ${secret} $ASSAY_WEBHOOK_SECRET."; ${state}`
  const args = ['receiver', '--url', url, '--report-dir', reports, '--state', shown]
  const shows = await callAssay(args, { ASSAY_WEBHOOK_SECRET: secret })
  t.equal(shows.code, 1)
  const texts = textsIn(reports)
  t.notOk([shows.output, ...texts].some((text) => text.includes(secret)))
  t.ok(texts.some((text) => text.includes('have ••• .')))
})

t.test('nor what stands in the address of the receiver', async (t) => {
  const reports = t.testdir()
  const words = ['a-password-of-a-gateway%zz', 'a-token-of-a-gateway', '7f3a9c51d0e2']
  const url = `http://bob:${words[0]}@127.0.0.1:9/hooks?token=${words[1]}&t=${words[2]}&tenant=appraisal`
  const { output, code } = await callAssay(['receiver', '--url', url, '--secret', secret, '--report-dir', reports])
  t.not(code, 0)
  t.match(output, 'tenant=appraisal', 'a plain word is shown')
  for (const word of words)
    t.notOk(
      [output, ...textsIn(reports)].some((text) => text.includes(word)),
      word,
    )
})
