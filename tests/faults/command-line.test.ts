// Faults from the start: written on the command line, in a file or in the environment, and shown where somebody looks.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { request } from 'undici'
import { simulateCommand } from '../../simulator/cli/command.ts'
import { shownFault } from '../../simulator/faults/shown-fault.ts'
import { parseFault, readFaults } from '../../simulator/http/parse-fault.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { callCommand } from '../call-command.ts'
import { startAssay } from '../run-assay.ts'
import { firstLine } from '../wait-for.ts'

const written = {
  'createOrder:commit-then-fail:times=1': { kind: 'commit-then-fail', operation: 'createOrder', times: 1 },
  '*:commit-then-fail:answer=500': { kind: 'commit-then-fail', answer: '500' },
  '*:503:retry_after=2,times=3': { kind: 'status', status: 503, retry_after: 2, times: 3 },
  'getOrder:status:status=401:client_id=cli_a': {
    kind: 'status',
    status: 401,
    operation: 'getOrder',
    client_id: 'cli_a',
  },
  'order.created:delay:seconds=1.5': { kind: 'delay', event_type: 'order.created', seconds: 1.5 },
  '*:stale:seconds=-600:probability=0.25:seed=7': { kind: 'stale', seconds: -600, probability: 0.25, seed: 7 },
}

t.test('a fault is written in a line, and shown in one that can be given again', async (t) => {
  for (const [text, fault] of Object.entries(written)) {
    t.strictSame(parseFault(text), fault, text)
    t.strictSame(parseFault(shownFault(parseFault(text))), fault)
  }
})

t.test('a line that cannot be read is refused', async (t) => {
  const cases = {
    createOrder: /OPERATION:KIND/,
    'createOrder:explode': /kind must be one of/,
    'createOrder:reset:1': /"1" is not NAME=VALUE/,
    'order.created:reset': /operation must be one of/,
    'createOrder:drop': /event_type must be one of/,
    'createOrder:418': /status must be one of 401, 429, 500, 503/,
    'createOrder:latency:milliseconds=soon': /milliseconds must be integer/,
  }
  for (const [text, message] of Object.entries(cases))
    t.throws(() => parseFault(text), { code: 'invalid_fault', message }, text)
})

t.test('a file holds a list', async (t) => {
  const directory = t.testdir({
    'faults.yaml': '- kind: reset\n  operation: ping\n  nth: 2\n',
    'faults.json': '[{"kind":"drop","attempt":1}]',
    'one.yaml': 'kind: reset\n',
    'broken.yaml': '- kind: [reset\n',
  })
  t.strictSame(readFaults(join(directory, 'faults.yaml')), [{ kind: 'reset', operation: 'ping', nth: 2 }])
  t.strictSame(readFaults(join(directory, 'faults.json')), [{ kind: 'drop', attempt: 1 }])
  t.throws(() => readFaults(join(directory, 'one.yaml')), { message: /must be a list of faults/ })
  t.throws(() => readFaults(join(directory, 'broken.yaml')), { message: /broken.yaml cannot be read \(.* line 2/ })
  t.throws(() => readFaults(join(directory, 'none.yaml')), { message: /none.yaml cannot be read \(ENOENT\)/ })
})

t.test('a mistake ends in a code, a sentence and exit code 3', async (t) => {
  for (const args of [
    ['--fault', 'createOrder:explode'],
    ['--faults', 'none.yaml'],
  ]) {
    const { code, err } = await callCommand(simulateCommand(), ['--port', '0', '--control-port', '0', ...args])
    t.equal(code, 3)
    t.match(err, /^invalid_fault: .*(kind must be one of|none.yaml cannot be read)/m)
    t.notMatch(err, /\n {4}at /, 'no stack trace')
  }
  await t.rejects(createSimulator({ faults: [{ kind: 'explode' } as never] }), { code: 'invalid_fault' })
  await t.rejects(createSimulator({ faults: {} as never }), { code: 'invalid_option', message: /a list of faults/ })
})

t.test('a process has the faults of its flags, file and environment, and its banner shows them', async (t) => {
  const file = join(t.testdir(), 'faults.yaml')
  writeFileSync(file, '- { kind: drop, attempt: 1 }\n')
  const args = ['simulate', '--port', '0', '--control-port', '0', '--faults', file, '--fault', 'ping:503:times=1']
  const { child, ended, text, until } = startAssay([...args, '--fault', 'createOrder:commit-then-fail:times=1'])
  t.teardown(() => child.kill('SIGKILL'))
  const line = await firstLine(child)
  const ready = JSON.parse(line) as { sandbox_base_url: string; control_url: string }
  const faults = await request(`${ready.control_url}/faults`)
  const { data } = (await faults.body.json()) as { data: { id: string; fault: object }[] }
  t.match(data, [
    { id: 'f1', fault: { kind: 'drop' } },
    { id: 'f2', fault: { kind: 'status', operation: 'ping' } },
    { id: 'f3', fault: { kind: 'commit-then-fail' } },
  ])
  await until(/control .*/)
  t.match(text(), /control .*\(the company's side, the clock, faults\)/)
  t.match(
    text(),
    /faults +f1 \*:drop:attempt=1\n +f2 ping:status:status=503:times=1\n +f3 createOrder:commit-then-fail/,
  )
  const ping = async () => {
    const { statusCode, body } = await request(`${ready.sandbox_base_url}/ping`)
    await body.dump()
    return statusCode
  }
  t.equal(await ping(), 503)
  t.equal(await ping(), 200)
  child.kill('SIGTERM')
  t.equal((await ended).code, 0)
})

t.test('without faults the banner shows none, and the environment has a word too', async (t) => {
  const { child, ended, text, until } = startAssay(['simulate', '--port', '0', '--control-port', '0'])
  t.teardown(() => child.kill('SIGKILL'))
  await until(/"ready":true/)
  t.notMatch(text(), /^ +faults/m)
  child.kill('SIGTERM')
  await ended
  const other = startAssay(['simulate', '--port', '0', '--control-port', '0'], {
    env: { ASSAY_FAULT: 'ping:reset:nth=1 *:drop' },
  })
  t.teardown(() => other.child.kill('SIGKILL'))
  await other.until(/"ready":true/)
  t.match(other.text(), /f1 ping:reset:nth=1\n +f2 \*:drop\n/)
  other.child.kill('SIGTERM')
  await other.ended
})
