// An assignment raises `order.assigned` at other companies too, of which one may not share who the appraiser is.
import type { Role } from '../../evidence/roles.ts'
import { Inconclusive, notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { eventsOf, findEvent, seenEvent } from '../../steps/events-of.ts'
import { assignedOrderOf } from '../../scenarios/assigned-order.ts'
import type { CheckContext } from '../../kit/context.ts'

const rule = 'events.assigned-always-fires'
const wanted = { type: 'order.assigned' }

/** Of lenders at other companies, or at one that keeps its appraisers to itself. */
const roles: readonly Role[] = ['other_company', 'no_appraiser_messages']

/** The id of an order of the role that an appraiser was assigned to; null where its company takes no such order. */
const assigned = async ({ shared }: CheckContext, role: Role): Promise<string | null> => {
  try {
    return await shared(assignedOrderOf(role))
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error
    return null
  }
}

export default check({
  id: 'events.every-company-reports-its-assignments',
  verifies: [rule],
  needs: ['orders', 'sandbox', 'role:other_company'],
  async run(context) {
    const { expect, eventually, has, patience, profile } = context
    const others = roles.filter((role) => has(role) && profile.credentials[role]!.environment === 'sandbox')
    let judged = 0
    for (const role of others) {
      const id = await assigned(context, role)
      if (id === null) {
        expect(rule).notTested(reason('no-order-at-another-company', { roles: [role] }))
        continue
      }
      const events = await eventually(
        () => eventsOf(context, id, role),
        (all) => findEvent(all, wanted) !== undefined,
        patience.feed,
      )
      judged += 1
      expect(rule).equal(seenEvent(events, wanted), wanted.type)
    }
    if (judged === 0) throw notTested(reason('no-order-at-another-company', { roles: others }))
  },
})
