// A target that is launched: ready, stopped, ended early, or never there.
import t from 'tap'
import { launch } from './launch.ts'

const node = process.execPath
/** Ends with this process too, where that is ended amid a test. */
const withStarter = `process.once('disconnect', () => process.exit()); process.channel.unref();`
const script = (code: string) => ({
  command: node,
  args: ['--input-type=module', '-e', withStarter + code],
  deadlineMs: 10_000,
})

t.test('a process is launched once it says that it is ready, and stopped by SIGTERM', async (t) => {
  const code = `console.log('warming up')
    console.log(JSON.stringify({ ready: true, sandbox_base_url: 'http://127.0.0.1:1/sandbox/v1' }))
    process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`
  const launched = await launch(script(code))
  t.equal(launched.ready.sandbox_base_url, 'http://127.0.0.1:1/sandbox/v1')
  t.ok(process.kill(launched.pid, 0), 'it runs')
  await launched.stop()
  t.throws(() => process.kill(launched.pid, 0), { code: 'ESRCH' })
  await launched.stop()
})

t.test('a process that ends before it is ready is reported with its last words', async (t) => {
  const error = { code: 'target_not_started', exitCode: 2, message: /exit code 7.*the port is taken/ }
  await t.rejects(launch(script(`console.error('the port is taken'); process.exitCode = 7`)), error)
})

t.test('a process that never gets ready is stopped when the time is up', async (t) => {
  const quiet = { ...script('setInterval(() => {}, 1000)'), deadlineMs: 300 }
  await t.rejects(launch(quiet), { code: 'target_not_started', message: /no ready line within 0.3 s/ })
})

t.test('a command that does not exist is reported', async (t) => {
  const missing = { command: '/nowhere/assay', args: [], deadlineMs: 1_000 }
  await t.rejects(launch(missing), { code: 'target_not_started', message: /could not be started/ })
})

t.test('a target gets the options that are set as variables, and no secret of others', async (t) => {
  const given = {
    ASSAY_DEFECT: 'hold-after-delivery',
    ASSAY_CLIENT_SECRET: 'of-a-deployment',
    ASSAY_CONTROL_TOKEN: 'of-another-simulator',
    CLOUD_TOKEN: 'of-others',
  }
  Object.assign(process.env, given)
  t.teardown(() => {
    for (const name of Object.keys(given)) delete process.env[name]
  })
  const launched = await launch(
    script('console.log(JSON.stringify({ ready: true, env: process.env })); setInterval(() => {}, 1000)'),
  )
  t.teardown(() => launched.stop())
  const { env } = launched.ready as unknown as { env: Record<string, string> }
  t.match(env, { PATH: process.env['PATH'], ASSAY_DEFECT: 'hold-after-delivery' })
  t.notOk('ASSAY_CLIENT_SECRET' in env, 'the secret of a deployment that is judged')
  t.notOk('ASSAY_CONTROL_TOKEN' in env, 'that of another simulator')
  t.notOk('CLOUD_TOKEN' in env, 'what belongs to others')
})
