// Whom an order in the sandbox may name: people who are made up, in production too, as the same tests may run against both.
import t from 'tap'
import { auditOf } from './audit-journal.ts'
import { askToken, createRecording, order } from './recorded.ts'

const rule = 'create.client-sends-no-real-borrower-to-the-sandbox'

const naming = (value: string, type = 'phone'): string => {
  const body = JSON.parse(order) as { borrowers: object[] }
  return JSON.stringify({ ...body, borrowers: [{ ...body.borrowers[0], contacts: [{ type, role: 'home', value }] }] })
}

/** The same borrower in production and in the sandbox. */
const verdictOf = (value: string, type?: string): string => {
  const recording = createRecording()
  askToken(recording, { token: 'tok-abcdefgh-1' })
  const body = naming(value, type)
  const key = (name: string) => ({ body, headers: { Authorization: 'Bearer tok-abcdefgh-1', 'Idempotency-Key': name } })
  recording.add('POST', 'https://api.lender.example/v1/orders', { ...key('a'), status: 201 })
  recording.add('POST', '/orders', { ...key('b'), status: 201 })
  return auditOf(recording.har(), { isStart: false }).verdicts.find((one) => one.rule === rule)!.verdict
}

t.test('a number or a domain that is set aside for examples belongs to nobody', async (t) => {
  for (const number of ['+1 512 555 0100', '+15125550199', '(512) 555-0123']) t.equal(verdictOf(number), 'pass', number)
  for (const address of ['ann@example.com', 'ann@mail.example.org', 'ann@lender.test', 'ann@att.example'])
    t.equal(verdictOf(address, 'email'), 'pass', address)
})

t.test('a person of production is not named in the sandbox', async (t) => {
  for (const number of ['+1 512 867 0100', '+15125550200']) t.equal(verdictOf(number), 'fail', number)
  for (const address of ['ann@bank.com', 'ann@contest.com', 'ann@att.net'])
    t.equal(verdictOf(address, 'email'), 'fail', address)
})
