// Asserts that the status of an order was taken later than another status that an earlier read shows.
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckContext } from '../kit/context.ts'
import { computedFrom } from '../evidence/seen.ts'
import type { Answered } from '../evidence/exchange.ts'
import { statusOf } from './order-state.ts'
import { fieldAt } from './read.ts'

export const statusTakenAt = 'order.status-changed-at-moves-with-the-status'

const pointer = '/status/changed_at'

// A ping may show the time to the second.
const longerThanASecondMs = 1_100

/** Written or cut to the second: two changes of one second look alike. */
const isCut = (time: string): boolean => !/\.\d*[1-9]/.test(time)

/** Whether the clock of the target went on: one that stands still gives every change the same time. */
const didClockGoOn = async ({ client, control }: CheckContext): Promise<boolean> => {
  // With a control port the clock is moved before each status that is compared here.
  if (control) return true
  const timeOf = async () => fieldAt(await client.call('ping', { token: null }), '/time')
  const first = await timeOf()
  await sleep(longerThanASecondMs)
  return (await timeOf()) !== first
}

/** Nothing where the order may have been in that status all along. */
export const expectTookLater = async (context: CheckContext, before: Answered, after: Answered): Promise<void> => {
  if (statusOf(before) !== statusOf(after)) await expectTakenAgain(context, before, after)
}

/** As `expectTookLater`, where the order is known to have left the status in between, if it is back in it. */
export const expectTakenAgain = async (context: CheckContext, before: Answered, after: Answered): Promise<void> => {
  const { expect } = context
  const [took, takes] = [before, after].map((order) => String(fieldAt(order, pointer))) as [string, string]
  const [was, is] = [Date.parse(took), Date.parse(takes)]
  if (took === takes && !isCut(takes) && !(await didClockGoOn(context))) {
    expect(statusTakenAt).notTested('clock-stands-still')
    return
  }
  expect(statusTakenAt).that(
    { ...computedFrom(takes, before, after), pointer },
    // What is no timestamp at all is judged elsewhere.
    () => is > was || (is === was && (took !== takes || isCut(takes))) || Number.isNaN(is - was),
    `after ${took}`,
  )
}
