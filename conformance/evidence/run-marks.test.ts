// What shows a run: its whole mark at the beginning of a text, and the end of the path of its receiver, whatever query stands behind it.
import t from 'tap'
import { marksIn, runAt, runIn } from './run-marks.ts'

t.test('the receiver of a run is known, with a slash or a query behind it', async (t) => {
  for (const end of ['', '/', '?of=another', '/?lender=First+Bank'])
    t.equal(runAt(`https://127.0.0.1:4443/assay/0000bbbb${end}`), '0000bbbb', end)
})

t.test('a webhook of a lender is no receiver of a run, though its path begins like one', async (t) => {
  const own = [
    '/assay/receiver',
    '/assay/webhooks?of=us',
    '/assay/receiver/hooks',
    '/assay/receivers',
    '/assay/0000bbbb/0000bbbc/x',
    '/hooks',
  ]
  for (const path of own) t.equal(runAt(`https://ci.example.com${path}`), null, path)
  for (const none of [null, undefined, 7]) t.equal(runAt(none), null)
})

t.test('a run is known by its whole mark at the beginning of a text', async (t) => {
  for (const end of ['', ' and more']) {
    t.equal(runIn(`assay-0000bbbb-00017${end}`), '0000bbbb')
    t.equal(runIn(`assay-0000bbbb-again3-00017${end}`), '0000bbbb', 'in a rerun')
  }
  for (const own of [
    'assay-contract-17',
    'assay-contract-00017',
    'assay-0000bbbb-17',
    'see assay-0000bbbb-00017',
    7,
    null,
  ])
    t.equal(runIn(own), null, String(own))
  t.strictSame(
    marksIn('assay-0000bbbb-00017, assay-0000bbbb-again3-00018, assay-0000bbbb-00017, assay-contract-00017'),
    ['assay-0000bbbb-00017', 'assay-0000bbbb-again3-00018'],
  )
})
