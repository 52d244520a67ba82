// No false alarm: whatever fault the simulator injects, a client that keeps the contract violates nothing.
import t from 'tap'
import type { RequestFault } from '../../simulator/public/fault.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { auditOf } from '../audit/audit-journal.ts'
import { sampled } from '../sampled.ts'
import { runClientOn } from '../audit/client-run.ts'
import { sandboxOrigin } from '../audit/client-scene.ts'

const faults: Record<string, RequestFault> = {
  'a 401 for an expired token': { kind: 'status', status: 401 },
  'a 429': { kind: 'status', status: 429 },
  'a 500': { kind: 'status', status: 500 },
  'a 503': { kind: 'status', status: 503 },
  'a late answer': { kind: 'latency', milliseconds: 20 },
  'a reset connection': { kind: 'reset' },
  'a cut answer': { kind: 'truncate' },
  'an answer in pieces': { kind: 'drip', milliseconds: 20 },
  'a lost answer to a write': { kind: 'commit-then-fail' },
  'a 500 to a write that is kept': { kind: 'commit-then-fail', answer: '500' },
}

/** A client that keeps the contract may give up at the others, and has then nothing to show. */
const repeated = ['createOrder', 'getOrder', 'listOrders', 'listEvents']

const cases = Object.entries(faults).flatMap(([what, fault]) => [2, 3].map((every) => ({ what, fault, every })))
for (const { what, fault, every } of sampled(cases, 7))
  t.test(`${what}, at every call number ${every} of an operation`, async (t) => {
    const simulator = await createSimulator({ clock: { mode: 'manual' }, publicOrigin: sandboxOrigin })
    t.teardown(() => simulator.close())
    const operations = fault.kind === 'commit-then-fail' ? ['createOrder'] : repeated
    for (const operation of operations) simulator.faults.add({ ...fault, operation, every })
    const { failed, passed, findings } = auditOf(await runClientOn(simulator, {}, true))
    for (const { id, struck } of simulator.faults.list()) t.ok(struck > 0, `${id}: ${struck} times`)
    t.strictSame(failed, [], JSON.stringify(findings, null, 2))
    t.comment(`${passed.length} rules shown`)
  })
