// POST /clock/advance: moves domain time forward and answers with what fired on the way.
import type { Moved } from '../../public/simulator-options.ts'
import { secondsAfter } from '../../engine/due.ts'
import { controlOperation } from '../operation.ts'
import { unusable } from '../../calls/unusable.ts'
import { now } from '../../company/show.ts'

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

export const advanceClock = controlOperation({
  id: 'advanceClock',
  method: 'post',
  path: '/clock/advance',
  body: 'required',
  handle: async ({ services, body }) => {
    const { clock, store } = services
    checkInput(body as Sent)
    const { seconds = 0, to, until, ...bounds } = body as Sent
    const move = async (): Promise<Partial<Moved>> => {
      if (until === 'next_due') return clock.advanceToNextDue()
      if (until === 'idle') return clock.advanceUntilIdle(bounds)
      return { fired: await clock.advance(to === undefined ? secondsAfter(clock.now(), seconds) : Date.parse(to)) }
    }
    const moved = await move()
    // What is shown is kept, and no later instant is shown that another call moves to meanwhile.
    const shown = now(services)
    await store.flush()
    return { now: shown, ...moved }
  },
})
