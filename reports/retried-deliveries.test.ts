// What a script makes of the attempts at an event: which of them its receiver refuses, how far the clock is moved, and what is compared.
import t from 'tap'
import { curlScript } from './curl-script.ts'
import { heardFor, isHearing, signatures } from './hearing.ts'
import { attemptsOf, finding, ground } from './retried-deliveries.support.ts'
import type { Finding } from './run-record.ts'
import { recordedExchange } from './recorded-exchange.support.ts'
import { scriptModel } from './script-model.ts'

const shownFor = (given: Partial<Finding>, answers: readonly string[], status = 'failed') => {
  const model = scriptModel(finding(given), ground(answers, status), 'all')
  if (!model) return null
  const { needed, verdict } = model
  const own = needed.filter(({ id }) => / (?:heard|moved) \d+$/.test(id))
  const moves = own.filter((one) => !isHearing(one)).map(({ request }) => JSON.parse(request.body!.text!) as unknown)
  const { answers: refused, times } = heardFor(own.at(-1)!)
  return { refused, times, moves, asked: verdict?.by === 'answer' ? verdict.asked : null }
}

const named = attemptsOf(2)

t.test('an attempt that must come, after all that came', (t) => {
  const asked = (number: number) => ({ form: 'at least times', values: ['order.created', String(number)] })
  const again = { received: 'not sent again', expected: 'sent again', requests: ['d1'] }
  t.match(shownFor(again, ['410']), { refused: ['410'], times: 2, moves: [{ seconds: 125 }], asked: asked(2) })
  const nine = { received: 3, expected: '≥ 9' }
  t.match(shownFor(nine, ['400', 'the connection cut', '503']), {
    refused: ['400', 'the connection cut', '503'],
    moves: [{ seconds: 125 }, { seconds: 365 }, { seconds: 1865 }],
    asked: asked(4),
  })
  const taken = { received: 'taken', expected: 'failed' }
  t.match(shownFor(taken, ['410', '409'], 'delivered'), { refused: ['410', '409'], asked: asked(3) })
  const givenUp = { received: 'dead_lettered', expected: 'not given up' }
  t.match(shownFor(givenUp, ['410', '400'], 'dead_lettered'), { asked: asked(3) })
  const late = { rule: 'delivery.attempt-3-after-5-minutes', received: 2, expected: 3 }
  t.match(shownFor(late, ['400', '404']), { refused: ['400', '404'], asked: asked(3) })
  t.match(shownFor({ ...late, received: '900 s', expected: '300 s' }, ['400', '404', '503']), { asked: asked(3) })
  t.end()
})

t.test('an attempt that must not come, or not yet', (t) => {
  const asked = (number: number) => ({ form: 'less often', values: ['order.created', String(number)] })
  const soon = { rule: 'delivery.attempt-3-after-5-minutes', received: '120 s', expected: '300 s' }
  t.match(shownFor(soon, ['400', '404', '503']), { moves: [{ seconds: 125 }, { seconds: 215 }], asked: asked(3) })
  const second = { rule: 'delivery.attempt-2-after-1-minute', received: '10 s', expected: '60 s' }
  t.match(shownFor(second, ['400', '404']), { moves: [{ seconds: 40 }], asked: asked(2) })
  const ninth = { rule: 'delivery.attempt-9-after-11-hours-or-about-6', received: '60 s', expected: '39600 s' }
  const moves = shownFor(ninth, Array<string>(9).fill('503'))!.moves as { seconds: number }[]
  t.ok(moves.at(-1)!.seconds < 6 * 3_600 - 300, 'six hours are permitted, too')
  const endless = { received: 11, expected: '≤ 9' }
  t.match(shownFor(endless, Array<string>(11).fill('503')), { times: 10, asked: asked(10) })
  const failed = { received: 'failed', expected: 'taken' }
  t.match(shownFor(failed, ['201']), { refused: ['201'], moves: [{ seconds: 125 }], asked: asked(2) })
  const booked = { pointer: '/data/0/delivery/status', received: 'failed', expected: 'not failed' }
  t.match(shownFor({ ...booked, requests: ['x3', 'd1'] }, ['299']), { refused: ['299'], asked: asked(2) })
  t.end()
})

t.test('what two attempts have in common, and what not', (t) => {
  const kept = { rule: 'delivery.created-at-is-kept-on-redelivery', requests: named }
  t.match(shownFor(kept, ['410', '503']), {
    refused: ['410'],
    times: 2,
    asked: { at: 'list:/data/type=order.created/body/created_at', form: 'alike' },
  })
  const id = { rule: 'delivery.redelivery-keeps-the-id', expected: 'evt_1', pointer: '/id', requests: ['d2'] }
  t.match(shownFor(id, ['410', '503']), { asked: { at: 'list:/data/type=order.created/body/id', form: 'alike' } })
  const fresh = { rule: 'delivery.retry-has-a-fresh-t', received: '0 s', expected: '60 s', requests: named }
  t.match(shownFor(fresh, ['410', '503']), { asked: { at: 'list:/data/type=order.created/t', form: 'distinct' } })
  const alone = { ...fresh, pointer: 'header:X-Service-Signature', requests: ['d2'] }
  t.match(shownFor(alone, ['410', '503']), { refused: ['410'], asked: { form: 'distinct' } }, 'of one delivery')
  const script = curlScript(finding(fresh), ground(['410', '503']), {
    kept: new Set(['x1', 'x2', 'd2 heard 1', 'd2 moved 1', 'd2 heard 2']),
  })
  t.match(script, /^sleep 2\nANSWER=.*\/clock\/advance/m, 'a signature has the second in which it was made')
  t.match(script, / order\.created 410 > \/dev\/null/, 'how the receiver answers')
  t.notMatch(
    script.slice(script.lastIndexOf('/clock/advance')),
    /^tokens$/m,
    'nothing that is sent later needs a token',
  )
  t.end()
})

t.test('what was switched off, or given up, is not sent again', (t) => {
  const off = recordedExchange({
    id: 'x4',
    operation: 'setWebhook',
    method: 'PUT',
    url: 'https://x.example.com/sandbox/v1/webhook',
    sent: { enabled: false },
    started_at: '2026-03-02T15:04:05.500Z',
  })
  const stopped = (answers: readonly string[], before: number) => {
    const { exchanges, deliveries } = ground(answers)
    const second = (index: number): string => `2026-03-02T15:04:0${index < before ? 5 : 6}.000Z`
    const timed = deliveries!.map((one, index) => ({ ...one, received_at: second(index) }))
    const about = finding({ expected: 'nothing', received: 'evt_1 again', requests: ['x4', 'd1', 'd2'] })
    const model = scriptModel(about, { exchanges: [...exchanges, off], deliveries: timed }, 'all')!
    const asked = model.verdict?.by === 'answer' ? model.verdict.asked : null
    return { steps: model.needed.map(({ id, request }) => `${id} ${request.body?.text ?? ''}`), asked }
  }
  const { steps, asked } = stopped(['503', '204'], 1)
  t.same(steps.slice(-4), ['d2 heard 1 ', 'd2 x4 {"enabled":false}', 'd2 moved 1 {"seconds":125}', 'd2 heard 2 '])
  t.match(asked, { form: 'less often', values: ['order.created', '2'] })
  const ten = stopped(Array<string>(10).fill('503'), 9)
  t.same(ten.steps.slice(-3), ['d2 x4 {"enabled":false}', 'd2 moved 9 {"seconds":86400}', 'd2 heard 10 '])
  t.match(ten.asked, { values: ['order.created', '10'] })
  t.end()
})

const steps = (given: Partial<Finding>, answers: readonly string[]): string[] =>
  scriptModel(finding(given), ground(answers), 'all')!.needed.map(
    ({ id, request }) => `${id} ${request.body?.text ?? ''}`,
  )

t.test('another secret, or another address, before the attempt that has the former one', (t) => {
  const kind = 'bad_signature' as const
  const former = { kind, received: 'former', expected: 'new', requests: ['d3'] }
  t.same(steps(former, ['503', '410', '401']).slice(-5), [
    'd3 moved 1 {"seconds":125}',
    'd3 heard 2 ',
    'd3 secret {"secret":"••••••"}',
    'd3 moved 2 {"seconds":365}',
    'd3 heard 3 ',
  ])
  const signed = { at: 'list:/data/type=order.created/signature', form: 'at least times' }
  t.match(shownFor(former, ['503', '410', '401']), { asked: { ...signed, values: [signatures.later, '1'] } })
  t.notMatch(shownFor({ ...former, received: 'neither' }, ['503', '401']), { asked: signed })
  const rule = 'delivery.retry-goes-to-the-url-in-force'
  const misled = { rule, received: 'the former address', expected: 'the new address', requests: ['d2'] }
  const url = 'https://127.0.0.1:9/assay/a1b2c3d4?moved'
  t.ok(steps(misled, ['503', '204']).includes(`d2 address ${JSON.stringify({ url })}`))
  t.match(shownFor(misled, ['503', '204']), { refused: ['503'], asked: { form: 'mentions', values: ['?moved'] } })
  t.end()
})

t.test('the webhook is set before the order is placed', (t) => {
  const { exchanges, deliveries } = ground(['410', '503'])
  const [set, ...others] = exchanges
  const record = { exchanges: [...exchanges.slice(0, 2), { ...set!, id: 'x9' }, ...others.slice(1)], deliveries }
  const { needed } = scriptModel(finding({ received: 'not sent again', requests: ['d1'] }), record, 'all')!
  t.same(
    needed.slice(0, 3).map(({ id }) => id),
    ['x1', 'x2', 'd1 heard 1'],
  )
  t.end()
})

t.test('an answer that comes late is awaited, or given up, before the clock is moved', (t) => {
  const kept = new Set(['x1', 'x2', 'd1 heard 1', 'd1 moved 1', 'd1 heard 2'])
  const scriptFor = (answer: string): string =>
    curlScript(finding({ received: 'not sent again', requests: ['d1'] }), ground([answer]), { kept })
  t.match(scriptFor('204 after 6000 ms'), /^sleep 8$[^]*clock\/advance/m)
  t.match(scriptFor('204 after 13000 ms'), /^sleep 12$[^]*clock\/advance/m, 'the sender waits for ten seconds')
  t.notMatch(scriptFor('503'), /^sleep \d+$/m)
  t.end()
})

t.test('what no attempt shows', (t) => {
  const cases: [string, Partial<Finding>, string[]][] = [
    ['a bound of another count', { received: 2, expected: '≥ 3' }, ['410', '503']],
    ['a record that is right', { received: 'taken', expected: 'failed' }, ['410']],
    ['an event that no delivery has', { received: 'not sent again', expected: 'sent again' }, ['410']],
    [
      'a write that the record lacks',
      { received: 'evt_1 again', expected: 'nothing', requests: ['x9', 'd2'] },
      ['503', '204'],
    ],
    ['too few attempts', { rule: 'delivery.attempt-4-after-30-minutes', received: '9 s', expected: '1800 s' }, ['410']],
  ]
  for (const [what, given, answers] of cases) {
    const { needed = [] } = scriptModel(finding(given), ground(answers), 'all') ?? {}
    t.notOk(needed.some(isHearing), what)
  }
  t.end()
})
