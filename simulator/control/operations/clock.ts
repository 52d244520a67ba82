// The domain clock.
import type { ControlOperations } from '../operation.ts'
import { showTime, now } from '../../company/show.ts'
import { dueOf } from '../../engine/due.ts'
import type { Moved } from '../../public/simulator-options.ts'
import { unusable } from '../../calls/unusable.ts'

type Query = { until?: string; order_id?: string; limit: number }

type Sent = {
  seconds?: number
  to?: string
  until?: 'next_due' | 'idle'
  max_seconds?: number
  max_fired?: number
}

const checkInput = ({ seconds, to, until, ...bounds }: Sent): void => {
  const ways = Object.entries({ seconds, to, until }).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (ways.length !== 1) {
    const sentence = `The body of advanceClock must have one of seconds, to and until, but has ${ways.join(' and ') || 'none'}; send one, such as {"seconds":3600}.`
    throw unusable(sentence, '', undefined, 'must have one of seconds, to and until')
  }
  const [bound] = Object.keys(bounds)
  if (bound === undefined || until === 'idle') return
  throw unusable(`${bound} bounds until: idle alone; leave it out.`, bound, undefined, 'goes with until: idle')
}

export const clockOperations = {
  /** The domain clock, and what it will run. */
  getClock: {
    handle: ({ services, query }) => {
      const { until } = query as { until?: string }
      const upcoming = services.clock.upcoming(until === undefined ? undefined : Date.parse(until))
      return { ...showTime(services), upcoming }
    },
  },
  /** What would fire as the clock goes on, without moving it. */
  listDue: {
    handle: ({ services, query }) => {
      const { until, order_id, limit } = query as Query
      const all = dueOf(services, until === undefined ? undefined : Date.parse(until))
      const due = order_id === undefined ? all : all.filter((one) => one.order_id === order_id)
      return { ...showTime(services), data: due.slice(0, limit), total: due.length }
    },
  },
  /** Domain time stands still until it is unfrozen. */
  freezeClock: {
    handle: ({ services }) => {
      services.clock.freeze()
      return showTime(services)
    },
  },
  /** Domain time goes on from the instant that it shows. */
  unfreezeClock: {
    handle: ({ services }) => {
      services.clock.unfreeze()
      return showTime(services)
    },
  },
  /** Moves domain time forward and answers with what fired on the way. */
  advanceClock: {
    handle: async ({ services, body }) => {
      const { clock, store } = services
      checkInput(body as Sent)
      const { seconds = 0, to, until, ...bounds } = body as Sent
      const move = async (): Promise<Partial<Moved>> => {
        if (until === 'next_due') return clock.advanceToNextDue()
        if (until === 'idle') return clock.advanceUntilIdle(bounds)
        return { fired: await (to === undefined ? clock.advanceBy(seconds) : clock.advance(Date.parse(to))) }
      }
      const moved = await move()
      // What is shown is kept, and no later instant is shown that another call moves to meanwhile.
      const shown = now(services)
      await store.flush()
      return { now: shown, ...moved }
    },
  },
  /** Domain time stands still for a moment, so that what is made meanwhile has one age. */
  holdClock: {
    handle: async ({ services, body }) => {
      await services.clock.hold((body as { milliseconds: number }).milliseconds)
      return { now: now(services) }
    },
  },
} satisfies ControlOperations
