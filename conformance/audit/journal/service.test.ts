// Which addresses of a recording are the service: other services have ids, errors and paths that look like the contract's.
import t from 'tap'
import { auditOf } from '../../../tests/audit/audit-journal.ts'
import { askToken, bearer, createRecording } from '../../../tests/audit/recorded.ts'

type Recording = ReturnType<typeof createRecording>

const account = { client_id: 'cli_demo', environment: 'sandbox', lender: { id: 'len_1', name: 'x' } }
const notFound = (code: string) => ({ status: 404, answer: { code, message: 'x', correlation_id: 'c' } })

const audited = (write: (recording: Recording) => void) => {
  const recording = createRecording()
  askToken(recording, { token: 'tok-abcdefgh-1' })
  recording.add('GET', '/account', { answer: account })
  write(recording)
  const { failed, elsewhere } = auditOf(recording.har(), { isStart: false })
  return { failed, elsewhere: [...elsewhere] }
}

t.test('events of Stripe are no events of the contract', async (t) => {
  const found = audited((recording) => {
    for (let poll = 0; poll < 4; poll += 1)
      recording.add('GET', 'https://api.stripe.com/v1/events?limit=10', {
        headers: { Authorization: 'Bearer sk_live_51abcdefghijkl' },
        answer: { object: 'list', has_more: false, data: [{ id: `evt_1N${poll}`, object: 'event', data: {} }] },
      })
  })
  t.strictSame(found, { failed: [], elsewhere: [['api.stripe.com', 4]] })
})

t.test('nor are the errors of another service, whatever its codes', async (t) => {
  for (const code of ['NOT_FOUND', 'not_found']) {
    const found = audited((recording) => {
      const headers = { Authorization: 'Bearer eyJhbGciOi.internal.token' }
      const crm = 'https://crm.bank.example/v1'
      recording.add('POST', `${crm}/orders`, { headers, body: '{"customerId":7}', status: 201, answer: { id: 12 } })
      recording.add('GET', `${crm}/orders/13`, { headers, ...notFound(code) })
    })
    t.strictSame(found, { failed: [], elsewhere: [['crm.bank.example', 2]] }, code)
  }
})

t.test("an address where no other token than the lender's is used is the service", async (t) => {
  for (const headers of [bearer, { Accept: '*/*' }] as Record<string, string>[]) {
    const { failed, elsewhere } = audited((recording) => {
      const url = 'https://gateway.bank.example/v1/orders/ord_1'
      for (let call = 0; call < 2; call += 1) recording.add('GET', url, { headers, ...notFound('not_found') })
    })
    t.ok(failed.includes('errors.client-does-not-repeat-a-404'), failed.join(' '))
    t.strictSame(elsewhere, [])
  }
})

t.test('without a lender, what the contract has shows the service', async (t) => {
  for (const answer of [
    { id: 'ord_1', order_number: '9', loan: {} },
    { data: [{ id: 'evt_1', order_id: 'ord_1' }] },
    { data: [{ id: 'evt_1' }], next_cursor: null },
    { url: 'https://client.example/hook', secret_set: true },
  ]) {
    const recording = createRecording()
    recording.add('GET', '/orders', { answer })
    recording.add('GET', 'https://los.example.org/v1/orders', { answer: { id: 'ord_7' } })
    t.strictSame([...auditOf(recording.har()).elsewhere], [['los.example.org', 1]], JSON.stringify(answer))
  }
})
