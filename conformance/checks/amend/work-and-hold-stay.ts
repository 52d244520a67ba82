// An order that is worked on, held or just resumed can be amended: an amendment leaves the work and the hold as they are, as it does
// what the loan cannot change, and outlasts both.
import { computedFrom, seen } from '../../evidence/seen.ts'
import type { Answered } from '../../evidence/exchange.ts'
import type { CheckContext } from '../../kit/context.ts'
import { amendments, closedStatuses, knowsNames, type FieldAmended } from '../../scenarios/amendments.ts'
import { instructions, lenderReference, loanClient } from '../../steps/amendable-fields.ts'
import { act, permitted } from '../../steps/act.ts'
import { advance, moveTo } from '../../steps/advance.ts'
import { amend, ownFields, sendAmendment } from '../../steps/amend.ts'
import { catalog, plainest, type Product } from '../../steps/catalog.ts'
import { compareUnchangedByAmendment } from '../../steps/unchanged-by-amendment.ts'
import { orderBody } from '../../steps/order-body.ts'
import { readOrder, statusOf } from '../../steps/order-state.ts'
import { placeOrder } from '../../steps/place-order.ts'
import { requireSuccess, succeeded } from '../../steps/read.ts'
import { settleOrder } from '../../steps/settle-order.ts'
import { check } from '../../kit/check.ts'

const changes = 'amend.lender-reference-can-change'
const leaves = 'amend.leaves-what-it-does-not-name'
const scheduled = 'appointment_scheduled'

/** Whether the client of the loan was taken under the name that a create has for it. */
const isAsOnCreate = ({ field, reading }: FieldAmended): boolean =>
  field.pointer === loanClient.pointer && reading === 'as-on-create'

const takesPurchase = ({ loan_purposes: allowed }: Product): boolean =>
  allowed.length === 0 || allowed.includes('purchase')

/** How much of what a loan can have the product lets it have. */
const richness = (product: Product): number =>
  [product.add_ons.length > 0, product.loan_types.length > 0, takesPurchase(product)].filter(Boolean).length

/** A new order with an add-on, a loan type and a price, as far as a product takes them. */
const richOrder = async (context: CheckContext): Promise<string> => {
  const { products } = await context.shared(catalog)
  const [product] = plainest(products).toSorted((one, other) => richness(other) - richness(one))
  if (!product) return (await placeOrder(context)).id
  const { loan } = orderBody(context, product)
  const price = { purpose: 'purchase', purchase_price: '412500.00', currency: 'USD' }
  const { id, status } = await placeOrder(context, {
    product,
    change: {
      ...(takesPurchase(product) && { loan: { ...loan, ...price } }),
      ...(product.add_ons.length > 0 && { add_on_codes: product.add_ons.slice(0, 1) }),
    },
  })
  if (status === 'pending_review') await moveTo(context, id, 'new')
  return id
}

export default check({
  id: 'amend.work-and-hold-stay',
  verifies: [changes, leaves, instructions.rule],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { control, expect, marker, shared } = context
    const scenario = await shared(amendments)
    expect(instructions.rule).notTested('moved-while-amended')
    const id = await richOrder(context)
    const { answer: moved, order } = await advance(context, id, scheduled)
    requireSuccess(moved)

    // Under the names of a create alone, which a target may not know.
    const loan = knowsNames(scenario, loanClient) && scenario.fields.some(isAsOnCreate)
    const amendOnce = async (before: Answered, more: Record<string, unknown> = {}) => {
      const mark = marker()
      const { answer, after } = await amend(context, id, { lender_reference: mark, ...more }, before)
      const requests = [answer.id, after.id]
      await compareUnchangedByAmendment(context, leaves, { before, after, requests })
      const beside = instructions.pointer.slice(1) in more ? [instructions.pointer] : []
      const others = (order: Answered) => ownFields(order, '/lender_reference', '/loan/client', ...beside)
      expect(leaves).equal({ ...computedFrom(others(after), answer, after), requests }, others(before))
      return { mark, answer, after }
    }

    const isKnown = knowsNames(scenario, lenderReference)
    if (!isKnown) expect(changes).notTested('amendment-not-shown')
    const expectTaken = ({ mark, answer, after }: Awaited<ReturnType<typeof amendOnce>>, status: string): boolean => {
      if (!isKnown) return false
      if (statusOf(after) !== status) {
        expect(changes).notTested('moved-while-amended')
        return false
      }
      if (!expect(changes).status(answer, '2xx') || !succeeded(answer)) return false
      return expect(changes).equal({ ...seen(after, '/lender_reference'), requests: [answer.id, after.id] }, mark)
    }

    expectTaken(await amendOnce(order), scheduled)
    if (!succeeded(await permitted(context, 'hold', id, 'A test of amendments.')))
      return expect(leaves).notTested('moved-while-amended')
    const held = await readOrder(context, id)
    const asked = `Wait at the gate (${marker()}).`
    const amended = await amendOnce(held, {
      ...(loan && { loan: { client: marker() } }),
      ...(knowsNames(scenario, instructions) && { appraiser_instructions: asked }),
    })
    if (statusOf(held) !== 'on_hold' || !expectTaken(amended, 'on_hold')) return
    if (knowsNames(scenario, instructions)) {
      const shown = {
        ...seen(amended.after, '/appraiser_instructions'),
        requests: [amended.answer.id, amended.after.id],
      }
      expect(instructions.rule).equal(shown, asked)
    }
    // What was amended during the hold is there after it, too.
    const resume = await act(context, 'resume', id, 'The amendments are made.')
    if (!succeeded(resume)) return
    const text = `Ring twice (${marker()}).`
    const further = await sendAmendment(context, id, { appraiser_instructions: text })
    // The end of the hold writes the order once more.
    const resumed = await (control ? settleOrder(context, id) : readOrder(context, id))
    const requests = [amended.answer.id, resume.id, further.id, resumed.id]
    expect(changes).equal({ ...seen(resumed, '/lender_reference'), requests }, amended.mark)
    if (!knowsNames(scenario, instructions)) return expect(instructions.rule).notTested('amendment-not-shown')
    if (closedStatuses.has(statusOf(resumed))) return
    expect(instructions.rule).status(further, '2xx')
    if (succeeded(further))
      expect(instructions.rule).equal({ ...seen(resumed, '/appraiser_instructions'), requests }, text)
  },
})
