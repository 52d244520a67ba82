import t from 'tap'
import type { Reporter, RunEvent } from '../../reports/run-record.ts'
import { check, type Check } from '../kit/check.ts'
import { parseProfile } from '../sut/profile.ts'
import { noCredential } from '../evidence/roles.ts'
import { blocked, notTested, type GivenReason } from '../evidence/inconclusive.ts'
import type { Scenario } from '../kit/context.ts'
import { createContexts } from './contexts.ts'
import { createEventStream } from '../kit/event-stream.ts'
import { runCheck } from './run-check.ts'
import { computedFrom } from '../evidence/seen.ts'
import { createSession } from './session.ts'

const profile = parseProfile({
  sandbox_base_url: 'http://127.0.0.1:9/sandbox/v1',
  credentials: { main: { client_id: 'cli_1', client_secret: 'a-client-secret' } },
})

const run = (...runs: Check['run'][]) => runLacking(new Map(), ...runs)

const runLacking = async (lacking: ReadonlyMap<string, GivenReason>, ...runs: Check['run'][]) => {
  const events: RunEvent[] = []
  const { emit } = createEventStream([{ event: (event) => void events.push(event) }])
  const session = createSession({ run: 'a1b2c3d4', seed: 1, profile, emit, timeoutMs: 20_000 })
  session.ledger.open()
  const contexts = createContexts(session)
  const results = []
  for (const [index, body] of runs.entries()) {
    const verifies = ['list.orders-newest-first', 'list.status-filter-excludes-other-statuses']
    results.push(
      await runCheck(check({ id: `list.claim-${index}`, verifies, needs: [], run: body }), session, contexts, {
        lacking,
      }),
    )
  }
  await session.close()
  return { results, events }
}

const [first, second] = ['list.orders-newest-first', 'list.status-filter-excludes-other-statuses']

t.test('one failed assertion stops neither the check nor the other verdict', async (t) => {
  const { results, events } = await run(async ({ expect }) => {
    t.equal(expect(first).equal(computedFrom(1), 2), false)
    t.equal(
      expect(second).that(computedFrom('a'), (value) => value === 'a', 'the letter a'),
      true,
    )
  })
  t.match(results, [{ verdict: 'fail', outcomes: [{ verdict: 'fail' }, { verdict: 'pass' }] }])
  const findings = events.filter(({ type }) => type === 'finding')
  t.match(findings, [{ rule: first, check: 'list.claim-0', expected: 2, received: 1 }])
  t.equal(findings.length, 1)
})

t.test('a check that speaks for a rule it does not declare is at fault itself', async (t) => {
  const { results } = await run(async ({ expect }) => void expect('feed.holds-every-event').equal(computedFrom(1), 1))
  t.match(results, [{ verdict: 'error', reason: /feed\.holds-every-event, which it does not declare/ }])
})

t.test('a check that throws is an error, and one that is stopped says why', async (t) => {
  const { results } = await run(
    async () => {
      throw new TypeError('oops')
    },
    async ({ expect }) => {
      expect(first).equal(computedFrom(1), 1)
      throw blocked('no-create-accepted')
    },
    async () => {
      throw notTested('no-orderable-product')
    },
  )
  t.match(results, [
    { verdict: 'error', reason: /TypeError: oops/ },
    { outcomes: [{ verdict: 'pass' }, { verdict: 'inconclusive', reason_code: 'no-create-accepted' }] },
    { verdict: 'not-tested', reason_code: 'no-orderable-product', remedy: /catalog/ },
  ])
})

t.test('a target that is not there leaves the check unanswered, with the exchange on record', async (t) => {
  const { results, events } = await run(async ({ client }) => void (await client.call('ping', { token: null })))
  t.match(results, [{ verdict: 'inconclusive', unanswered: true, requests: 1 }])
  t.match(
    events.filter(({ type }) => type === 'exchange'),
    [{ exchange: { operation: 'ping', response: null, failure: { kind: 'refused' } } }],
  )
})

t.test('a scenario runs once for all that share it, also when it fails', async (t) => {
  let begun = 0
  const scenario: Scenario<number> = { id: 'a-scenario', run: async () => (begun += 1) }
  const dead: Scenario<number> = {
    id: 'a-dead-end',
    run: async () => {
      begun += 1
      throw blocked('not-resumed')
    },
  }
  const look: Check['run'] = async ({ shared, expect }) => {
    expect([first, second]).equal(computedFrom(await shared(scenario)), 1)
    await shared(dead)
  }
  const { results } = await run(look, look)
  t.equal(begun, 2)
  t.match(results, [{ verdict: 'pass' }, { verdict: 'pass' }])
})

t.test('a reading is recorded once, and one that the freedom does not list is marked', async (t) => {
  const { events } = await run(async ({ recordReading, expect }) => {
    recordReading('create.location-form', 'absolute')
    recordReading('create.location-form', 'absolute')
    recordReading('create.location-form', 'as-a-riddle')
    expect([first, second]).equal(computedFrom(1), 1)
  })
  t.match(
    events.filter(({ type }) => type === 'reading'),
    [{ reading: 'absolute' }, { reading: 'unlisted: as-a-riddle' }],
  )
  t.equal(events.filter(({ type }) => type === 'reading').length, 2)
})

t.test('a reporter that breaks is dropped and reported, and the others go on', async (t) => {
  const got: string[] = []
  const bad: Reporter = {
    event() {
      throw new Error('disk full')
    },
  }
  const stream = createEventStream([bad, { event: ({ type }) => void got.push(type) }])
  stream.emit({ type: 'note', message: 'one' })
  stream.emit({ type: 'note', message: 'two' })
  await stream.close()
  t.strictSame(got, ['note', 'note'])
  t.strictSame(stream.broken, ['disk full'])
})

t.test('a rule without what it needs is not tested, and its check judges the others', async (t) => {
  const reason = noCredential('other_lender')
  const { results } = await runLacking(
    new Map([[second!, reason]]),
    async ({ expect }) => void expect(first).equal(computedFrom(1), 1),
    async ({ expect }) => {
      expect(first).notTested('catalog-empty')
      expect(second).equal(computedFrom(1), 1)
    },
    async ({ expect }) => void expect('feed.holds-every-event').notTested('not-exercised'),
  )
  t.match(results, [
    {
      verdict: 'pass',
      outcomes: [
        { verdict: 'pass' },
        { verdict: 'not-tested', reason_code: 'no-credential', remedy: /credentials\.other_lender/ },
      ],
    },
    {
      outcomes: [
        { verdict: 'not-tested', reason_code: 'catalog-empty' },
        { verdict: 'pass', compared: 1 },
      ],
    },
    { verdict: 'error', reason: /which it does not declare/ },
  ])
})
