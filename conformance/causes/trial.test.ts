// What is found while something is run again.
import t from 'tap'
import type { Unstamped } from '../../reports/run-record.ts'
import { createContexts } from '../engine/contexts.ts'
import { createSession } from '../engine/session.ts'
import { parseProfile } from '../sut/profile.ts'
import { onTrial } from './trial.ts'

const secret = 'sk-9f8e7d6c5b4a3f2e'
const profile = parseProfile({
  sandbox_base_url: 'http://127.0.0.1:9/sandbox/v1',
  credentials: { main: { client_id: 'cli_1', client_secret: secret } },
})

const found = {
  invariant: 'invariant.some',
  assertions: [
    { rule: 'a.failed', passed: false, expected: 'none', received: `it echoes ${secret}`, requests: ['x1'] },
    { rule: 'a.passed', passed: true, expected: null, received: null, requests: ['x1'] },
  ],
}

t.test("what invariants find in a trial is the trial's own, and shows no secret", async (t) => {
  const events: Unstamped[] = []
  const emit = (event: Unstamped): void => void events.push(event)
  const session = createSession({ run: 'a1b2c3d4', seed: 1, profile, emit, timeoutMs: 20_000 })
  session.ledger.open()
  const contexts = createContexts(session)
  const trial = await onTrial(session, contexts, { effort: 1, randomRequests: 0, budget: null }, async (trial) => {
    session.ledger.add([found])
    return trial
  })
  t.strictSame([[...trial.broken], [...trial.passed]], [['a.failed'], ['a.passed']])
  t.notMatch(JSON.stringify(trial.findings), secret)
  t.match(trial.findings, [{ rule: 'a.failed', received: /^it echoes / }])
  t.strictSame(events, [], 'the run itself hears nothing of it')

  session.ledger.add([found])
  t.strictSame(
    events.map(({ type }) => type),
    ['finding'],
    'afterwards it does again',
  )
  t.notMatch(JSON.stringify(events), secret)
  await session.close()
})
