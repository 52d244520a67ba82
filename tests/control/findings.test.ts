// What the client does right and wrong, while it works: read, followed in the stream of changes, and not offered where nobody judges.
import t from 'tap'
import { createClientJudge } from '../../conformance/api/client-judge.ts'
import { startSimulator } from '../../simulator/start/start-simulator.ts'
import { expectSucceeded } from './succeeding.ts'
import { begin, control, draft, lender, ok, profile, refused, requestToken, simulator, type Json } from './support.ts'

await begin()

const ruleIn = (findings: Json, id: string): Json => findings.rules.find(({ rule }: Json) => rule === id)

const key = 'idempotency.client-always-sends-a-key'

/** Messages of the stream that are called `findings`, as they come. */
const follow = async (signal: AbortSignal): Promise<() => Promise<Json>> => {
  const response = await fetch(`${simulator.controlUrl}/changes`, { signal })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async () => {
    for (;;) {
      const message = /event: findings\ndata: (.*)\n\n/.exec(text)
      if (message) {
        text = text.slice(message.index + message[0].length)
        return JSON.parse(message[1]!)
      }
      text += (await reader.read()).value
    }
  }
}

t.test('a client that does something wrong is seen to, with the entry that shows it and what to change', async (t) => {
  const before = await ok('get', '/findings')
  t.strictSame([before.last, before.calls, before.summary.fail], [null, 0, 0])
  t.match(ruleIn(before, key), { level: 'must', verdict: 'not-tested', remedy: /\w/, findings: [] })
  await lender('main', 'get', '/account')
  await lender('main', 'post', '/orders', draft())
  const after = await ok('get', '/findings')
  t.strictSame([after.last, after.calls, after.from_start], ['j3', 3, true])
  const { verdict, remedy, findings } = after.rules[0]
  t.equal(after.rules[0].rule, key, 'the violated ones come first')
  t.equal(verdict, 'fail')
  t.match(remedy, /Idempotency-Key/)
  t.strictSame(findings[0].entries, ['j3'])
  const { data } = await ok('get', '/journal?operation=createOrder')
  t.equal(findings[0].at, data[0].startedDateTime)
  const { pass, fail, not_tested, not_applicable } = after.summary
  t.equal(pass + fail + not_tested + not_applicable, after.rules.length)
  t.equal(fail, after.rules.filter((one: Json) => one.verdict === 'fail').length)
})

t.test('no secret and no token is in them', async (t) => {
  await requestToken({ ...profile.credentials.main, client_secret: 'not-the-secret-of-this-client' })
  const { text } = await control.get('/findings')
  t.notMatch(text, profile.credentials.main.client_secret)
  t.notMatch(text, 'not-the-secret-of-this-client')
})

t.test('the findings of one client are judged from its own calls', async (t) => {
  const { main } = profile.credentials
  const other = profile.credentials.other_lender!
  const of = async (id: string) => ok('get', `/findings?client_id=${id}`)
  const mine = await of(main.client_id)
  t.equal(ruleIn(mine, key).verdict, 'fail')
  t.equal(mine.from_start, true)
  const theirs = await of(other.client_id)
  t.strictSame([theirs.calls, theirs.summary.fail], [0, 0])
  await lender('other_lender', 'get', '/account')
  const later = await of(other.client_id)
  t.equal(later.calls, 2)
  t.equal(ruleIn(later, key).verdict, 'not-tested')
  await refused(t, 'get', '/findings?client_id=cli_none', undefined, 404, /There is no client cli_none/)
})

t.test('the stream of changes says so too: at the beginning, and after a call', async (t) => {
  await ok('post', '/journal/clear')
  const caller = new AbortController()
  const next = await follow(caller.signal)
  const first = await next()
  t.strictSame([first.calls, first.violated], [0, []])
  await lender('main', 'post', '/orders', draft())
  let message = await next()
  while (message.calls === 0) message = await next()
  t.strictSame([message.violated, message.summary.fail], [[key], 1])
  const findings = await ok('get', '/findings')
  t.strictSame(
    [findings.last, findings.from_start],
    [message.last, false],
    'a journal that was cleared has no start any more',
  )
  caller.abort()
})

t.test('what the journal has given up counts no more', async (t) => {
  await ok('post', '/journal/clear')
  const { last, calls, summary } = await ok('get', '/findings')
  t.strictSame([last, calls, summary.fail], [null, 0, 0])
})

t.test('a client that starts again is judged from its start', async (t) => {
  const startUp = 'auth.client-reads-the-account-at-start-up'
  const place = async (): Promise<Json> => {
    await lender('main', 'post', '/orders', draft())
    return ok('get', '/findings')
  }
  await ok('post', '/journal/clear')
  const before = await place()
  t.strictSame([before.from_start, ruleIn(before, startUp).verdict], [false, 'not-tested'])
  t.match(ruleIn(before, startUp).remedy, /client_starts/)
  await ok('post', '/journal/clear', { client_starts: true })
  const after = await place()
  t.strictSame([after.from_start, ruleIn(after, startUp).verdict], [true, 'fail'])
  const { log } = await ok('get', '/journal.har')
  t.strictSame(
    log.entries.map(({ _start }: Json) => _start),
    [true],
    'and in what is exported',
  )
  await refused(t, 'post', '/journal/clear', { client_start: true }, 422, /client_start/)
})

t.test('a call is judged whatever deliveries came after it, and what was dropped is said', async (t) => {
  const judged = { clientJudge: async () => createClientJudge(), journal: { entries: 2 } }
  const other = await startSimulator(judged)
  t.teardown(() => other.close())
  const findings = async (): Promise<Json> => (await fetch(`${other.controlUrl}/findings`)).json()
  await fetch(`${other.sandboxUrl}/account`, { headers: { authorization: 'Bearer none' } })
  const { status } = await fetch(`${other.controlUrl}/lenders/len_bluestem/webhooks/sandbox`, {
    method: 'PUT',
    body: JSON.stringify({ url: 'https://127.0.0.1:1/hook', secret: 's'.repeat(40), enabled: true }),
    headers: { 'content-type': 'application/json' },
  })
  t.equal(status, 200)
  await other.seedOrders({ statuses: ['new'], count: 4 })
  await other.idle()
  const { calls, deliveries, dropped, from_start } = await findings()
  t.strictSame([calls, deliveries, from_start], [1, 2, true])
  t.strictSame([dropped.requests, dropped.deliveries > 0], [0, true])
  const { log } = (await (await fetch(`${other.controlUrl}/journal.har`)).json()) as Json
  t.match(log.comment, /^Dropped: \d+ older deliver/)
})

t.test('a query that is not read as it is meant is said, in the journal and the findings', async (t) => {
  await ok('post', '/journal/clear')
  for (const query of ['status[]=new', 'status=new&status=on_hold', 'status=new&page=1'])
    await lender('main', 'get', `/orders?${query}`)
  const { data } = await ok('get', '/journal?operation=listOrders')
  t.strictSame(
    data.map(({ _odd_query }: Json) => _odd_query),
    [['GET /orders has no parameter status[]'], ['GET /orders takes one status, and 2 came'], undefined],
  )
  t.strictSame((await ok('get', '/findings')).odd_queries, [
    { what: 'GET /orders has no parameter status[]', calls: 1 },
    { what: 'GET /orders takes one status, and more came', calls: 1 },
  ])
})

t.test('nobody judges where nobody was given, or where there is no journal', async (t) => {
  for (const options of [{}, { journal: false, clientJudge: () => Promise.reject(new Error('not asked')) }] as const) {
    const other = await startSimulator(options)
    t.teardown(() => other.close())
    const { status } = await fetch(`${other.controlUrl}/findings`)
    t.equal(status, 404)
    const { operations } = (await (await fetch(`${other.controlUrl}/capabilities`)).json()) as { operations: string[] }
    t.notOk(operations.includes('getFindings'))
    t.ok(operations.includes('listJournal'))
  }
})

t.test('a judge that fails is the answer to who reads, and to nobody else', async (t) => {
  const other = await startSimulator({ clientJudge: () => Promise.reject(new Error('no judge today')) })
  t.teardown(() => other.close())
  t.equal((await fetch(`${other.controlUrl}/findings`)).status, 500)
  t.equal((await fetch(`${other.sandboxUrl}/ping`)).status, 200)
})

expectSucceeded('findings')
