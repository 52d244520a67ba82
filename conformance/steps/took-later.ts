// That a status which one sight of an order shows was taken later than the other status which an earlier sight shows.
import type { CheckContext } from '../kit/context.ts'
import { derived } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { statusOf } from './order-state.ts'
import { fieldAt } from './read.ts'

export const statusTakenAt = 'order.status-changed-at-moves-with-the-status'

const pointer = '/status/changed_at'

/** Written or cut to the second: two changes of one second look alike. */
const isCut = (time: string): boolean => !/\.\d*[1-9]/.test(time)

/** Nothing where the order may have been in that status all along. */
export const expectTookLater = (context: CheckContext, before: Answered, after: Answered): void => {
  if (statusOf(before) !== statusOf(after)) expectTakenAgain(context, before, after)
}

/** As `expectTookLater`, where the order is known to have left the status in between, if it is back in it. */
export const expectTakenAgain = ({ expect }: CheckContext, before: Answered, after: Answered): void => {
  const [took, takes] = [before, after].map((order) => String(fieldAt(order, pointer))) as [string, string]
  const [was, is] = [Date.parse(took), Date.parse(takes)]
  expect(statusTakenAt).that(
    { ...derived([took, takes], before, after), pointer },
    // What is no timestamp at all is judged elsewhere.
    () => is > was || (is === was && (took !== takes || isCut(takes))) || Number.isNaN(is - was),
    `a later time than when the order took ${String(statusOf(before))} before`,
  )
}
