// Where the day at the property is over before it is in UTC, a due date of that day is past, and refused.
import { addDays, comingDueDate } from '../../generate/due-dates.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { pickProduct } from '../../steps/catalog.ts'
import { orderBody } from '../../steps/order-body.ts'
import { create } from '../../steps/place-order.ts'
import { succeeded } from '../../steps/read.ts'

const rule = 'conventions.dates-are-local-to-the-property'

/** Guam is ten hours ahead of UTC all year, where no other place of the United States but its neighbours has that day yet. */
const address = { street: '100 Sample Drive', postal_code: '96910' }

/** The hours of UTC in which it is the next day there, with some to spare at either end. */
const [earliest, latest] = [14.25, 23.75]

const hourMs = 3_600_000
const hourOf = (now: number): number => (now / hourMs) % 24

export default check({
  id: 'conventions.dates-are-of-the-property',
  verifies: [rule],
  needs: ['orders'],
  phase: 'last',
  async run(context) {
    const { control, expect } = context
    const hour = hourOf(context.now())
    if (hour < earliest || hour > latest) {
      if (!control) throw notTested('same-day-everywhere')
      await control.advanceClock(Math.ceil(((earliest - hour + 24) % 24) * 3600))
    }
    const now = context.now()
    const product = await pickProduct(context)
    const dueOn = async (due_date: string) => {
      const body = orderBody(context, product)
      return create(context, { ...body, due_date, property: { ...body.property, address } })
    }
    const over = new Date(now).toISOString().slice(0, 10)
    const yesterday = await dueOn(over)
    // A company may serve other places alone, or take no order for that day of the week: then another date shows it.
    const later = succeeded(yesterday) ? yesterday : await dueOn(comingDueDate(now))
    if (!succeeded(later)) throw notTested('property-not-served')
    // With which status, the rule of a past due date says.
    const isRefused = yesterday.response.status >= 400 && yesterday.response.status < 500
    expect(rule).equal(
      computedFrom({ due_date: over, today: addDays(over, 1), refused: isRefused }, yesterday, later),
      {
        due_date: over,
        today: addDays(over, 1),
        refused: true,
      },
    )
  },
})
