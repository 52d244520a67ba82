// `assay watch`: tells what changed, bears a target that goes away and comes back, and stops when it is told to.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { stringify } from 'yaml'
import { createSimulator } from '../simulator/simulator.ts'
import { assay } from './places.ts'

const check = 'account.tells-whose-credential-it-is'

const start = (...args: string[]) => {
  const child = spawn(process.execPath, [assay, 'watch', ...args], { env: { ...process.env, NODE_OPTIONS: '' } })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  let seen: () => void = () => undefined
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      seen()
    })
  return {
    child,
    text: () => output,
    async until(pattern: RegExp) {
      while (!pattern.test(output)) await new Promise<void>((resolve) => (seen = resolve))
    },
    ended: once(child, 'close').then(([code]) => ({ code: code as number | null, output })),
  }
}

t.test('two rounds of one target differ in nothing, which is one line', async (t) => {
  const directory = t.testdir({})
  const { code, output } = await start('--every', '1s', '--count', '2', '--only', check, '--report-dir', directory)
    .ended
  t.equal(code, 0, output)
  t.match(output, /^\S+Z {2}first run, used as baseline: .*\n\S+Z {2}nothing changed: .*\n$/)
  t.ok(existsSync(join(directory, 'latest', 'report.json')))
  t.notOk(existsSync(join(directory, 'last-change')))
  const nightly = ['--every', '1s', '--count', '1', '--only', check, '--report-dir', directory, '--no-second-tries']
  const broken = await start(...nightly, '--', '--defect', 'no-remaining-header').ended
  t.equal(broken.code, 1, broken.output)
  t.match(broken.output, /changed: 1 regressed.*\n {2}regressed {9}limits\.remaining-header-on-every-response: /)
  t.ok(existsSync(join(directory, 'last-change', 'comparison.json')), 'the round before is known in the next watch too')
})

t.test('a target that goes away is told of once, and when it is back', async (t) => {
  const directory = t.testdir({})
  const first = await createSimulator({})
  const profile = first.profile()
  writeFileSync(join(directory, 'target.yaml'), stringify(profile))
  const port = Number(new URL(profile.sandbox_base_url!).port)
  const controlPort = Number(new URL(profile.control_url!).port)
  const watch = start(
    '--every',
    '1s',
    '--only',
    check,
    '--target',
    join(directory, 'target.yaml'),
    '--report-dir',
    join(directory, 'out'),
  )
  await watch.until(/first run, used as baseline/)
  await first.close()
  await watch.until(/cannot judge/)
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  const second = await createSimulator({ port, controlPort })
  t.teardown(() => second.close())
  await watch.until(/back: /)
  await watch.until(/back: [^]*nothing changed/)
  watch.child.kill('SIGINT')
  const { code, output } = await watch.ended
  t.equal(code, 0, output)
  t.equal(output.match(/cannot judge: /g)?.length, 1, output)
})

t.test('a span that is none, and options that conform does not have, are wrong usage', async (t) => {
  for (const every of ['0s', '15', '1d', 'soon', '-1s', '900h'])
    t.equal((await start('--every', every).ended).code, 3, every)
  t.equal((await start('--count', '1').ended).code, 3, 'no --every')
  const unknown = await start('--every', '1s', '--bogus', '--report-dir', t.testdir({})).ended
  t.equal(unknown.code, 3)
  t.match(unknown.output, /unknown option '--bogus'/)
})
