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

t.test('what the company was asked to do with an order shows nothing of what comes with a report', async (t) => {
  const read = (id: string): Exchange =>
    exchangeOf({
      operation: 'getOrder',
      url: `https://api.example.test/v1/orders/${id}`,
      body: { id, documents: [{ id: 'doc_1', kind: 'borrower_certificate' }] },
    })
  const issued = [{ freedom: 'documents.borrower-certificate', reading: 'issued' }]
  const ofCertificates = (found: { freedom: string }[]) => found.filter(({ freedom }) => freedom === issued[0]!.freedom)
  const watch = createReadingsWatch()
  watch.companyActed('/clock/advance')
  watch.companyActed('/orders/ord_1/deliver')
  t.strictSame(ofCertificates(watch.exchange(read('ord_1'))), [])
  t.match(ofCertificates(watch.exchange(read('ord_2'))), issued)
})
