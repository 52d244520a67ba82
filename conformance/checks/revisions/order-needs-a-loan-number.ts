// An order without a loan number takes no revision request, even where its status would.
import { permitted } from '../../steps/act.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { readOrder } from '../../steps/order-state.ts'
import { create } from '../../steps/place-order.ts'
import { fieldAt, must, textAt } from '../../steps/read.ts'
import { seen } from '../../run/seen.ts'
import { check } from '../check.ts'

const rule = 'revisions.order-without-loan-number-refused'

const readings: Record<string, string> = { '409': 'status-409', '400': 'status-400' }

export default check({
  id: 'revisions.order-needs-a-loan-number',
  verifies: [rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, observe } = context
    const body = orderBody(context, await pickProduct(context))
    const { number: _number, ...loan } = body.loan
    const id = textAt(must(await create(context, { ...body, loan }), 'no order could be placed'), '/id')
    must(await permitted(context, 'cancel', id, 'The sale fell through.'), 'the order could not be cancelled')
    const json = { kind: 'correction', reason: 'The garage is missing.' }
    const answer = await client.call('createRevisionRequest', { params: { order_id: id }, json })
    expect(rule).status(answer, '4xx')
    const { status } = answer.response
    const semantic = fieldAt(answer, '/code') === 'semantic_validation_failed'
    if ([400, 409, 422].includes(status))
      observe(
        'revisions.missing-loan-number',
        readings[status] ?? `${semantic ? 'semantic' : 'validation'}-422`,
        answer,
      )
    expect(rule).equal(seen(await readOrder(context, id), '/status/code'), 'cancelled')
  },
})
