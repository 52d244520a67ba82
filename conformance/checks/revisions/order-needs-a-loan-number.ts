// An order without a loan number takes no revision request, even where its status would, until an amendment brings one.
import { permitted } from '../../steps/act.ts'
import { amend, otherNames } from '../../steps/amend.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { readOrder } from '../../steps/order-state.ts'
import { create } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, textAt } from '../../steps/read.ts'
import type { CheckContext } from '../../kit/context.ts'
import { seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import { check } from '../../kit/check.ts'

const rule = 'revisions.order-without-loan-number-refused'
const taken = 'revisions.correction-accepted-in-cancelled'

const readings: Record<string, string> = { '409': 'status-409', '400': 'status-400' }

const placed = async (context: CheckContext): Promise<Answered> => {
  const body = orderBody(context, await pickProduct(context))
  const { number: _number, ...loan } = body.loan
  return requireSuccess(await create(context, { ...body, loan }))
}

const reconsideration = {
  kind: 'reconsideration_of_value',
  reason: 'The value looks low.',
  acknowledgements: { prior_appraisal_provided: true, comparable_sales_provided: true },
}

const asked = async (context: CheckContext, id: string): Promise<Answered> => {
  requireSuccess(await permitted(context, 'cancel', id, 'The sale fell through.'))
  const json = { kind: 'correction', reason: `The garage is missing (${context.marker()}).` }
  return context.client.call('createRevisionRequest', { params: { order_id: id }, json })
}

/** Asks once an amendment has brought the number; a closed order need not take one. */
const askWithNumber = async (context: CheckContext): Promise<void> => {
  const created = await placed(context)
  const id = textAt(created, '/id')
  const number = context.marker()
  const names = [{ loan: { number } }, { loan_number: number }]
  const refused: Answered[] = []
  for (const patch of names) {
    const shows = (order: Answered): boolean => fieldAt(order, '/loan/number') === number
    const { answer, after } = await amend(context, id, patch, created, { shows })
    if (shows(after)) {
      const request = await asked(context, id)
      const off = switchedOff(request)
      if (off) throw off
      context.expect(taken).status(request, '2xx')
      return
    }
    refused.push(answer)
  }
  throw otherNames(...refused)
}

export default check({
  id: 'revisions.order-needs-a-loan-number',
  verifies: [rule, taken],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, recordReading } = context
    const id = textAt(await placed(context), '/id')
    const answer = await asked(context, id)
    expect(rule).status(answer, '4xx')
    const { status } = answer.response
    const semantic = fieldAt(answer, '/code') === 'semantic_validation_failed'
    if ([400, 409, 422].includes(status))
      recordReading(
        'revisions.missing-loan-number',
        readings[status] ?? `${semantic ? 'semantic' : 'validation'}-422`,
        answer,
      )
    const params = { order_id: id }
    expect(rule).status(await context.client.call('createRevisionRequest', { params, json: reconsideration }), '4xx')
    expect(rule).equal(seen(await readOrder(context, id), '/status/code'), 'cancelled')
    await askWithNumber(context)
  },
})
