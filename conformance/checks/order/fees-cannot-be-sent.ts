// Fees that a client sends never become those of the order, neither with its create nor with an amendment.
import { excludes, not, oneOf } from '../../evidence/expected.ts'
import { validOrder } from '../../generate/valid-order.ts'
import { orderInputs } from '../../scenarios/order-inputs.ts'
import { seen, seenStatus } from '../../evidence/seen.ts'
import { readOrder } from '../../steps/order-state.ts'
import { create, placeOrder } from '../../steps/place-order.ts'
import { fieldAt, succeeded, textAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const fees = 'order.fees-are-read-only'
const payment = 'create.payment-instruments-are-never-accepted'

const card = '4111111111111111'
const sent = { fees: { appraisal_fee: '1234567.89', currency: 'EUR' }, appraisal_fee: '1234567.89' }
const instrument = { card_number: card, payment: { type: 'card', number: card, expires: '2030-12', cvc: '123' } }

const isRefusal = (status: unknown): boolean => status === 400 || status === 422

export default check({
  id: 'order.fees-cannot-be-sent',
  verifies: [fees, payment],
  needs: ['orders'],
  async run(context) {
    const { client, expect, shared, recordReading, marker } = context
    const { coverage, ground } = await shared(orderInputs)
    const valid = () => validOrder(coverage.orderable[0]!, { ...ground, marker: marker() })

    // Taken together each is ignored; where they are refused, it may be for either.
    const together = await create(context, { ...valid(), ...instrument, ...sent })
    const paid = succeeded(together) ? together : await create(context, { ...valid(), ...instrument })
    recordReading('conventions.card-fields', succeeded(paid) ? 'ignored' : 'refused', paid)
    const read = succeeded(paid) ? await readOrder(context, textAt(paid, '/id')) : null
    if (read)
      for (const shown of [paid, read])
        expect(payment).that(seen(shown), (order) => !JSON.stringify(order).includes(card), excludes(card))
    else expect(payment).that(seenStatus(paid), isRefusal, oneOf([400, 422]))

    const priced = paid === together ? together : await create(context, { ...valid(), ...sent })
    if (!succeeded(priced)) expect(fees).that(seenStatus(priced), isRefusal, oneOf([400, 422]))
    const id = succeeded(priced) ? textAt(priced, '/id') : (await placeOrder(context)).id
    const before = read && priced === paid ? read : await readOrder(context, id)
    const isSent = (value: unknown) => value === sent.fees.appraisal_fee
    expect(fees).that(seen(before, '/fees/appraisal_fee'), (fee) => !isSent(fee), not(sent.fees.appraisal_fee))
    await client.call('amendOrder', { params: { order_id: id }, json: sent })
    const after = await readOrder(context, id)
    expect(fees).that(seen(after, '/fees/appraisal_fee'), (fee) => !isSent(fee), not(sent.fees.appraisal_fee))
    if (fieldAt(before, '/fees/currency') !== sent.fees.currency)
      expect(fees).that(
        seen(after, '/fees/currency'),
        (currency) => currency !== sent.fees.currency,
        not(sent.fees.currency),
      )
  },
})
