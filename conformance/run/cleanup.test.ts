// What the run could not cancel is named with what the target said.
import t from 'tap'
import type { Orders } from '../kit/context.ts'
import type { Session } from '../engine/session.ts'
import { blocked, reason } from '../evidence/inconclusive.ts'
import { cancelOpenOrders } from './cleanup.ts'

type Answer = [status: number, body: object]

/** A session whose target answers each call with the next of these; gives the notes that came of it. */
const notesOf = async (answers: Readonly<Record<string, Answer[]>>): Promise<string[]> => {
  const notes: string[] = []
  const call = async (operation: string, { params }: { params: { order_id: string } }) => {
    const [status, body] = answers[params.order_id]!.shift() ?? [0, {}]
    if (status === 0) throw blocked(reason('no-answer', { call: operation, why: 'ECONNRESET' }))
    return { response: { status, body: Buffer.from(JSON.stringify(body)) }, operation }
  }
  const session = {
    run: '7e570000',
    http: { as: () => ({ call }) },
    emit: ({ message }: { message: string }) => notes.push(message),
  }
  const open = Object.keys(answers).map((id) => ({ id, role: 'main' as const }))
  await cancelOpenOrders(session as unknown as Session, { open } as unknown as Orders)
  return notes
}

const late: Answer = [409, { code: 'invalid_state', current_status: 'in_review' }]

t.test('orders that are cancelled, after a hold too, leave no note', async (t) => {
  const held: Answer = [409, { code: 'invalid_state', current_status: 'on_hold' }]
  t.strictSame(await notesOf({ ord_a: [[200, {}]], ord_b: [held, [200, {}], [200, {}]] }), [])
})

t.test('an order that stays open is named with the answer, in the status that it shows', async (t) => {
  const held: Answer = [409, { current_status: 'on_hold' }]
  t.strictSame(await notesOf({ ord_a: [late], ord_b: [held, [403, { code: 'forbidden' }]] }), [
    '2 orders of this run could not be cancelled: ord_a (cancelOrder → 409 invalid_state while in_review), ' +
      'ord_b (resumeOrder → 403 forbidden). The lender_reference of each begins with assay-7e570000.',
  ])
})

t.test('of many the first three are named', async (t) => {
  const [note = ''] = await notesOf({ ord_a: [late], ord_b: [], ord_c: [late], ord_d: [late], ord_e: [late] })
  t.match(note, /^5 orders .*: ord_a \(.*\), ord_b \(.+\), ord_c \(.*\), and 2 more\. /)
})
