// A create with all that the contract asks for is accepted, whichever optional parts, members and products it has.
import { acceptanceRules } from '../../generate/acceptance-rules.ts'
import { isOfTerritory } from '../../generate/chosen-places.ts'
import { coveringOrdersPlaced } from '../../scenarios/covering-orders.ts'
import { orderInputs, type SentOrder } from '../../scenarios/order-inputs.ts'
import { statusKind } from '../../evidence/failure.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { blocked, notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const subjects = acceptanceRules()

const inTerritory = 'order.property-in-a-territory-is-taken'
const billable = 'create.invoiced-account-may-order'

const isAccepted = ({ answer }: SentOrder): boolean => succeeded(answer)

export default check({
  id: 'create.valid-orders-are-accepted',
  verifies: [billable, ...subjects.map(({ rule }) => rule)],
  needs: ['orders'],
  async run({ shared, expect }) {
    const { ground } = await shared(orderInputs)
    const { sent, unusable } = await shared(coveringOrdersPlaced)
    // An account that may not order at all is no fault of the orders.
    if (sent.every(({ answer }) => answer.response.status === 403))
      throw blocked('every-create-forbidden', sent[0]!.answer)
    const missed: string[] = []
    const blamed = new Set<SentOrder>()
    for (const { rule, keysOf, members } of subjects) {
      const having = new Map<string, SentOrder[]>()
      for (const one of sent) for (const key of keysOf(one.order)) having.set(key, [...(having.get(key) ?? []), one])
      for (const [key, orders] of having) {
        const accepted = orders.find(isAccepted)
        const { answer } = accepted ?? orders[0]!
        if (!accepted) for (const one of orders) blamed.add(one)
        const { status } = answer.response
        const failure = { kind: statusKind(status, [201]) }
        expect(rule).that(
          { ...computedFrom({ create_with: key, status }, answer), failure },
          () => accepted !== undefined,
          {
            create_with: key,
            status: 201,
          },
        )
      }
      const unused = (members?.(ground.enumerations) ?? []).filter((member) => !having.has(member))
      if (unused.length > 0) missed.push(`${rule} (${unused.join(', ')})`)
    }

    // Refused although everything it has is accepted elsewhere: what it has together must be to blame.
    for (const one of sent.filter((order) => !isAccepted(order) && !blamed.has(order)))
      for (const { rule, keysOf } of subjects) if (keysOf(one.order).length > 0) expect(rule).status(one.answer, '2xx')

    if (!sent.some(({ order }) => isOfTerritory(order.place.postal_code)))
      expect(inTerritory).notTested('no-territory-postal-code')

    const notBillable = sent.filter(({ answer }) => fieldAt(answer, '/code') === 'account_not_billable')
    expect(billable).that(
      computedFrom(notBillable.length, ...notBillable.map(({ answer }) => answer)),
      (count) => count === 0,
      0,
    )
    const never = [...unusable.loan_purpose, ...unusable.property_type]
    throw notTested(
      never.length + missed.length > 0
        ? reason('no-product-for', { values: [...never, ...missed] })
        : 'nothing-to-order-with',
    )
  },
})
