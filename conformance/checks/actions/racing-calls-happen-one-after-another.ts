// Hold, cancel, advance, resume and an amendment sent at once are answered as though they had come one after another, in some order;
// of two resumes, and of two advances to one status, one alone is taken.
import { lifecycle } from '../../contract/contract.ts'
import { statusCodes } from '../../model/tables.ts'
import type { Assertion } from '../../evidence/assertion.ts'
import { advance, cancel, hold, readOrder, type Action } from '../../model/actions.ts'
import { compareAnswer } from '../../model/compare-answer.ts'
import { newOrder as newModel, type OrderModel } from '../../model/order-model.ts'
import { createMachine, type Machine } from '../../model/machine.ts'
import { atMost } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import type { CheckContext } from '../../kit/context.ts'
import { readOrder as readNow } from '../../steps/order-state.ts'
import { newOrder } from '../../steps/place-order.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { hasMovedSpontaneously } from '../../steps/spontaneous-moves.ts'
import { jsonOf, type Answered } from '../../evidence/exchange.ts'
import { switchedOff } from '../../sut/switched-off.ts'
import type { Inconclusive } from '../../evidence/inconclusive.ts'
import { knowsField } from '../../scenarios/amendments.ts'
import { lenderReference } from '../../steps/amendable-fields.ts'
import { sendAmendment } from '../../steps/amend.ts'
import { check } from '../../kit/check.ts'

const rules = {
  hold: 'actions.hold-moves-order-to-on-hold',
  cancel: 'actions.cancel-moves-order-to-cancelled',
  advance: 'sandbox.advance-puts-the-order-in-to-status',
}

const resumed = 'actions.resume-refused-in-off-hold'
const delivered = 'sandbox.advance-to-the-same-status-refused'
const amended = 'amend.lender-reference-can-change'

type Done = { action: Action; answer: Answered }

/** A refusal together with the status that it names: that alone may be what no order of the calls explains. */
const shownBy = (action: Action, answer: Answered): string => {
  const named = fieldAt(answer, '/current_status')
  return [action.do, answer.response.status, ...(named === undefined ? [] : [`in ${String(named)}`])].join(' ')
}

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))

/** Whether the answer reports another order of the calls; what else is wrong with a refusal, its form say, does not. */
const isMisread = ({ passed, pointer, received }: Assertion, { do: action }: Action): boolean => {
  if (passed) return false
  if (action === 'read') return pointer === '/status/code'
  return pointer === 'status' || (received !== null && [undefined, '/current_status'].includes(pointer))
}

const namesStatus = (answer: Answered): boolean =>
  statusCodes(lifecycle()).some((code) => code === fieldAt(answer, '/current_status'))

const explains = (machine: Machine, start: OrderModel, done: readonly Done[]): boolean => {
  let model: OrderModel | null = start
  for (const { action, answer } of done) {
    const shown = { status: answer.response.status, body: jsonOf(answer.response.body) ?? null }
    // Only a read says where the order is: what the answers of a race show of it may be of a moment later. A refusal that names no
    // status breaks another rule.
    const isUnread = answer.response.status < 300 ? action.do !== 'read' : !namesStatus(answer)
    const seen = isUnread ? { ...shown, body: null } : shown
    const { outcome, next, claims } = compareAnswer(machine, model, action, seen)
    if (outcome === 'contradiction' && claims.some((claim) => isMisread(claim, action))) return false
    model = next
  }
  return true
}

/** The order as it was left, where the simulated company of a sandbox has moved it on since. */
const earlierEnds = async (
  context: CheckContext,
  id: string,
  actions: readonly Action[],
  last: Answered,
): Promise<Answered[]> => {
  const ends: Answered[] = []
  for (const code of ['new', ...actions.flatMap((action) => (action.do === 'advance' ? [action.to] : []))]) {
    const isLeft = await hasMovedSpontaneously(context, id, code, fieldAt(last, '/status/code'))
    const body = Buffer.from(JSON.stringify({ ...(jsonOf(last.response.body) as object), status: { code } }))
    if (isLeft) ends.push({ ...last, response: { ...last.response, body } })
  }
  return ends
}

const twice = (send: () => Promise<Answered>): Promise<Answered[]> => Promise.all([send(), send()])

const takenOf = (answers: readonly Answered[]): number => answers.filter(succeeded).length

const ids = (done: readonly Done[]): string[] => done.map(({ answer }) => answer.id)

const rounds: Action[][] = [
  [hold, cancel, advance('appraiser_assigned')],
  [cancel, cancel, advance('appraiser_accepted')],
  [hold, hold, advance('appointment_scheduled')],
]

export default check({
  id: 'actions.racing-calls-happen-one-after-another',
  verifies: [...Object.values(rules), resumed, delivered, amended],
  needs: ['orders', 'sandbox'],
  async run(context) {
    const { client, expect, marker, orders } = context
    const isNamed = await knowsField(context, lenderReference)
    if (!isNamed) expect(amended).notTested('amendment-not-shown')
    const machine = createMachine(lifecycle())
    let off: Inconclusive | null = null
    let held: string | null = null
    for (const actions of rounds) {
      const { id } = await newOrder(context)
      const params = { order_id: id }
      const send = (action: Action): Promise<Answered> => {
        if (action.do === 'advance') return client.call('advanceOrder', { params, json: { to_status: action.to } })
        return client.call(action.do === 'hold' ? 'holdOrder' : 'cancelOrder', { params, json: { reason: 'A race.' } })
      }
      const mark = marker()
      const [all, amending] = await Promise.all([
        Promise.all(actions.map(async (action) => ({ action, answer: await send(action) }))),
        sendAmendment(context, id, { lender_reference: mark }),
      ])
      // What the company has switched off does nothing.
      const done = all.filter(({ answer }) => !switchedOff(answer))
      const last = await readNow(context, id)
      if (fieldAt(last, '/status/code') === 'cancelled') orders.settled(id)
      const start: OrderModel = { ...newModel('plain', true), status: ['new'] }
      const explainedBy = (end: Answered): boolean =>
        permutations(done).some((order) => explains(machine, start, [...order, { action: readOrder, answer: end }]))
      const explained = explainedBy(last) || (await earlierEnds(context, id, actions, last)).some(explainedBy)
      const shownStatus = done.map(({ action, answer }) => shownBy(action, answer))
      const shown = computedFrom(
        [...shownStatus, fieldAt(last, '/status/code')],
        ...done.map(({ answer }) => answer),
        last,
      )
      const asserted = done.map(({ action }) => rules[action.do as keyof typeof rules])
      expect([...new Set(asserted)]).that(
        shown,
        () => explained,
        'answers and an end that some order of the calls explains',
      )
      if (succeeded(amending) && isNamed)
        expect(amended).equal(
          { ...seen(last, '/lender_reference'), requests: [...ids(all), amending.id, last.id] },
          mark,
        )
      off ??= all.map(({ answer }) => switchedOff(answer)).find((one) => one !== null) ?? null
      if (fieldAt(last, '/status/code') === 'on_hold') held = id
    }
    if (held !== null) {
      const params = { order_id: held }
      const both = await twice(() => client.call('resumeOrder', { params, json: { reason: 'A race.' } }))
      const taken = takenOf(both)
      off ??= both.map(switchedOff).find((one) => one !== null) ?? null
      // Somebody else may have resumed it.
      if (taken > 0) expect(resumed).that(computedFrom(taken, ...both), () => taken < 2, atMost(1))
      else if (!both.some(switchedOff)) expect(resumed).notTested('not-on-hold-to-resume')
      // A report takes the longest to be made, and from here every status of the order leads to it.
      const to_status = 'report_complete'
      const deliveries = await twice(() => client.call('advanceOrder', { params, json: { to_status } }))
      const made = takenOf(deliveries)
      if (made > 0) orders.settled(held)
      if (made > 0) expect(delivered).that(computedFrom(made, ...deliveries), () => made < 2, atMost(1))
      else expect(delivered).notTested('not-on-hold-to-resume')
    } else if (!off) expect([resumed, delivered]).notTested('not-on-hold-to-resume')
    if (off) throw off
  },
})
