// What the order of a request must show of a borrower.
import { includes } from '../evidence/expected.ts'
import { one, sentOnly, type Accept, type Expectation } from './expectation.ts'
import type { CreateOrderRequest } from './order-ground.ts'
import { contactKey, sameAddress, sameEntries, sameText } from './same-value.ts'

type Borrower = CreateOrderRequest['borrowers'][number]

const borrowerOf = (value: unknown, role: string): Record<string, unknown> | undefined =>
  Array.isArray(value) ? value.find((entry) => (entry as { role?: unknown } | null)?.role === role) : undefined

/** Borrowers are found by their role, of which an order has one each. */
export const borrowerExpectations = ({ role, ...sent }: Borrower): Expectation[] => {
  const on = (rule: string, member: string, expected: unknown, accept: Accept): Expectation =>
    one('/borrowers', rule, includes({ role, [member]: expected }), (value) => {
      const borrower = borrowerOf(value, role)
      return borrower !== undefined && accept(borrower[member])
    })
  const flag = (
    member: 'receives_report' | 'receives_status_updates',
    omitted: string,
    shownAsSent: string,
  ): Expectation => {
    const value = sent[member]
    return value === undefined
      ? on(omitted, member, false, (shown) => shown === false)
      : on(shownAsSent, member, value, (shown) => shown === value)
  }
  const { first_name, last_name, contacts, address } = sent
  return [
    one(
      '/borrowers',
      'create.order-shows-the-borrower-role-sent',
      includes({ role }),
      (value) => !!borrowerOf(value, role),
    ),
    on('create.order-shows-the-borrower-first-name-sent', 'first_name', first_name, sameText(first_name)),
    on('create.order-shows-the-borrower-last-name-sent', 'last_name', last_name, sameText(last_name)),
    ...sentOnly(contacts, (contacts) =>
      on('create.order-shows-the-borrower-contacts-sent', 'contacts', contacts, sameEntries(contacts, contactKey)),
    ),
    flag('receives_report', 'order.receives-report-omitted-shows-false', 'create.order-shows-the-receives-report-sent'),
    flag(
      'receives_status_updates',
      'order.receives-status-updates-omitted-shows-false',
      'create.order-shows-the-receives-status-updates-sent',
    ),
    ...sentOnly(address, (address) =>
      on('create.order-shows-the-borrower-address-sent', 'address', address, sameAddress(address)),
    ),
  ]
}
