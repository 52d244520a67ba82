// A control port that is there when the run begins and gone right after: the run goes on without it, and blames nothing on itself.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { loadChecks } from '../conformance/checks/load-checks.ts'
import { crashed } from '../conformance/engine/own-faults.ts'
import { blocked } from '../conformance/evidence/inconclusive.ts'
import { createSimulator } from '../simulator/simulator.ts'
import { judge } from './judge-target.ts'
import { happens } from './wait-for.ts'

t.test('a control port that does not begin a window is done without', async (t) => {
  const simulator = await createSimulator()
  const { control_url, ...profile } = simulator.profile()
  const front = createServer((request, response) => {
    void (async () => {
      if (request.method !== 'GET') return void response.writeHead(503).end()
      const answer = await fetch(new URL(request.url!, control_url))
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })()
  }).listen(0, '127.0.0.1')
  await happens(front, 'listening')
  t.teardown(() => Promise.all([simulator.close(), front.close()]))
  const checks = (await loadChecks()).filter(({ id }) => id === 'account.environments-are-distinguished')
  const control = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const { result } = await judge({ ...profile, control_url: control }, { checks })
  t.match(result, { outcome: 'complete' })
  t.notMatch(result.reason?.code, 'suite_failed')
})

t.test('what the target did not do is never called a fault of assay', async (t) => {
  const { reason } = crashed(blocked('no-document'))
  t.match(reason, { code: 'target_unanswered', message: /^The run could not go on: / })
})
