// An order that the lender's staff placed in the portal is listed, amended, written on, held, resumed and cancelled as any other.
import { includes, not } from '../../evidence/expected.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { notTested, type Inconclusive } from '../../evidence/inconclusive.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { act, type Action } from '../../steps/act.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { companyEvents } from '../../scenarios/company-events.ts'
import { otherNames, sendAmendment } from '../../steps/amend.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { requireSuccess, succeeded } from '../../steps/read.ts'
import { settleOrder } from '../../steps/settle-order.ts'
import { threadWith } from '../../steps/thread-with.ts'
import { itemsOf, walkPages } from '../../steps/walk-pages.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { check } from '../../kit/check.ts'
import type { CheckContext } from '../../kit/context.ts'

const whole = 'list.orders-cover-the-whole-account'
const amended = 'amend.lender-reference-can-change'
const written = 'messages.thread-holds-what-the-lender-sent'
const moves: Record<Action, string> = {
  hold: 'actions.hold-moves-order-to-on-hold',
  resume: 'actions.resume-moves-order-to-off-hold',
  cancel: 'actions.cancel-moves-order-to-cancelled',
}

/** What an order is in as long as the company has done nothing. */
const untouched = ['pending_review', 'new']

/** Gives why the amendment could not be judged. */
const judgeAmendment = async (context: CheckContext, id: string): Promise<Inconclusive | null> => {
  const { expect, eventually, marker, patience, shared } = context
  const mark = marker()
  const answer = await sendAmendment(context, id, { lender_reference: mark })
  // Newest first, so that what is placed meanwhile moves it on and never out.
  const isIt = (item: Record<string, unknown>): boolean => item['id'] === id
  const pages = await eventually(
    () => walkPages(context, { operationId: 'listOrders' }, undefined, (items) => items.some(isIt)),
    (walked) => itemsOf(walked).some(isIt),
    patience.state,
  )
  for (const page of pages) requireSuccess(page)
  const ids = itemsOf(pages).map((item) => item['id'])
  expect(whole).that(computedFrom(ids, ...pages), () => ids.includes(id), includes(id))

  // The names of an amendment are not shown, nor has every lender leave to amend.
  if (!knowsNames(await shared(amendments), lenderReference)) return otherNames(answer)
  const item = itemsOf(pages).find(isIt)
  if (item?.['lender_reference'] === mark) {
    expect(amended).equal(computedFrom(item['lender_reference'], answer, pages.at(-1)!), mark)
    return null
  }
  const order = await readOrder(context, id)
  if (answer.response.status === 409 && !untouched.includes(String(statusOf(order))))
    return notTested('orders-moved-on')
  expect(amended).equal({ ...seen(order, '/lender_reference'), requests: [answer.id, order.id] }, mark)
  return null
}

const judgeMessage = async (context: CheckContext, id: string): Promise<void> => {
  const { client, expect, marker } = context
  const params = { order_id: id }
  const mark = marker()
  const json = { recipient: 'manager', subject: mark, body: `Is the appraiser on the way (${mark})?`, document_ids: [] }
  const sent = await client.call('sendMessage', { params, json })
  expect(written).status(sent, '2xx')
  if (!succeeded(sent)) return
  const { thread, texts } = await threadWith(context, id, mark)
  expect(written).that(
    computedFrom(texts, sent, thread),
    () => texts.some((text) => text.includes(mark)),
    includes(mark),
  )
}

/** Held, resumed and cancelled, as far as the company lets the lender and has not moved the order itself. */
const judgeMoves = async (context: CheckContext, id: string): Promise<Inconclusive | null> => {
  const { expect } = context
  let off: Inconclusive | null = null
  const move = async (action: Action, before: Answered): Promise<Answered> => {
    const answer = await act(context, action, id, 'As the staff asked.')
    const switched = switchedOff(answer)
    off ??= switched
    if (switched) return before
    const after = await settleOrder(context, id)
    // One that the company moved meanwhile, or worked on since it was read first, may be beyond it.
    const isOurs = [...untouched, 'on_hold'].includes(String(statusOf(before)))
    const isMoved = answer.response.status === 409 && !(isOurs && statusOf(after) === statusOf(before))
    if (isMoved) off ??= notTested('orders-moved-on')
    else expect(moves[action]).status(answer, '2xx')
    return after
  }
  const placed = await readOrder(context, id)
  if (!untouched.includes(String(statusOf(placed)))) return notTested('orders-moved-on')
  const held = await move('hold', placed)
  if (!off) expect(moves.hold).equal(seen(held, '/status/code'), 'on_hold')
  const resumed = statusOf(held) === 'on_hold' ? await move('resume', held) : held
  if (!off) expect(moves.resume).that(seen(resumed, '/status/code'), (code) => code !== 'on_hold', not('on_hold'))
  if (statusOf(resumed) === 'on_hold') return off
  const cancelled = await move('cancel', resumed)
  if (!off) expect(moves.cancel).equal(seen(cancelled, '/status/code'), 'cancelled')
  return off
}

export default check({
  id: 'order.portal-order-is-of-the-account',
  verifies: [whole, amended, written, ...Object.values(moves)],
  needs: ['orders', 'control'],
  async run(context) {
    const { companyActions } = await context.shared(companyEvents)
    const { orderId: id, stopped } = companyActions.find(({ name }) => name === 'portal order')!
    if (stopped) throw stopped
    const unnamed = await judgeAmendment(context, id)
    await judgeMessage(context, id)
    const off = await judgeMoves(context, id)
    if (unnamed ?? off) throw (unnamed ?? off)!
  },
})
