// Receivers as their recordings show them: what a delivery was signed with is known, or nothing is judged by it.
import { createHmac } from 'node:crypto'
import t from 'tap'
import { auditOf } from '../../../tests/audit/audit-journal.ts'
import { askToken, createRecording } from '../../../tests/audit/recorded.ts'

const [first, second, third] = ['first', 'second', 'third'].map(
  (name) => `${name}-secret-of-the-receiver-0123456789`,
) as [string, string, string]
const start = Date.UTC(2026, 10, 28, 12)
const at = (ms: number) => ({ startedDateTime: new Date(start + ms).toISOString(), time: 20 })
const hook = 'https://client.example/hook'

type Sent = { secret: string; status: number; created?: number; written?: 'as JavaScript'; url?: string; t?: number }

const recorded = () => {
  const recording = createRecording()
  askToken(recording, { token: 'tok-abcdefgh-1' })
  return {
    set(ms: number, secret: string, status = 200, url = hook): void {
      recording.add('PUT', '/webhook', { body: JSON.stringify({ url, secret }), response: { status }, entry: at(ms) })
    },
    /** As a sender in Python writes it, if not otherwise asked for. */
    deliver(ms: number, { secret, status, created = ms, written, url = hook, t = ms }: Sent): void {
      const text = JSON.stringify({
        id: `evt_${ms}`,
        type: 'order.on_hold',
        created_at: new Date(start + created).toISOString(),
        api_version: '1.0.0',
        data: { order_id: 'ord_1', order_number: '9', reason: 'x' },
      })
      const body = written ? text : text.replaceAll('":', '": ')
      const seconds = Math.floor((start + t) / 1000)
      const v1 = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
      const headers = { 'X-Service-Signature': `t=${seconds},v1=${v1}` }
      recording.add('POST', url, { headers, body, status, entry: { ...at(ms), _kind: 'delivery' } })
    },
    failed: () => auditOf(recording.har(), { isStart: false }).failed,
  }
}

const verifies = 'delivery.receiver-verifies-the-raw-bytes'
const rawBytes = 'delivery.receiver-does-not-reserialise'
const byT = 'delivery.receiver-checks-t-and-not-created-at'
const tolerates = 'delivery.receiver-tolerates-five-minutes'

t.test('a receiver gets its new secret some time after it was set', async (t) => {
  const { set, deliver, failed } = recorded()
  set(0, first)
  deliver(1_000, { secret: first, status: 200 })
  set(600_000, second)
  // Signed just before, and an attempt of an event that is old, or whose clock is off.
  deliver(600_050, { secret: first, status: 401 })
  deliver(610_000, { secret: second, status: 401 })
  deliver(620_000, { secret: second, status: 401, created: 100_000, written: 'as JavaScript' })
  deliver(630_000, { secret: second, status: 401, t: 400_000 })
  deliver(700_000, { secret: second, status: 200 })
  t.strictSame(failed(), [])
})

t.test('one that had it, and has it afterwards, refuses for another reason', async (t) => {
  const cases: [string, Omit<Sent, 'secret' | 'status'>][] = [
    [rawBytes, {}],
    [byT, { created: -900_000, written: 'as JavaScript' }],
    [tolerates, { t: -190_000, written: 'as JavaScript' }],
  ]
  for (const [rule, sent] of cases) {
    const { set, deliver, failed } = recorded()
    set(0, first)
    deliver(1_000, { secret: first, status: 200, written: 'as JavaScript' })
    deliver(10_000, { ...sent, secret: first, status: 401 })
    deliver(20_000, { secret: first, status: 200, written: 'as JavaScript' })
    t.strictSame(failed(), [rule])
  }
})

t.test('one that takes bytes of that writing does not write them again', async (t) => {
  const { set, deliver, failed } = recorded()
  set(0, first)
  for (const [index, status] of [200, 401, 200].entries()) deliver(1_000 * (index + 1), { secret: first, status })
  t.strictSame(failed(), [])
})

t.test('a secret that the company set, or a lost answer set, may be in force', async (t) => {
  const company = recorded()
  company.set(0, first)
  company.deliver(1_000, { secret: first, status: 200 })
  company.deliver(5_000, { secret: third, status: 200 })
  company.set(60_000, first)
  company.deliver(70_000, { secret: first, status: 200 })
  t.strictSame(company.failed(), [])
  for (const status of [0, 500]) {
    const lost = recorded()
    lost.set(0, first)
    lost.deliver(1_000, { secret: first, status: 200 })
    lost.set(3_000, second, status)
    lost.deliver(5_000, { secret: second, status: 200 })
    lost.deliver(6_000, { secret: first, status: 401 })
    t.strictSame(lost.failed(), [], String(status))
  }
})

t.test('between two deliveries of one secret, where nothing was set, another signature is wrong', async (t) => {
  for (const [status, rules] of [
    [200, [verifies]],
    [403, ['delivery.receiver-answers-401-when-unverified']],
    [401, []],
    [503, []],
  ] as const) {
    const { set, deliver, failed } = recorded()
    set(0, first)
    deliver(1_000, { secret: first, status: 200 })
    deliver(5_000, { secret: third, status })
    deliver(9_000, { secret: first, status: 200 })
    t.strictSame(failed(), rules)
  }
})

t.test('another receiver may have a secret that was set before', async (t) => {
  const { set, deliver, failed } = recorded()
  set(0, first)
  deliver(1_000, { secret: first, status: 200 })
  deliver(2_000, { secret: third, status: 200, url: 'https://client.example/hook-of-another-lender' })
  deliver(3_000, { secret: first, status: 200 })
  t.strictSame(failed(), [])
})
