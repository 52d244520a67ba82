// Shows when an operation is found not to count, and how much a count may lag or come back before it is.
import t from 'tap'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { countedOperations } from './counted-operations.ts'
import { createMemory } from './invariant.ts'
import { createSecrets } from '../sut/secrets.ts'

/** A client that calls one operation after the other, a tenth of a second apart. */
const calls = () => {
  const memory = createMemory(createSecrets())
  let at = 1_000_000
  let left = 600
  const call = (operation: string, takes: number, { status = 200, ms = 50 } = {}) => {
    left -= takes
    const headers: [string, string][] = [
      ['X-RateLimit-Limit', '600'],
      ['X-RateLimit-Remaining', String(left)],
    ]
    const given = { operation, status, headers, startedAt: (at += 100), ms }
    return countedOperations.assert(exchangeOf(given), memory).map(({ passed }) => passed)
  }
  return { call, pass: (ms: number) => void (at += ms), comeBack: (count: number) => void (left += count) }
}

const others = (call: ReturnType<typeof calls>['call'], count: number, takes = 1): boolean[] =>
  Array.from({ length: count }, () => call('getOrder', takes)).flat()

const findings = (call: ReturnType<typeof calls>['call'], status = 200): boolean[] =>
  Array.from({ length: 6 }, () => [...call('testWebhook', 0, { status }), ...others(call, 2)]).flat()

t.test('an operation that takes nothing, time after time, is not counted', async (t) => {
  const { call } = calls()
  t.strictSame(others(call, 60), [true], 'that one does is shown once')
  t.strictSame(findings(call), [false, false], 'at the fifth time and after')
})

t.test('and one that took something once, counts', async (t) => {
  const { call } = calls()
  others(call, 60)
  t.strictSame(call('testWebhook', 1), [true])
  t.strictSame(findings(call), [])
})

t.test('where the count lags for all it shows nothing', async (t) => {
  const { call } = calls()
  for (let turn = 0; turn < 60; turn += 1) {
    call('getOrder', 0)
    call('getOrder', 2)
  }
  t.strictSame(findings(call), [])
})

t.test('nor where little else was asked', async (t) => {
  const { call } = calls()
  others(call, 30)
  t.strictSame(findings(call), [])
})

t.test('nor where what was used comes back bit by bit', async (t) => {
  const { call, pass, comeBack } = calls()
  others(call, 60)
  pass(60_000)
  t.strictSame(findings(call), [], 'a minute after the allowance was whole')
  comeBack(20)
  t.strictSame(findings(call), [], 'and once some of it is back')
})

t.test('nor refusals, or calls that were under way together', async (t) => {
  const { call } = calls()
  others(call, 60)
  t.strictSame(findings(call, 409), [])
  const together = Array.from({ length: 6 }, () => call('testWebhook', 0, { ms: 500 })).flat()
  t.strictSame(together, [])
})
