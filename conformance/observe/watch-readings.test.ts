// The watch of a run: each reading once, from the exchanges of the main lender alone.
import t from 'tap'
import type { Exchange } from '../evidence/exchange.ts'
import { exchangeOf } from '../evidence/exchange.support.ts'
import { createReadingsWatch } from './watch-readings.ts'

const account = { client_id: 'cli_1', environment: 'sandbox', lender: {}, company: {}, scopes: [], rate_limit: {} }

const exchange = (role: Exchange['role'] = 'main'): Exchange =>
  exchangeOf({ operation: 'getAccount', role, url: 'https://api.example.test/v1/account', headers: [], body: account })

t.test('a reading is reported once, and what another company does shows none', async (t) => {
  const watch = createReadingsWatch()
  t.ok(watch.exchange(exchange()).length > 0)
  t.same(watch.exchange(exchange()), [])
  t.same(createReadingsWatch().exchange(exchange('other_company')), [])
})
