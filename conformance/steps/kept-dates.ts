// Asserts that a refused amendment left the dates of an order unchanged.
import { fieldsIn } from '../evidence/parts.ts'
import { isDeepStrictEqual } from 'node:util'
import type { CheckContext } from '../kit/context.ts'
import { computedFrom } from '../evidence/seen.ts'
import type { Role } from '../evidence/roles.ts'
import type { Amended } from './amend.ts'
import { changedByCompany } from './company-changes.ts'
import type { SeenEvent } from './events-of.ts'
import { fieldAt } from './read.ts'

/** All that an amendment can raise: the outcome of a due date that the lender asks for. */
const isOfAmendments = (event: SeenEvent): boolean =>
  event.type === 'order.due_date_changed' && event.data['requested_by'] !== 'company'

/** `updated_at` is among the dates, and moves with changes by the company. */
export const expectKeptDates = async (
  context: CheckContext,
  rule: string,
  id: string,
  { answer, before, after }: Amended,
  role?: Role,
): Promise<void> => {
  const dates = [before, after].map((order) => fieldsIn(fieldAt(order, '/dates')))
  const [was, is] = dates as [Record<string, unknown>, Record<string, unknown>]
  const change = { order: id, from: was['updated_at'], to: is['updated_at'], isOurs: isOfAmendments }
  const isCompanys =
    !isDeepStrictEqual(is, was) && (await changedByCompany(context, { ...change, ...(role && { role }) }))
  // A change by the company shows in the other dates.
  const parts = isCompanys ? dates.map(({ created_at }) => ({ created_at })) : dates
  context.expect(rule).equal(computedFrom(parts[1], answer, after), parts[0])
}
