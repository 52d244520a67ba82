// Calls are dropped as long as the target shows the finding again and a sound server does not; what is given back was seen to show it.
import t from 'tap'
import type { Finding, RecordedExchange } from '../../reports/run-record.ts'
import { recordedCall } from './recorded-call.support.ts'
import type { Replayed } from './replay-calls.ts'
import { scriptModel } from '../../reports/script-model.ts'
import { shortenCalls, wholeScript } from './shorten-calls.ts'

let count = 0
const call = (method: string, path: string, answer: object, status = 200): RecordedExchange =>
  recordedCall({ id: `x${(count += 1)}`, method, path, answer, status })

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

t.test('of a list, with what was sent to it and nothing else first; what the company does costs nothing', async (t) => {
  const path = '/orders/ord_2/messages'
  const act = (id: number) => ({ by: 'a.check', act: 'POST /orders/ord_2/move', body: {}, made: [], after: id })
  const own = [
    call('POST', '/orders', { id: 'ord_2' }, 201),
    call('POST', path, { id: 'msg_2' }, 201),
    call('POST', '/orders/ord_2/hold', { status: 'on_hold' }),
    call('POST', '/orders/ord_2/resume', { status: 'off_hold' }),
    call('GET', path, { data: [] }),
  ]
  const [made, message, , , listed] = own.map(({ id }) => id)
  const about: Finding = {
    ...finding,
    kind: 'missing_entry',
    expected: ['a'],
    received: [],
    pointer: '/data',
    requests: [listed!],
  }
  const tries: string[] = []
  const costs: number[] = []
  const calls = await shortenCalls(about, {
    ground: { exchanges: own, acts: [act(3), act(4)] },
    onTarget: async ({ needed }) => {
      tries.push(needed.map(({ id }) => id).join(' '))
      return needed.some(({ id }) => id === message) ? 'again' : 'held'
    },
    onReference: async () => 'held',
    isAffordable: (requests) => costs.push(requests) > 0,
  })
  t.same(tries.slice(0, 2), [[made, listed].join(' '), [made, message, listed].join(' ')])
  t.same(calls, [made, message, listed])
  t.same(costs.slice(0, 2), [2, 3])
})

t.test('not to what the target is not sent again; of a list, what names others comes with those', async (t) => {
  const path = '/orders/ord_4/messages'
  const own = [
    call('POST', '/orders', { id: 'ord_4' }, 201),
    call('POST', '/orders/ord_4/documents', { id: 'doc_4' }, 201),
    call('POST', path, { id: 'msg_4' }, 201),
    call('PUT', '/webhook', {}),
    call('GET', path, { data: [] }),
  ]
  own[2]!.request.body = { text: '{"document_ids":["doc_4"]}', bytes: 26, sha256: '', cut: false }
  const [made, file, message, webhook, listed] = own.map(({ id }) => id)
  const about: Finding = {
    ...finding,
    kind: 'missing_entry',
    expected: ['a'],
    received: [],
    pointer: '/data',
    requests: [webhook!, listed!],
  }
  const tries: string[] = []
  const calls = await shortenCalls(about, {
    ground: { exchanges: own },
    onTarget: async ({ needed }) => {
      tries.push(needed.map(({ id }) => id).join(' '))
      return needed.some(({ id }) => id === message) ? 'again' : 'held'
    },
    onReference: async () => 'held',
    isTriable: ({ id }) => id !== webhook,
    isAffordable: () => true,
  })
  t.same(tries.slice(0, 2), [[made, listed].join(' '), [made, file, message, listed].join(' ')])
  t.same(calls, [made, file, message, listed], 'a message with its file')
})

t.test('the last few come with what makes the things that they name', async (t) => {
  const own = [
    call('POST', '/orders', { id: 'ord_5' }, 201),
    call('POST', '/orders/ord_5/documents', { id: 'doc_5' }, 201),
    call('POST', '/orders/ord_5/hold', {}),
    call('POST', '/orders/ord_5/messages', { id: 'msg_5' }, 201),
    call('POST', '/orders/ord_5/hold', {}, 409),
  ]
  own[3]!.request.body = { text: '{"document_ids":["doc_5"]}', bytes: 26, sha256: '', cut: false }
  const [made, file, hold, message, last] = own.map(({ id }) => id)
  const tries: string[] = []
  const calls = await shortenCalls(
    { ...finding, requests: [last!] },
    {
      ground: { exchanges: own },
      onTarget: async ({ needed }) => {
        tries.push(needed.map(({ id }) => id).join(' '))
        return needed.some(({ id }) => id === message) ? 'again' : 'held'
      },
      onReference: async () => 'held',
      isAffordable: () => true,
    },
  )
  t.equal(tries[2], [made, file, hold, message, last].join(' '))
  t.same(calls, [made, file, message, last])
})

/** Calls on one order, and what of them a server of the bug needs. */
const onOrder = async (own: readonly RecordedExchange[], about: Partial<Finding>, isShown: Server) => {
  const tries: string[] = []
  const calls = await shortenCalls(
    { ...finding, requests: [own.at(-1)!.id], ...about },
    {
      ground: { exchanges: own },
      onTarget: async ({ needed }) => {
        const ids = needed.map(({ id }) => id)
        tries.push(ids.join(' '))
        return isShown(ids)
      },
      onReference: async () => 'held',
      isAffordable: () => true,
    },
  )
  return { calls, tries }
}

t.test('the call that sent what is expected is tried first, however long ago it was', async (t) => {
  const place = '/orders/ord_6'
  const sending = (text: string): RecordedExchange => {
    const one = call('PATCH', place, { id: 'ord_6' })
    one.request.body = { text: JSON.stringify({ value: text }), bytes: 9, sha256: '', cut: false }
    return one
  }
  const own = [
    call('POST', '/orders', { id: 'ord_6' }, 201),
    sending('one@example.com'),
    ...['a', 'b', 'c', 'd'].map((letter) => sending(`later-${letter}@example.com`)),
    call('GET', place, { id: 'ord_6', value: 'none' }),
  ]
  const [made, sent, read] = [own[0]!.id, own[1]!.id, own.at(-1)!.id]
  const about = { kind: 'wrong_value', expected: 'one@example.com', received: 'none', pointer: '/value' } as const
  const { calls, tries } = await onOrder(own, about, (ids) => (ids.includes(sent) ? 'again' : 'held'))
  t.same(calls, [made, sent, read])
  t.equal(tries[1], [made, sent, read].join(' '))
})

t.test('of the calls on which the comparison rests, what sent the field is tried first', async (t) => {
  const place = '/orders/ord_9'
  const sending = (field: string): RecordedExchange => {
    const one = call('PATCH', place, { id: 'ord_9' })
    one.request.body = { text: JSON.stringify({ [field]: 'x' }), bytes: 9, sha256: '', cut: false }
    return one
  }
  const fields = ['loan_type', 'borrowers', 'flags', 'notes', 'contacts']
  const own = [
    call('POST', '/orders', { id: 'ord_9' }, 201),
    ...fields.map(sending),
    call('GET', place, { id: 'ord_9', loan_type: 'b' }),
  ]
  const [made, sent, read] = [own[0]!.id, own[1]!.id, own.at(-1)!.id]
  const requests = own.slice(1).map(({ id }) => id)
  const about = { kind: 'wrong_value', expected: 'a', received: 'b', pointer: '/loan_type', requests } as const
  const { calls, tries } = await onOrder(own, about, (ids) => (ids.includes(sent) ? 'again' : 'held'))
  t.same(calls, [made, sent, read])
  t.equal(tries[1], [made, sent, read].join(' '))
})

t.test('of a list with too many entries: without those that were accepted, whose number the bound was', async (t) => {
  const path = '/orders/ord_7/revision-requests'
  const own = [
    call('POST', '/orders', { id: 'ord_7' }, 201),
    call('POST', path, { id: 'rr_1' }, 201),
    call('POST', path, { code: 'x' }, 409),
    call('POST', path, { id: 'rr_2' }, 201),
    call('GET', path, { data: [{}, {}, {}] }),
  ]
  const [made, , refused, , listed] = own.map(({ id }) => id)
  const rule = 'revisions.refused-request-makes-no-record'
  const about = { rule, kind: 'wrong_outcome', expected: '≤ 2', received: 3, pointer: '/data' } as const
  const { calls, tries } = await onOrder(own, about, (ids) => (ids.includes(refused!) ? 'again' : 'held'))
  t.same(calls, [made, refused, listed])
  t.equal(tries[1], [made, refused, listed].join(' '))
  const model = scriptModel({ ...finding, ...about, requests: [listed!] }, { exchanges: own }, new Set(calls))
  t.equal(model?.finding.expected, '≤ 0')
  const page = { ...finding, ...about, rule: 'list.per-page-bounds-the-page', requests: [listed!] }
  const ofPage = scriptModel(page, { exchanges: own }, new Set(calls))
  t.equal(ofPage?.finding.expected, '≤ 2', 'the bound of another rule stays')
})

t.test('an event that the feed lacks comes with what was subscribed to before', async (t) => {
  const own = [
    call('PUT', '/webhook', {}),
    call('POST', '/orders', { id: 'ord_8' }, 201),
    call('POST', '/orders/ord_8/hold', {}),
    call('GET', '/events?order_id=ord_8', { data: [] }),
  ]
  Object.assign(own[0]!, { operation: 'setWebhook' })
  Object.assign(own[3]!, { operation: 'listEvents' })
  const [webhook, made, , read] = own.map(({ id }) => id)
  const about = { kind: 'missing_event', key: 'order.created', expected: 'order.created', pointer: null } as const
  const { calls } = await onOrder(own, about, (ids) => (ids.includes(webhook!) ? 'again' : 'held'))
  t.same(calls, [webhook, made, read])
})

t.test('an instant after another keeps the moves of the clock between them', async (t) => {
  const at = (updated_at: string) => ({ id: 'ord_3', dates: { updated_at } })
  const early = '2026-03-02T15:04:05.000Z'
  const own = [
    call('POST', '/orders', at(early), 201),
    call('PATCH', '/orders/ord_3', at(early)),
    call('GET', '/orders/ord_3', at(early)),
  ]
  const [made, patched, read] = own.map(({ id }) => id)
  const about: Finding = {
    ...finding,
    kind: 'wrong_value',
    expected: `after ${early}`,
    received: early,
    pointer: '/dates/updated_at',
    requests: [patched!, read!],
  }
  const acts = [{ by: 'a.check', act: 'POST /clock/advance', body: { seconds: 2 }, made: [], after: 1 }]
  const seen: string[] = []
  const calls = await shortenCalls(about, {
    ground: { exchanges: own, acts },
    onTarget: async () => 'again',
    onReference: async ({ needed, captures }) => {
      seen.push(...captures.map(({ from }) => from.id))
      return needed.some(({ id }) => id === patched) ? 'held' : 'again'
    },
    isAffordable: () => true,
  })
  t.same(calls, [made, 'a1', patched, read])
  t.same([...new Set(seen)], [made], 'what was before the change is taken from before it')
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
  t.same(await whole('held', 'held', false), { ...all, isUntried: true }, 'a target that was not asked says nothing')
  t.same(await whole('unknown', 'held'), { ...all, isUntried: true }, 'nor does one that did not answer as then')
  t.same(await whole('again', 'again'), { script: 'accuses' })
  t.same(await whole('held', 'held'), { script: 'misses' })
  t.same(await whole('held', 'unknown'), { script: 'misses' })
  t.equal(await whole('again', 'unknown'), null)
})

t.test('a read that fails by what another left is sent behind one that leaves the same', async (t) => {
  const [withAdu, plain, without] = ['?has_adu=true', '', '?has_adu=false'].map((query) =>
    recordedCall({
      id: `adu${query}`,
      method: 'GET',
      path: `/order-types${query}`,
      answer: { data: ['a'] },
      status: 200,
    }),
  ) as [RecordedExchange, RecordedExchange, RecordedExchange]
  const [reads, about] = [
    [withAdu, without, plain],
    {
      ...finding,
      kind: 'wrong_value' as const,
      expected: ['b'],
      received: ['a'],
      pointer: '/data',
      requests: [plain.id],
    },
  ]
  const target = () => {
    let last = withAdu.id
    return (ids: readonly string[]): Replayed => {
      for (const id of ids) if (id !== plain.id) last = id
      return last === withAdu.id ? 'again' : 'held'
    }
  }
  const shortened = (exchanges: RecordedExchange[], server: (ids: readonly string[]) => Replayed) =>
    shortenCalls(about, {
      ground: { exchanges },
      onTarget: async (model) => server(model.needed.map(({ id }) => id)),
      onReference: async () => 'held',
      isAffordable: () => true,
    })
  t.same(await shortened(reads, target()), [withAdu.id, plain.id])
  t.equal(await shortened([without, plain], target()), null, 'nothing here leaves it')
  t.same(await shortened(reads, () => 'again'), [plain.id], 'whatever was read before')
})
