// The token of another call in a script: granted by a request of its own, or made up where the run did.
import t from 'tap'
import { curlScript } from './curl-script.ts'
import { recordedExchange } from './recorded-exchange.support.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

const grant = recordedExchange({
  id: 'x1',
  operation: 'requestToken',
  role: null,
  method: 'POST',
  url: 'https://x.example.com/sandbox/v1/oauth/token',
  sent: 'grant_type=client_credentials&client_id=c&client_secret=•••',
  answer: { access_token: '•••' },
})

const read = (from: Pick<RecordedExchange, 'token_from'>): RecordedExchange => ({
  ...recordedExchange({
    id: 'x2',
    operation: 'getAccount',
    role: null,
    environment: 'production',
    path: '/account',
    headers: [['Authorization', 'Bearer •••']],
  }),
  ...from,
})

const finding: Finding = {
  rule: 'r',
  check: 'c',
  kind: 'accepted',
  expected: 401,
  received: 200,
  pointer: 'status',
  requests: ['x2'],
}
const scriptOf = (from: Pick<RecordedExchange, 'token_from'>): string =>
  curlScript(finding, { exchanges: [grant, read(from)] })

t.test('the exchange that granted it is sent again, where it was', async (t) => {
  const script = scriptOf({ token_from: 'x1' })
  t.match(script, /"\$SANDBOX_BASE"'\/oauth\/token'/)
  t.match(script, /"\$PRODUCTION_BASE"'\/account' -H 'Authorization: Bearer '"\$VALUE_1"''/)
  t.notMatch(script, /ASSAY_TOKEN/)
})

t.test('one that nobody was granted', async (t) => {
  const script = scriptOf({ token_from: null })
  t.match(script, /-H 'Authorization: Bearer a-token-that-nobody-was-granted'/)
})

t.test('an older record does not say whose it was', async (t) => {
  t.match(scriptOf({}), /ASSAY_TOKEN must be set/)
})
