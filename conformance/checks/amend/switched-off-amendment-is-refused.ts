// Where the company does not let a lender amend, an amendment is refused with 403 and its code, that of a due date too, and
// changes nothing.
import { amendments, knownPatch } from '../../scenarios/amendments.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { isUnusable, otherNames, ownFields, refusedForItsName } from '../../steps/amend.ts'
import { comingDueDate } from '../../generate/due-dates.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { expectKeptDates } from '../../steps/kept-dates.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { fieldAt, requireSuccess, textAt } from '../../steps/read.ts'
import { check } from '../../kit/check.ts'

const refused = 'amend.not-permitted-is-403'
const code = 'amend.not-permitted-has-its-code'
const unchanged = 'amend.not-permitted-leaves-the-order-unchanged'
const role = 'no_amend'
const week = 7 * 86_400_000

export default check({
  id: 'amend.switched-off-amendment-is-refused',
  verifies: [refused, code, unchanged],
  needs: ['orders', 'role:no_amend'],
  async run(context) {
    const { client, expect, marker, now, shared } = context
    const body = orderBody(context, await pickProduct(context, { role }))
    const placed = requireSuccess(await create(context, body, { role }))
    const id = textAt(placed, '/id')
    const params = { order_id: id }
    const isWhole = [...Object.keys(ownFields(placed)), 'dates'].every(
      (field) => fieldAt(placed, `/${field}`) !== undefined,
    )
    const before = isWhole ? placed : requireSuccess(await client.call('getOrder', { params, role }))
    const patch = {
      lender_reference: marker(),
      appraiser_instructions: `Instructions ${marker()}`,
      notes: [{ type: 'order', text: `A note ${marker()}` }],
    }
    const send = (json: unknown) => client.call('amendOrder', { params, json, role })
    let answer = await send(patch)
    if (isUnusable(answer)) {
      const scenario = await shared(amendments)
      const known = knownPatch(scenario, marker())
      if (known !== null) answer = await send(known)
      else if (refusedForItsName(answer, scenario.madeUp)) throw otherNames(answer)
    }
    expect(refused).status(answer, 403)
    expect(code).equal(seen(answer, '/code'), 'action_not_permitted_for_client')
    // A request, as which a due date may pass.
    const asked = await send({ due_date: comingDueDate(now() + week) })
    if (!isUnusable(asked)) expect(refused).status(asked, 403)
    const after = await client.call('getOrder', { params, role })
    expect(unchanged).equal(computedFrom(ownFields(after), answer, asked, after), ownFields(before))
    await expectKeptDates(context, unchanged, id, { answer, before, after }, role)
  },
})
