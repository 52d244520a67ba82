// Calls are dropped as long as the target shows the finding again and a sound server does not; what is given back was seen to show it.
import t from 'tap'
import type { Finding, RecordedExchange } from '../../reports/run-record.ts'
import type { Replayed } from './replay-calls.ts'
import { shortenCalls, wholeScript } from './shorten-calls.ts'

let count = 0
const call = (method: string, path: string, answer: object, status = 200): RecordedExchange => {
  const text = JSON.stringify(answer)
  return {
    id: `x${(count += 1)}`,
    source: 'a.check',
    operation: path === '/orders' ? 'createOrder' : null,
    role: 'main',
    environment: 'sandbox',
    request: { method, url: `https://x.example.com/v1${path}`, headers: [], body: null },
    response: { status, headers: [], body: { text, bytes: text.length, sha256: '', cut: false } },
    failure: null,
    started_at: '',
    ms: 1,
  }
}

/** create, three moves, a hold that is refused wrongly. */
const exchanges = [
  call('POST', '/orders', { id: 'ord_1' }, 201),
  call('POST', '/orders/ord_1/messages', { id: 'msg_1' }),
  call('POST', '/orders/ord_1/hold', { status: 'on_hold' }),
  call('POST', '/orders/ord_1/resume', { status: 'off_hold' }),
  call('POST', '/orders/ord_1/hold', { code: 'x' }, 409),
]
const [create, , hold, , refused] = exchanges.map(({ id }) => id)
const finding: Finding = {
  rule: 'a.rule',
  check: 'a.check',
  kind: 'refused',
  expected: 200,
  received: 409,
  pointer: 'status',
  requests: [refused!],
}

type Server = (calls: readonly string[]) => Replayed

const shorten = async (target: Server, sound: Server, most = Infinity) => {
  const sent: string[] = []
  const asked = (server: Server) => async (model: { needed: readonly RecordedExchange[] }) =>
    server(model.needed.map(({ id }) => id))
  const calls = await shortenCalls(finding, {
    ground: { exchanges },
    onTarget: async (model) => {
      sent.push(model.needed.map(({ id }) => id).join(' '))
      return asked(target)(model)
    },
    onReference: asked(sound),
    isAffordable: (requests) => sent.join(' ').split(' ').length + requests <= most,
  })
  return { calls, sent }
}

const held: Server = () => 'held'

t.test('to those without which it does not come again', async (t) => {
  const { calls } = await shorten((ids) => (ids.includes(hold!) ? 'again' : 'held'), held)
  t.same(calls, [create, hold, refused])
})

t.test('to what it is about and what made that, where this suffices', async (t) => {
  const { calls, sent } = await shorten(() => 'again', held)
  t.same(calls, [create, refused])
  t.equal(sent[0], [create, refused].join(' '), 'which is tried first')
})

t.test('not to calls by which a sound server would be accused', async (t) => {
  const accused: Server = (ids) => (ids.includes(hold!) ? 'held' : 'again')
  const { calls, sent } = await shorten(() => 'again', accused)
  t.same(calls, [create, hold, refused])
  t.notOk(sent.includes([create, refused].join(' ')), 'nor is the target asked')
})

t.test('nor to calls that tell nothing on a sound server, where others do', async (t) => {
  const silent: Server = (ids) => (ids.includes(hold!) ? 'held' : 'unknown')
  t.same((await shorten(() => 'again', silent)).calls, [create, hold, refused])
  t.same(
    (
      await shorten(
        () => 'again',
        () => 'unknown',
      )
    ).calls,
    [create, refused],
  )
})

t.test('null where the target does not show it again, or no request is left', async (t) => {
  t.equal((await shorten(held, held)).calls, null)
  t.equal((await shorten(() => 'unknown', held)).calls, null)
  t.equal(
    (
      await shorten(
        () => 'again',
        () => 'again',
      )
    ).calls,
    null,
  )
  t.equal((await shorten(() => 'again', held, 1)).calls, null)
})

t.test('of calls that were not shortened: all, or how they mislead', async (t) => {
  const whole = (target: Replayed, sound: Replayed, isAffordable = true) =>
    wholeScript(finding, {
      ground: { exchanges },
      onTarget: async () => target,
      onReference: async () => sound,
      isAffordable: () => isAffordable,
    })
  const all = { calls: exchanges.map(({ id }) => id) }
  t.same(await whole('again', 'held'), all)
  t.same(await whole('held', 'held', false), all, 'a target that was not asked says nothing')
  t.same(await whole('unknown', 'held'), all)
  t.same(await whole('again', 'again'), { script: 'accuses' })
  t.same(await whole('held', 'held'), { script: 'misses' })
  t.same(await whole('held', 'unknown'), { script: 'misses' })
  t.equal(await whole('again', 'unknown'), null)
})
