// The examination of a receiver: a good one passes whatever it does where the contract is silent, and each defect is found by its rule alone.
import t, { type Test } from 'tap'
import { examinations } from '../../conformance/examine/examinations.ts'
import { rulesOf } from '../../conformance/examine/examination.ts'
import { receiverRules } from '../../conformance/examine/examine-receiver.ts'
import { receiverDefects } from './defects.ts'
import { examine, secret } from './examine.ts'
import { startLenderReceiver, type Habits } from './lender-receiver.ts'

const noise = Buffer.from([0, 255, 0x0d, 0x0a, 0x1b, 0x80])

const started = async (t: Test, habits: Partial<Habits> = {}, given: { secrets?: string[]; plain?: boolean } = {}) => {
  const receiver = await startLenderReceiver(given.secrets ?? [secret], habits, { plain: given.plain ?? false })
  t.teardown(() => receiver.close())
  return receiver
}

t.test('a good receiver passes', async (t) => {
  const { url, store } = await started(t)
  const { code, run, failed } = await examine({ url })
  t.strictSame(failed, [])
  t.equal(code, 0)
  const passed = run.rules.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule)
  for (const rule of [
    'delivery.receiver-verifies-the-raw-bytes',
    'delivery.receiver-does-not-reserialise',
    'delivery.receiver-rejects-a-stale-t',
    'delivery.receiver-tolerates-five-minutes',
    'delivery.receiver-checks-t-and-not-created-at',
    'delivery.receiver-answers-401-when-unverified',
    'delivery.receiver-answers-within-10-seconds',
    'webhooks.client-configures-an-https-address',
    'webhooks.client-chooses-a-secret-of-32-characters',
  ])
    t.ok(passed.includes(rule), rule)
  t.notOk(
    run.rules.some(({ verdict }) => verdict === 'error' || verdict === 'inconclusive'),
    'nothing is left open by an error',
  )
  t.ok(
    [...store.events.values()].some(({ test }) => test === true),
    'it got a specimen',
  )
})

t.test('what an answer cannot show is not tested, and never passed', async (t) => {
  const { url } = await started(t)
  const { run } = await examine({ url })
  const once = run.rules.find(({ rule }) => rule === 'delivery.receiver-is-idempotent-on-id')
  t.match(once, { verdict: 'not-tested', reason_code: 'effect-not-visible' })
  const constant = run.rules.find(({ rule }) => rule === 'delivery.receiver-compares-in-constant-time')
  t.match(constant, { verdict: 'not-applicable', reason_code: 'unobservable' })
})

/** As a strict parser has it. */
const isObject = (raw: Buffer): boolean => {
  try {
    const value: unknown = JSON.parse(raw.toString())
    return typeof value === 'object' && value !== null && raw.length < 5000
  } catch {
    return false
  }
}

/** One row lock for each id. */
const workingOn = (status: number): Partial<Habits> => {
  const underway = new Set<string>()
  return {
    async handle({ id }) {
      if (underway.has(id)) return status
      underway.add(id)
      await new Promise((resolve) => setTimeout(resolve, 25))
      underway.delete(id)
      return undefined
    },
  }
}

t.test('where the contract is silent, nothing is wrong', async (t) => {
  const silent: [string, Partial<Habits>][] = [
    ...[200, 201, 202, 206, 299].map((success): [string, Partial<Habits>] => [`answers ${success}`, { success }]),
    ...[400, 403, 422].map((staleRefusal): [string, Partial<Habits>] => [
      `answers ${staleRefusal} to a stale t`,
      { staleRefusal },
    ]),
    ['takes a t that is no number', { isFresh: (t, now) => !(Math.abs(now - Number(t)) > 300) }],
    [
      'answers 200 to a repeat and 202 before',
      { success: 202, handle: ({ id }, { events }) => (events.has(id) ? 200 : undefined) },
    ],
    ...[400, 415, 500].map((status): [string, Partial<Habits>] => [
      `answers ${status} to what is no JSON, before it looks for a signature`,
      { before: (raw) => (isObject(raw) ? undefined : status) },
    ]),
    ...[409, 500, 503].map((status): [string, Partial<Habits>] => [
      `answers ${status} to a repeat as long as it works on the event`,
      workingOn(status),
    ]),
    ['tolerates exactly five minutes', { isFresh: (t, now) => /^\d+$/.test(t) && Math.abs(now - Number(t)) < 300 }],
  ]
  for (const [what, habits] of silent) {
    const { url } = await started(t, habits)
    const { failed, code } = await examine({ url })
    t.strictSame({ failed, code }, { failed: [], code: 0 }, what)
  }
})

t.test('the body of an answer counts for nothing, whatever it is', async (t) => {
  const bodies: [string, Habits['reply']][] = [
    ['binary', (response, status) => void response.writeHead(status, { 'content-encoding': 'gzip' }).end(noise)],
    [
      'without an end',
      (response, status) => {
        const drip = setInterval(() => response.write(noise), 50)
        response.writeHead(status).on('close', () => clearInterval(drip))
        response.flushHeaders()
      },
    ],
    [
      'too long for a record',
      (response, status) => {
        response.writeHead(status)
        for (let megabytes = 0; megabytes < 9; megabytes += 1) response.write(Buffer.alloc(2 ** 20))
        response.end()
      },
    ],
    [
      'cut off',
      (response, status) => {
        response.writeHead(status, { 'content-length': 100 }).write(noise)
        setTimeout(() => response.destroy(), 10)
      },
    ],
  ]
  for (const [what, reply] of bodies) {
    const { url } = await started(t, { success: 200, reply })
    // Each of a few examinations sends deliveries that must be taken, and others that must be refused.
    const few = examinations.filter(({ id }) => /event-of-each-type|altered-body|stale-t/.test(id))
    const { failed, code } = await examine({ url, examinations: few, events: ['order.created'] })
    t.strictSame({ failed, code }, { failed: [], code: 0 }, what)
  }
})

t.test('a receiver on plain HTTP of this machine is examined as well', async (t) => {
  const { url } = await started(t, {}, { plain: true })
  const { run, failed } = await examine({ url })
  t.strictSame(failed, [])
  t.equal(
    run.rules.find(({ rule }) => rule === 'webhooks.client-configures-an-https-address')?.verdict,
    'not-applicable',
  )
})

const finders = new Set<string>()

for (const { what, rule, habits } of receiverDefects)
  t.test(`a receiver that ${what} is found by ${rule} alone`, async (t) => {
    const { url } = await started(t, habits)
    const { failed, code, run } = await examine({ url })
    t.strictSame(failed, [rule])
    // The contract names no status for a delivery that is late.
    if (rule.endsWith('rejects-a-stale-t')) t.match(run.findings[0]!.expected, /^a refusal: 401, or another status/)
    for (const { check } of run.findings) finders.add(check)
    t.equal(code, 1)
    const finding = run.findings.find((one) => one.rule === rule)
    t.match(String(finding?.received), / to a delivery /, 'the finding names the delivery')
    t.ok(
      finding?.requests.every((id) => run.exchanges.some((one) => one.id === id)),
      'its evidence is recorded',
    )
  })

t.test('each rule of an examination has a receiver that breaks it', async (t) => {
  const broken = new Set(receiverDefects.map(({ rule }) => rule))
  const refutable = new Set(
    examinations.flatMap((one) => [one.rule, ...rulesOf(one).filter((rule) => !one.unseen?.includes(rule))]),
  )
  t.strictSame(
    [...refutable].filter((rule) => !broken.has(rule)),
    [],
  )
})

t.test('each examination finds a defect', async (t) => {
  const idle = examinations.map(({ id }) => id).filter((id) => !finders.has(id))
  // It refuses what any answer but 2xx and 401 shows, as the others do.
  t.strictSame(idle, ['receiver.previous-secret'])
})

t.test('the rules are rules of the client, and each examination has a name of its own', async (t) => {
  const known = receiverRules(examinations).map(({ id }) => id)
  for (const examination of examinations)
    for (const rule of rulesOf(examination)) t.ok(known.includes(rule), `${examination.id}: ${rule}`)
  t.equal(new Set(examinations.map(({ id }) => id)).size, examinations.length)
})

t.test('an answer that comes too late is none', async (t) => {
  const { url } = await started(t, {
    handle: ({ type }) => (type === 'order.fee_changed' ? new Promise(() => undefined) : undefined),
  })
  // As long as a busy machine may take for what is answered at once.
  const { failed, run } = await examine({ url, limitMs: 3000 })
  t.strictSame(failed, ['delivery.receiver-answers-within-10-seconds'])
  t.match(String(run.findings[0]?.received), /no answer within 3 seconds/)
})

t.test('after a rotation the new secret is taken; the old one may be, and is refused with 401', async (t) => {
  const old = 'whsec-before-0123456789abcdefghijklm'
  for (const secrets of [[secret], [secret, old]]) {
    const { url } = await started(t, {}, { secrets })
    const { failed, run } = await examine({ url, previousSecret: old })
    t.strictSame(failed, [])
    t.equal(run.checks.find(({ check }) => check === 'receiver.previous-secret')?.requests, 1)
  }
  const { url } = await started(t, {}, { secrets: [secret] })
  const { run } = await examine({ url })
  t.match(
    run.checks.find(({ check }) => check === 'receiver.previous-secret'),
    {
      verdict: 'not-tested',
      reason_code: 'no-previous-secret',
    },
  )
})

t.test('a secret that the receiver does not have is no verdict', async (t) => {
  const { url } = await started(t, {}, { secrets: ['another-secret-of-32-characters-or-more'] })
  const { code, run } = await examine({ url })
  t.equal(code, 2)
  t.equal(run.finished?.reason?.code, 'secret_not_shared')
  t.strictSame(run.rules, [])
})

t.test('an address where nothing answers is no verdict', async (t) => {
  const { url, close } = await startLenderReceiver([secret])
  await close()
  const { code, run } = await examine({ url })
  t.equal(code, 2)
  t.equal(run.finished?.reason?.code, 'receiver_unreachable')
})

t.test('a receiver is sent only what it is subscribed to', async (t) => {
  const types = new Set<string>()
  const { url } = await started(t, { handle: ({ type }) => (types.add(type), undefined) })
  const { failed, run } = await examine({ url, events: ['order.completed'], orderId: 'ord_of_ours' })
  t.strictSame(failed, [])
  t.strictSame([...types], ['order.completed'])
  t.match(
    run.checks.find(({ check }) => check === 'receiver.unknown-type'),
    { reason_code: 'event-type-left-out' },
  )
})

t.test('no secret is written down', async (t) => {
  const { url } = await started(t)
  const { run } = await examine({ url })
  t.notMatch(JSON.stringify(run.exchanges), secret)
})
