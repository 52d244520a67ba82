// Another run on the same account is noticed by what it does meanwhile, and never by what an earlier one left.
import t from 'tap'
import type { Role } from '../evidence/roles.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { watchForOtherRuns } from './other-run.ts'

const at = (second: number): string => `2026-03-02T10:00:${String(second).padStart(2, '0')}Z`

const order = (run: string, second: number) => ({
  lender_reference: `assay-${run}-00001`,
  dates: { created_at: at(second) },
})

const placed = (run: string, second: number) =>
  exchangeOf({ operation: 'createOrder', status: 201, body: order(run, second) })
const listed = (...data: unknown[]) => exchangeOf({ operation: 'listOrders', body: { data } })
const webhook = (url: string, source = 'test', role: Role = 'main') =>
  exchangeOf({ operation: 'getWebhook', source, role, body: { url } })
const subscribed = exchangeOf({
  operation: 'setWebhook',
  source: 'subscription',
  body: { url: 'https://127.0.0.1:9/assay/0000aaaa', enabled: true },
})

const traces = (...exchanges: ReturnType<typeof exchangeOf>[]): string[] => {
  const found: string[] = []
  const { exchange } = watchForOtherRuns('0000aaaa', 'sandbox', (trace) => found.push(trace))
  for (const one of exchanges) exchange!(one)
  return found
}

t.test('an order that another run placed since, or its receiver, is reported once', async (t) => {
  t.match(traces(placed('0000aaaa', 10), listed(order('0000bbbb', 14), order('0000bbbb', 15))), [/the run 0000bbbb/])
  t.equal(traces(placed('0000aaaa', 10), listed(order('0000bbbb', 14), order('0000bbbb', 15))).length, 1)
  const created = { type: 'order.created', created_at: at(14), data: order('0000bbbb', 14) }
  t.match(traces(placed('0000aaaa', 10), exchangeOf({ operation: 'listEvents', body: { data: [created] } })), [
    /0000bbbb/,
  ])
  t.match(traces(subscribed, webhook('https://127.0.0.1:9/assay/0000bbbb')), [/as the webhook/])
})

t.test('what was there before, what is ours, and what nobody marked shows no other run', async (t) => {
  t.strictSame(
    traces(
      listed(order('0000bbbb', 50)),
      placed('0000aaaa', 10),
      listed(order('0000bbbb', 9), order('0000bbbb', 11), order('0000aaaa', 30)),
      listed({ lender_reference: 'LN-1', dates: { created_at: at(40) } }, { lender_reference: null }, null, 7),
      listed({ lender_reference: 'assay-contract-17', dates: { created_at: at(40) } }),
      listed({ lender_reference: 'assay-deadbeef-17', dates: { created_at: at(40) } }),
      webhook('https://127.0.0.1:9/assay/0000aaaa'),
      webhook('https://receiver.example.com/own'),
      webhook('https://127.0.0.1:9/assay/0000bbbb', 'subscription'),
    ),
    [],
  )
})

t.test(
  'what an earlier run left as the webhook is no sign, of another account, of a second credential, or before ours is set',
  async (t) => {
    const left = 'https://127.0.0.1:4443/assay/0000bbbb?of=another'
    t.strictSame(traces(subscribed, webhook(left, 'test', 'other_lender')), [])
    t.strictSame(traces(subscribed, webhook(left, 'test', 'main_second')), [])
    t.strictSame(traces(webhook(left)), [])
    t.match(traces(webhook('https://127.0.0.1:9/assay/0000aaaa'), webhook(left)), [/0000bbbb/])
  },
)
