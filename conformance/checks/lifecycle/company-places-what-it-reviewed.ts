// An order that the company must review starts in `pending_review`, comes back there from a hold, and comes to `new` when the
// company places it.
import { accountOf } from '../../scenarios/account-of.ts'
import { knowsField } from '../../scenarios/amendments.ts'
import { reviewedOrder, type ReviewedOrder } from '../../scenarios/reviewed-order.ts'
import { atLeast } from '../../evidence/expected.ts'
import { seen } from '../../evidence/seen.ts'
import { exampleSequence } from '../../scenarios/example-sequence.ts'
import type { CheckContext } from '../../kit/context.ts'
import { findEvent, seenEvent, statusInEvent } from '../../steps/events-of.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { statusOf } from '../../steps/order-state.ts'
import { instructions } from '../../steps/amendable-fields.ts'
import { fieldAt, succeeded, textAt } from '../../steps/read.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import type { Answered } from '../../evidence/exchange.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { lackOf, portWith, type Control } from '../../sut/control.ts'

const rules = {
  starts: 'lifecycle.order-needing-review-starts-in-pending-review',
  plain: 'lifecycle.placed-order-starts-in-new',
  created: 'lifecycle.order-placed-for-review-raises-order-created',
  places: 'lifecycle.company-placing-moves-review-to-new',
  tells: 'lifecycle.company-placing-raises-status-changed',
  moves: 'order.updated-at-moves-with-the-status',
  moment: 'events.created-status-is-of-that-moment',
  amends: instructions.rule,
  back: 'actions.resume-restores-the-status-held-before',
}

type Company = {
  id: string
  review_first?: { order_types: string[]; loan_types: string[]; property_types: string[] }
}
type Sent = { order_type_code?: string; loan_type_code?: string; property?: { type?: string } }

/** Whether the company's own list of what it reviews names what was sent. */
const isListed = (company: Company | undefined, body: Uint8Array | null): boolean => {
  const sent = JSON.parse(Buffer.from(body ?? []).toString()) as Sent
  const { order_types = [], loan_types = [], property_types = [] } = company?.review_first ?? {}
  return (
    order_types.includes(sent.order_type_code ?? '') ||
    loan_types.includes(sent.loan_type_code ?? '') ||
    property_types.includes(sent.property?.type ?? '')
  )
}

const ownCompany = async ({ shared }: CheckContext, port: Control): Promise<Company | undefined> => {
  const { data } = (await port.ask('GET', '/companies')) as { data: Company[] }
  const mine = seen(await shared(accountOf('main')), '/company/id').value
  return data.find(({ id }) => id === mine)
}

/** An order under review is not closed; only the names of what is amended are the target's own. */
const expectAmended = async (
  context: CheckContext,
  { instructions: sent, answer }: NonNullable<ReviewedOrder['amended']>,
  placed: Answered,
): Promise<void> => {
  const { expect } = context
  const shown = seen(placed, instructions.pointer)
  const isShown = succeeded(answer) && shown.value === sent
  const isCalledClosed = answer.response.status === 409
  if (switchedOff(answer) || (!isShown && !isCalledClosed && !(await knowsField(context, instructions))))
    return expect(rules.amends).notTested('amendment-not-shown')
  expect(rules.amends).status(answer, '2xx')
  if (succeeded(answer)) expect(rules.amends).equal({ ...shown, requests: [answer.id, placed.id] }, sent)
}

export default check({
  id: 'lifecycle.company-places-what-it-reviewed',
  verifies: Object.values(rules),
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { expect, shared } = context
    const { answer, amended, resumed, placed, events } = await shared(reviewedOrder)
    const { placed: plain } = await shared(exampleSequence)
    const port = portWith(context, 'listCompanies')
    const company = port ? await ownCompany(context, port) : undefined
    if (!port && plain.status === 'new')
      // It evidently could be placed straight away, and an order for a church evidently could not.
      expect(rules.plain).equal(seen(plain.answer, '/status/code'), 'new')
    if (!port && statusOf(answer) === 'pending_review')
      expect(rules.starts).equal(seen(answer, '/status/code'), 'pending_review')
    if (isListed(company, answer.request.body))
      expect(rules.starts).equal(seen(answer, '/status/code'), 'pending_review')
    if (company?.review_first && !isListed(company, plain.answer.request.body))
      expect(rules.plain).equal(seen(plain.answer, '/status/code'), 'new')
    if (statusOf(answer) !== 'pending_review' || !placed) {
      expect(rules.starts).oneOf(seen(answer, '/status/code'), ['new', 'pending_review'])
      throw notTested('nothing-reviewed')
    }
    expect(rules.created).equal(seenEvent(events, { type: 'order.created' }), 'order.created')
    const announced = findEvent(events, { type: 'order.created' })
    if (announced) expect(rules.moment).oneOf(statusInEvent(announced), ['pending_review'])
    const id = textAt(answer, '/id')
    if (!resumed)
      expect(rules.back).notTested(
        portWith(context, 'holdForCompany') ? 'no-company-event' : lackOf(context, 'holdForCompany'),
      )
    else {
      const shown = statusOf(resumed)
      // Its review may have ended on its own by then.
      const isPlaced = await hasMovedSpontaneously(context, id, 'pending_review', shown)
      expect(rules.back).that(
        seen(resumed, '/status/code'),
        () => shown === 'pending_review' || isPlaced,
        'pending_review',
      )
      if (!isPlaced && shown !== 'pending_review' && shown !== 'new') throw notTested('orders-moved-on')
    }
    if (amended && statusOf(placed) !== 'cancelled') await expectAmended(context, amended, placed)
    else expect(rules.amends).notTested('moved-while-amended')
    const isFurther = await hasMovedSpontaneously(context, id, 'new', statusOf(placed))
    expect(rules.places).that(seen(placed, '/status/code'), (code) => code === 'new' || isFurther, 'new')
    // A time may be cut to the second in one place and not in another.
    const since = Math.floor(Date.parse(String(fieldAt(placed, '/status/changed_at'))) / 1000) * 1000
    expect(rules.moves).that(
      seen(placed, '/dates/updated_at'),
      (at) => Date.parse(String(at)) >= since,
      atLeast(fieldAt(placed, '/status/changed_at')),
    )
    const toNew = {
      type: 'order.status_changed',
      fits: (event: Record<string, unknown>) => (event['status'] as { code?: unknown } | undefined)?.code === 'new',
    }
    expect(rules.tells).equal(seenEvent(events, toNew), 'order.status_changed')
    expect(rules.created).that(
      seenEvent(events, { type: 'order.created' }),
      () => findEvent(events, { type: 'order.created' }) !== undefined,
      'order.created',
    )
    const isPlain = port
      ? company?.review_first !== undefined && !isListed(company, plain.answer.request.body)
      : plain.status === 'new'
    if (!isPlain) throw notTested('everything-reviewed')
  },
})
