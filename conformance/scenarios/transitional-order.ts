// An order held and cancelled in the two statuses that it only passes through: coming off a hold, and put back in production.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answered } from '../evidence/exchange.ts'
import { valueAt } from '../evidence/seen.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { permitted } from '../steps/act.ts'
import { awaitEvents, type SeenEvent } from '../steps/events-of.ts'
import { awaitStatus, readOrder, statusOf } from '../steps/order-state.ts'
import { newOrder } from '../steps/place-order.ts'
import { persistsOnRetry } from '../steps/persists-on-retry.ts'
import { fieldAt, requireSuccess, succeeded, textAt } from '../steps/read.ts'
import { getPage, itemsOf } from '../steps/walk-pages.ts'
import { portWith } from '../sut/control.ts'

type Passing = 'off_hold' | 'reactivated'

type TriedInPassing = {
  /** The status in which the action met the order; another than the one tried where the order had moved on before. */
  from: unknown
  answer: Answered
  /** What shows where it led: for a hold the resume after it or, where that was refused, the order. */
  led: Answered | null
}

export type TransitionalOrder = Record<Passing, { hold: TriedInPassing | null; cancel: TriedInPassing | null }> & {
  /** The last answer before the scenario could go no further. */
  last: Answered
  holds: number
  resumes: number
  cancels: number
  /** The list of orders on hold, asked for the order that has just been resumed, and the statuses of other orders in it. */
  heldOnes: { page: Answered; others: readonly unknown[] }
  events: SeenEvent[]
}

/** Longer than most orders rest; a run that waits for its rate has the time. */
const momentsMs = 10_000

/** A refusal that says where the order is knows better than what was seen before it. */
const metAt = (answer: Answered, before: unknown): unknown => fieldAt(answer, '/current_status') ?? before

const hold = async (context: StepContext, id: string, before: unknown): Promise<TriedInPassing> => {
  const answer = await permitted(context, 'hold', id, 'The borrower is away.')
  if (!succeeded(answer)) return { from: metAt(answer, before), answer, led: null }
  // The end of the rest in which the order was held no longer concerns it.
  if (before === 'off_hold') await (context.control?.advanceClock(60) ?? sleep(momentsMs))
  const resume = await permitted(context, 'resume', id, 'The borrower is back.')
  return { from: before, answer, led: succeeded(resume) ? resume : await awaitStatus(context, id, ['on_hold']) }
}

const cancel = async (context: StepContext, id: string, before: unknown): Promise<TriedInPassing> => {
  const answer = await permitted(context, 'cancel', id, 'The sale fell through.')
  const led = succeeded(answer) ? await awaitStatus(context, id, ['cancelled']) : null
  return { from: metAt(answer, before), answer, led }
}

/** Where the order is now: it may have moved on since the resume was answered. */
const statusNow = async (context: StepContext, id: string): Promise<unknown> => statusOf(await readOrder(context, id))

/** A list may be a moment behind the orders that it shows. */
const heldAmong = async (context: StepContext, order_number: string): Promise<TransitionalOrder['heldOnes']> => {
  const list = { operationId: 'listOrders', query: { order_number, status: 'on_hold' } } as const
  const page = await getPage(context, list)
  const othersOn = (one: Answered): unknown[] =>
    itemsOf([one]).flatMap((item) => {
      const code = valueAt(item, '/status/code')
      return code === 'on_hold' ? [] : [code]
    })
  return { page, others: await persistsOnRetry(othersOn(page), async () => othersOn(await getPage(context, list))) }
}

const reactivated = async ({ control, orders }: StepContext, id: string): Promise<unknown> => {
  const moved = await control!.ask('POST', `/orders/${id}/move`, { to_status: 'reactivated' })
  orders.created(id)
  return valueAt(moved, '/order/status/code')
}

const hasCancelled = ({ led }: TriedInPassing): boolean => led !== null && statusOf(led) === 'cancelled'
/** The resume after a hold, where it was taken. */
const resumeOf = ({ led }: TriedInPassing): Answered | null => (led?.operation === 'resumeOrder' ? led : null)

export const transitionalOrder: Scenario<TransitionalOrder> = {
  id: 'transitional-order',
  async run(context) {
    const { id, answer: placed } = await newOrder(context)
    requireSuccess(await permitted(context, 'hold', id, 'The borrower is away.'))
    const resume = requireSuccess(await permitted(context, 'resume', id, 'The borrower is back.'))
    const shown: TransitionalOrder = {
      off_hold: { hold: null, cancel: null },
      reactivated: { hold: null, cancel: null },
      last: resume,
      holds: 1,
      resumes: 1,
      cancels: 0,
      heldOnes: await heldAmong(context, textAt(placed, '/order_number')),
      events: [],
    }
    const tried = async (action: 'hold' | 'cancel', before: unknown): Promise<TriedInPassing> => {
      const one = await (action === 'hold' ? hold : cancel)(context, id, before)
      shown.last = one.led ?? one.answer
      if (succeeded(one.answer)) shown[action === 'hold' ? 'holds' : 'cancels'] += 1
      if (resumeOf(one)) shown.resumes += 1
      return one
    }
    const goThrough = async (): Promise<void> => {
      const held = await tried('hold', await statusNow(context, id))
      shown.off_hold.hold = held
      const cancelled = await tried('cancel', resumeOf(held) ? await statusNow(context, id) : held.from)
      shown.off_hold.cancel = cancelled
      if (!portWith(context, 'moveOrder') || !hasCancelled(cancelled)) return
      const again = await tried('hold', await reactivated(context, id))
      shown.reactivated.hold = again
      const isAway = resumeOf(again) !== null
      if (isAway && !hasCancelled(await tried('cancel', 'off_hold'))) return
      shown.reactivated.cancel = await tried('cancel', isAway ? await reactivated(context, id) : again.from)
    }
    await goThrough()
    const raised = (type: string, times: number) => Array.from({ length: times }, () => ({ type }))
    shown.events = await awaitEvents(
      context,
      id,
      ...raised('order.on_hold', shown.holds),
      ...raised('order.cancelled', shown.cancels),
    )
    return shown
  },
}
