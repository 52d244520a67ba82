// What an amendment cannot change stays as it is, whatever an amendment that names it is answered.
import { not } from '../../evidence/expected.ts'
import { seenStatus } from '../../evidence/seen.ts'
import { knowsField } from '../../scenarios/amendments.ts'
import { merged, sendAmendment } from '../../steps/amend.ts'
import { instructions } from '../../steps/amendable-fields.ts'
import { catalog, pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { fieldAt } from '../../steps/read.ts'
import { refuses } from '../../steps/refuses.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { seenComparable } from '../../steps/comparable.ts'
import { check } from '../../kit/check.ts'

const pointers: [rule: string, pointer: string][] = [
  ['amend.property-cannot-change', '/property'],
  ['amend.borrower-names-cannot-change', '/borrowers/0/first_name'],
  ['amend.borrower-names-cannot-change', '/borrowers/0/last_name'],
  ['amend.borrower-names-cannot-change', '/borrowers/1/first_name'],
  ['amend.borrower-names-cannot-change', '/borrowers/1/last_name'],
  ['amend.order-type-cannot-change', '/order_type'],
  ['amend.loan-type-cannot-change', '/loan/loan_type'],
  ['amend.add-ons-cannot-change', '/loan/add_ons'],
  ['amend.status-cannot-change', '/status/code'],
  ['amend.flags-cannot-change', '/flags'],
  ['amend.loan-purpose-cannot-change', '/loan/purpose'],
  ['amend.purchase-price-cannot-change', '/loan/purchase_price'],
  ['amend.receive-flags-cannot-change', '/borrowers/0/receives_report'],
  ['amend.receive-flags-cannot-change', '/borrowers/0/receives_status_updates'],
]

const flags = { rush: true, complex: true, rural: true, priority: true, certified_appraiser_required: true }

const readings: Record<number, string> = { 400: 'status-400', 409: 'status-409', 422: 'status-422' }

export default check({
  id: 'amend.fixed-fields-stay',
  verifies: [...new Set(pointers.map(([rule]) => rule))],
  needs: ['orders'],
  async run(context) {
    const { expect, marker, shared, recordReading, profile } = context
    const { products } = await shared(catalog)
    const tiered = products.some((product) => product.active && product.loan_types.length > 1)
    const product = await pickProduct(context, { fits: (one) => !tiered || one.loan_types.length > 1 })
    const { borrowers } = orderBody(context, product)
    const change = { borrowers: [...borrowers, { role: 'co_borrower', first_name: 'Noor', last_name: 'Sample' }] }
    const placed = await placeOrder(context, { product, change })
    const before = await readOrder(context, placed.id)

    const otherProduct = products.find((one) => one.active && one.code !== product.code)?.code ?? 'another-product'
    const otherLoanType = product.loan_types.find((code) => code !== placed.body.loan_type_code) ?? 'another-loan-type'
    const [addOn = 'an-add-on'] = product.add_ons
    const [, otherPostalCode = placed.body.property.address['postal_code']] = profile.postal_codes.resolvable
    const { type, occupancy } = placed.body.property
    const property = {
      address: { street: '77 Another Avenue', postal_code: otherPostalCode },
      type: type === 'townhouse' ? 'single_family' : 'townhouse',
      occupancy: occupancy === 'vacant' ? 'second_home' : 'vacant',
    }
    const isNamed = await knowsField(context, instructions)
    // Beside what is sound, of which nothing stays where the rest is refused.
    const beside = (patch: object): object => ({ ...(isNamed && { appraiser_instructions: marker() }), ...patch })
    const alone: unknown[] = [
      { property },
      // Each name alone, for one that is refused would hide the other.
      beside({ borrowers: [{ first_name: 'Renamed' }] }),
      beside({ borrowers: [{ last_name: 'Otherwise' }] }),
      beside({ borrowers: [{ role: 'borrower' }, { role: 'co_borrower', last_name: 'Otherwise' }] }),
      // Under whatever name it is known: a value of another type may be refused or passed over, and never shows on the order.
      { lender_reference: ['a list'], appraiser_instructions: { text: 'an object' } },
    ]
    const purpose = placed.body.loan.purpose === 'other' ? 'refinance' : 'other'
    // Each with the places that it would change.
    const others: [places: string[], patch: Record<string, unknown>][] = [
      [['order_type_code'], { order_type_code: otherProduct }],
      [['order_type'], { order_type: { code: otherProduct } }],
      [['loan_type_code'], { loan_type_code: otherLoanType }],
      [['add_on_codes'], { add_on_codes: [addOn] }],
      [['loan.loan_type'], { loan: { loan_type: { code: otherLoanType } } }],
      [['loan.add_ons'], { loan: { add_ons: [{ code: addOn }] } }],
      [['property.has_adu'], { property: { has_adu: fieldAt(before, '/property/has_adu') !== true } }],
      [['status'], { status: { code: 'report_complete' } }],
      [Object.keys(flags), flags],
      [['flags'], { flags }],
      [['loan.purpose'], { loan: { purpose, purpose_other: 'a bridge loan' } }],
      [['loan.purchase_price'], { loan: { purchase_price: '1.00', currency: 'USD' } }],
      [
        ['borrowers.0.receives_report', 'borrowers.0.receives_status_updates'],
        { borrowers: [{ receives_report: true, receives_status_updates: true }] },
      ],
    ]
    const send = (patch: unknown) => sendAmendment(context, placed.id, patch)
    const answers: Answered[] = []
    for (const patch of alone) answers.push(await send(patch))
    // Sent together, those that the refusal names are refused; the rest may be refused for them alone, and is sent again one by one.
    const together = await send(merged(others.map(([, patch]) => patch)))
    answers.push(together)
    for (const [places, patch] of others)
      if (!places.every((place) => refuses(together, place))) answers.push(await send(patch))
    const after = await readOrder(context, placed.id)
    const requests = [...answers, after].map(({ id }) => id)
    // The company may move an order on, step by step; an amendment would have done what it was sent.
    const wasDelivered =
      statusOf(after) === 'report_complete' &&
      (await hasMovedSpontaneously(context, placed.id, String(statusOf(before)), statusOf(after)))
    for (const [rule, pointer] of pointers) {
      const kept = seenComparable(before, pointer).value
      const shown = { ...seenComparable(after, pointer), requests }
      if (pointer === '/status/code')
        expect(rule).that(shown, (code) => code !== 'report_complete' || wasDelivered, kept)
      else expect(rule).equal(shown, kept)
    }
    const { status } = answers[0]!.response
    // Refused or passed over: both are answers, and a failure is none.
    expect('amend.property-cannot-change').that(seenStatus(answers[0]!), () => status !== 500, not(500))
    const reading = status < 300 ? 'ignored' : readings[status]
    if (reading !== undefined) recordReading('amend.fixed-fields', reading, answers[0]!)
  },
})
