// A run in which an order's event was delivered again and again, for tests: the answers that each attempt got.
import { recordedBody, recordedExchange } from './recorded-exchange.support.ts'
import type { Finding, RecordedDelivery, RecordedExchange } from './run-record.ts'
import type { ScriptGround } from './script-model.ts'

const base = 'https://x.example.com/sandbox/v1'
const hook = 'https://127.0.0.1:9/assay/a1b2c3d4'
const usual = { order_type_code: '1004' }

const call = (id: string, operation: string, path: string, sent: unknown, answer: unknown): RecordedExchange =>
  recordedExchange({
    id,
    source: 'a.check',
    operation,
    method: sent === null ? 'GET' : operation === 'setWebhook' ? 'PUT' : 'POST',
    url: base + path,
    headers: [
      ['Authorization', 'Bearer •••'],
      ...(sent === null ? [] : ([['Content-Type', 'application/json']] as [string, string][])),
    ],
    sent,
    answer,
    status: operation === 'createOrder' ? 201 : 200,
  })

export const attemptsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `d${index + 1}`)

/** `status`: what the feed says of the event; `placed`: the order as it was sent; `said`: what the feed says otherwise. */
export const ground = (
  answers: readonly string[],
  status = 'failed',
  placed: object = usual,
  said: object = {},
): ScriptGround => {
  const event = { id: 'evt_1', type: 'order.created', created_at: '2026-03-02T15:04:05Z', data: { order_id: 'ord_1' } }
  const delivery = { status, attempts: answers.length, next_attempt_at: null, ...said }
  const deliveries = attemptsOf(answers.length).map((id, index): RecordedDelivery => ({
    id,
    received_at: '',
    method: 'POST',
    path: '/assay/a1b2c3d4',
    headers: [['X-Service-Event-Type', 'order.created']],
    body: recordedBody(event),
    fault: null,
    answer: answers[index]!,
  }))
  const exchanges = [
    call('x1', 'setWebhook', '/webhook', { url: hook, enabled: true, events: ['*'], secret: '•••' }, {}),
    call('x2', 'createOrder', '/orders', placed, { id: 'ord_1' }),
    call('x3', 'listEvents', '/events?order_id=ord_1', null, { data: [{ ...event, delivery }] }),
  ]
  return { exchanges, deliveries }
}

export const finding = (given: Partial<Finding>): Finding => ({
  rule: 'delivery.a-rule',
  check: 'a.check',
  expected: null,
  received: null,
  pointer: null,
  requests: ['x3'],
  ...given,
})
