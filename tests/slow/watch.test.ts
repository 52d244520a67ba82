// `assay watch` as users start it: rounds against the embedded simulator, and a target that goes away and comes back.
import { existsSync, mkdirSync, watch } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { stringify } from 'yaml'
import { createSimulator } from '../../simulator/simulator.ts'
import { runAssay, startAssay } from '../run-assay.ts'
import { simulatedTarget } from '../simulated-target.ts'
import { removeMade } from '../remove-made.ts'
import { closed, happens } from '../wait-for.ts'

const check = 'account.identifies-the-credential'

t.test('two rounds of one target differ in nothing, which is one line', async (t) => {
  const directory = t.testdir({})
  const nightly = ['watch', '--every', '1s', '--only', check, '--report-dir', directory]
  const { code, output } = await runAssay([...nightly, '--count', '2'])
  t.equal(code, 0, output)
  t.match(output, /^\S+Z {2}first run, used as baseline: .*\n\S+Z {2}nothing changed: .*\n$/)
  t.ok(existsSync(join(directory, 'latest', 'report.json')))
  t.notOk(existsSync(join(directory, 'last-change')))
  const quick = [...nightly, '--count', '1', '--no-rerun']
  const broken = await runAssay([...quick, '--', '--defect', 'no-remaining-header'])
  t.equal(broken.code, 1, broken.output)
  t.match(broken.output, /changed: 1 regressed.*\n {2}regressed {9}limits\.remaining-header-on-every-response: /)
  t.ok(existsSync(join(directory, 'last-change', 'comparison.json')), 'the round before is known in the next watch too')
})

/** Waits until that many rounds have begun from now on: each removes the folder `next`, and makes it again. */
const roundsBegun = async (directory: string, rounds: number): Promise<void> => {
  const over = new AbortController()
  await new Promise<void>((resolve) => {
    let events = 0
    watch(directory, { signal: over.signal }, (type, name) => {
      if (type === 'rename' && name === 'next') events += 1
      if (events === 2 * rounds) resolve()
    })
  })
  over.abort()
}

t.test('a target that goes away is reported once, and when it is back', async (t) => {
  const out = join(t.testdir({}), 'out')
  mkdirSync(out)
  const { simulator: first, file } = await simulatedTarget(t)
  const profile = first.profile()
  const port = Number(new URL(profile.sandbox_base_url!).port)
  const controlPort = Number(new URL(profile.control_url!).port)
  const args = ['watch', '--every', '1s', '--only', check, '--target', file, '--report-dir', out]
  const { child, until, ended } = startAssay(args)
  t.teardown(() => child.kill('SIGKILL'))
  await until(/first run, used as baseline/)
  await first.close()
  await until(/cannot judge/)
  // The second of them begins when the first has ended, of which nothing is printed.
  await roundsBegun(out, 2)
  const second = await createSimulator({ port, controlPort })
  t.teardown(() => second.close())
  await until(/back: [^]*nothing changed/)
  child.kill('SIGINT')
  const { code, output } = await ended
  t.equal(code, 0, output)
  t.equal(output.match(/cannot judge: /g)?.length, 1, output)
})

t.test('the run under way notices that its watch was killed, and comes to its end', async (t) => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await happens(server, 'listening')
  const asked = happens<[IncomingMessage, ServerResponse]>(server, 'request')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const profile = { sandbox_base_url: url, credentials: { main: { client_id: 'a', client_secret: 'b' } } }
  const file = join(t.testdir({ 'target.yaml': stringify(profile) }), 'target.yaml')
  const out = `${t.testdirName}-kept`
  t.teardown(() => removeMade(out))
  // No answer is given, and waited for ten minutes.
  const args = ['watch', '--every', '1s', '--target', file, '--timeout', '600', '--report-dir', out]
  const { child, ended } = startAssay(args)
  const [{ socket }] = await asked
  child.kill('SIGKILL')
  await ended
  await closed(socket)
})
