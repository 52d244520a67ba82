// Which webhooks lead to the receiver of a run: by its whole path, whatever query stands behind it.
import t from 'tap'
import { runAt } from './set-webhook.ts'

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
