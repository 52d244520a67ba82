// Asserts what happened to an order that was held and cancelled in one of the transitional statuses.
import { seen } from '../evidence/seen.ts'
import { expectTimes } from '../steps/events-of.ts'
import { notTested, reason } from '../evidence/inconclusive.ts'
import type { CheckContext } from '../kit/context.ts'
import { transitionalOrder, type TransitionalOrder } from './transitional-order.ts'

const moves = { hold: 'actions.hold-moves-order-to-on-hold', cancel: 'actions.cancel-moves-order-to-cancelled' }
const raises = { hold: 'actions.hold-raises-order-on-hold', cancel: 'actions.cancel-raises-order-cancelled' }

export const rulesInPassing = [...Object.values(moves), ...Object.values(raises)]

const events = { hold: ['order.on_hold', 'holds'], cancel: ['order.cancelled', 'cancels'] } as const

const assertEvents = (context: CheckContext, shown: TransitionalOrder, action: 'hold' | 'cancel'): void => {
  const [type, counted] = events[action]
  expectTimes(context, raises[action], { events: shown.events, type, times: shown[counted] }, shown.last)
}

/** The company may resume what the lender held, while the clock moves on. */
const hasResumedItself = ({ events: raised, resumes }: TransitionalOrder): boolean =>
  raised.filter(({ type }) => type === 'order.resumed').length > resumes

/**
 * @param accepted the rules that the actions are accepted in that status
 * @throws Inconclusive, after everything is shown, where an action did not meet the order in that status.
 */
export const assertPassing = async (
  context: CheckContext,
  status: 'off_hold' | 'reactivated',
  accepted: { hold: string; cancel: string },
): Promise<void> => {
  const { expect, shared } = context
  const shown = await shared(transitionalOrder)
  let hasMet = true
  for (const action of ['hold', 'cancel'] as const) {
    const tried = shown[status][action]
    if (tried?.from !== status) {
      hasMet = false
      continue
    }
    expect(accepted[action]).status(tried.answer, '2xx')
    if (!tried.led) continue
    // A resume that was taken shows that the order was on hold.
    const wasHeld = tried.led.operation === 'resumeOrder'
    const at = wasHeld ? { value: 'on_hold', requests: [tried.led.id] } : seen(tried.led, '/status/code')
    if (action === 'hold' && !wasHeld && hasResumedItself(shown))
      expect(moves[action]).notTested(reason('status-already-left', { status: 'on_hold' }))
    else expect(moves[action]).equal(at, action === 'hold' ? 'on_hold' : 'cancelled')
    assertEvents(context, shown, action)
  }
  if (hasMet) return
  const wasThere = shown[status].hold !== null || shown[status].cancel !== null
  throw notTested(wasThere ? reason('status-already-left', { status }) : 'not-reached')
}
