// An order that the lender's staff placed in the portal is listed and amended as any other of the account.
import { includes } from '../../evidence/expected.ts'
import { derived, seen } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { amendments, knowsNames } from '../../scenarios/amendments.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { companyEvents } from '../../scenarios/company-events.ts'
import { otherNames, sendAmendment } from '../../steps/amend.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { requireSuccess } from '../../steps/read.ts'
import { itemsOf, walkPages } from '../../steps/walk-pages.ts'
import { check } from '../../kit/check.ts'

const whole = 'list.orders-cover-the-whole-account'
const amended = 'amend.lender-reference-can-change'

/** What an order is in as long as the company has done nothing. */
const untouched = ['pending_review', 'new']

export default check({
  id: 'order.portal-order-is-of-the-account',
  verifies: [whole, amended],
  needs: ['orders', 'control'],
  async run(context) {
    const { expect, eventually, marker, patience, shared } = context
    const { happenings } = await shared(companyEvents)
    const { orderId: id, stopped } = happenings.find(({ name }) => name === 'portal order')!
    if (stopped) throw stopped
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
    expect(whole).that(derived(ids, ...pages), () => ids.includes(id), includes(id))

    // The names of an amendment are not shown, nor has every lender leave to amend.
    if (!knowsNames(await shared(amendments), lenderReference)) throw otherNames(answer)
    const item = itemsOf(pages).find(isIt)
    if (item?.['lender_reference'] === mark)
      return void expect(amended).equal(derived(item['lender_reference'], answer, pages.at(-1)!), mark)
    const order = await readOrder(context, id)
    const isClosed = answer.response.status === 409 && !untouched.includes(String(statusOf(order)))
    if (isClosed) throw notTested('orders-moved-on')
    expect(amended).equal({ ...seen(order, '/lender_reference'), requests: [answer.id, order.id] }, mark)
  },
})
