// `assay stop`, `reset`, `advance` and `fault` on a running simulator: what they do, print and refuse, over HTTPS too.
import t from 'tap'
import type { Command } from 'commander'
import { advanceCommand, moveOf } from '../../simulator/cli/remote/advance.ts'
import { faultCommand } from '../../simulator/cli/remote/fault.ts'
import { resetCommand } from '../../simulator/cli/remote/reset.ts'
import { stopCommand } from '../../simulator/cli/remote/stop.ts'
import { callCommand } from '../call-command.ts'
import { startAssay } from '../run-assay.ts'
import { firstLine } from '../wait-for.ts'

type Ready = { control_url: string; pid: number }

const anyPorts = ['--port', '0', '--control-port', '0']

const started = startAssay(['simulate', ...anyPorts, '--clock', 'manual', '--tls', '--control-tls'])
const { control_url: url, pid } = JSON.parse(await firstLine(started.child)) as Ready

const none = {
  ASSAY_CONTROL_HOST: undefined,
  ASSAY_CONTROL_PORT: undefined,
  ASSAY_CONTROL_TLS: undefined,
  ASSAY_CONTROL_TOKEN: undefined,
  ASSAY_CONTROL_URL: undefined,
}

const call = (command: Command, ...args: string[]) => callCommand(command, [...args, '--control', url], { env: none })

t.test('the control port serves HTTPS with --control-tls', (t) => {
  t.match(url, /^https:/)
  t.end()
})

t.test('a duration, an instant, next and idle say how far to move', (t) => {
  t.strictSame(moveOf('1d'), { seconds: 86_400 })
  t.strictSame(moveOf('1d12h30m5s'), { seconds: 131_405 })
  t.strictSame(moveOf('2w'), { seconds: 1_209_600 })
  t.strictSame(moveOf('next'), { until: 'next_due' })
  t.strictSame(moveOf('idle'), { until: 'idle' })
  t.strictSame(moveOf('2027-01-04T09:00:00Z'), { to: '2027-01-04T09:00:00Z' })
  for (const text of ['', 'soon', '1', '1y', '-1d', '1d ', '1.5h', '99999999d'])
    t.throws(() => moveOf(text), { code: 'unusable_move' }, text)
  t.end()
})

t.test('advance moves the clock and says what ran', async (t) => {
  const moved = await call(advanceCommand(), '1d')
  t.match(moved, { code: 0, out: /^Domain time is \d{4}-[^;]+; 0 things ran on the way\.\n$/ })
  const { out } = await call(advanceCommand(), '36h', '--json')
  const [before, after] = [moved.out.slice(15, 39), (JSON.parse(out) as { now: string }).now]
  t.equal(Date.parse(after) - Date.parse(before), 129_600_000)
  t.match((await call(advanceCommand(), 'idle')).out, /\nNothing is due any more\.\n$/)
  t.match(await call(advanceCommand(), 'soon'), { code: 3, err: /^unusable_move: .*"soon"; correct it\.\n$/ })
})

t.test('fault adds, lists and ends faults, of one client where one is named', async (t) => {
  const added = await call(faultCommand(), 'createOrder:503:nth=3', '--client', 'cli_bluestem_sandbox')
  t.match(
    added.out,
    /^f1 {2}createOrder:status:status=503:nth=3:client_id=cli_bluestem_sandbox {2}active, no call yet\n$/,
  )
  await call(faultCommand(), 'ping:reset', 'order.created:drop')
  t.equal((await call(faultCommand(), '--list')).out.split('\n').length, 4)
  t.match((await call(faultCommand(), '--list', '--client', 'cli_bluestem_sandbox')).out, /^f1 .*\n$/)
  t.match((await call(faultCommand(), '--remove', 'f2')).out, /^Ended: f2 {2}ping:reset/)
  t.equal((await call(faultCommand(), '--clear', '--client', 'cli_bluestem_sandbox')).out, 'Ended: 1\n')
  t.match(
    (await call(faultCommand(), '--list')).out,
    /^f3 {2}order\.created:drop {2}active, no delivery attempt yet\n$/,
  )
  for (const [code, args, err] of [
    [3, [], /^missing_or_several: .* was given none; give one\.\n$/],
    [3, ['ping:reset', '--clear'], /^missing_or_several: .* was given 2;/],
    [3, ['ping:explode'], /^invalid_fault: .*kind must be one of/],
    [1, ['--remove', 'f9'], /^not_found: /],
    [1, ['--list', '--client', 'cli_none'], /^not_found: There is no client cli_none/],
  ] as const)
    t.match(await call(faultCommand(), ...args), { code, err }, `${args.join(' ')}`)
})

t.test('reset ends the faults too', async (t) => {
  t.match(
    (await call(resetCommand())).out,
    /^Everything but the clock and the snapshots is as it was at the start; domain time is still \d{4}/,
  )
  t.equal((await call(faultCommand(), '--list')).out, 'There is no fault.\n')
})

t.test('the variables that a simulator is started with say where it is', async (t) => {
  const env = { ...none, ASSAY_CONTROL_PORT: new URL(url).port, ASSAY_CONTROL_TLS: 'yes' }
  t.equal((await callCommand(resetCommand(), [], { env })).code, 0)
  for (const host of ['0.0.0.0', 'localhost'])
    t.equal((await callCommand(resetCommand(), [], { env: { ...env, ASSAY_CONTROL_HOST: host } })).code, 0, host)
  const elsewhere = await callCommand(resetCommand(), [], { env: { ...env, ASSAY_CONTROL_HOST: '127.9.9.9' } })
  t.match(elsewhere, { code: 2, err: /^control_unreachable: No control port answers at https:\/\/127\.9\.9\.9:/ })
})

t.test('an empty address is none', async (t) => {
  t.match(await callCommand(resetCommand(), ['--control', ''], { env: none }), { code: 3, err: /^unusable_url: / })
})

t.test('stop comes back when the simulator has ended, and says where none answers', async (t) => {
  t.match(await call(stopCommand()), { code: 0, out: `The simulator at ${url} (process ${pid}) has ended.\n` })
  t.match(await started.ended, { code: 0 })
  t.match(await call(stopCommand()), { code: 2, err: /^control_unreachable: No control port answers at / })
})

t.test('TLS of the control port needs that of the service', async (t) => {
  const { code, err } = await startAssay(['simulate', ...anyPorts, '--control-tls']).ended
  t.equal(code, 3)
  t.match(err, /^unusable_options: --control-tls serves the control port with the certificate of --tls/)
})
