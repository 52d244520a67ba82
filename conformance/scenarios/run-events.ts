// The feed from the first event of this run to its end, read in one walk when everything else is over.
import { envelopeOf } from '../evidence/delivery.ts'
import type { Scenario, StepContext } from '../kit/context.ts'
import { deliveryRecords, type DeliveryRecord } from '../steps/delivery-record.ts'
import { readFeed, recordsOf, type SeenEvent } from '../steps/events-of.ts'
import { exampleSequence } from './example-sequence.ts'
import type { Answered } from '../evidence/exchange.ts'
import { blocked } from '../evidence/inconclusive.ts'

export type RunEvents = {
  /** The event after which the walk begins. */
  after: string
  pages: Answered[]
  events: SeenEvent[]
  records: DeliveryRecord[]
}

/** The first event of this run that is known; it is the one before all others. */
const firstEvent = async (context: StepContext): Promise<string> => {
  const real = (context.receiver?.inbox.all ?? []).map(envelopeOf).filter(({ test }) => test !== true)
  const { events } = await context.shared(exampleSequence)
  const [first] = [...real.map(({ id }) => String(id)), ...events.map(({ id }) => id)].toSorted()
  if (first === undefined) throw blocked('no-event-of-run')
  return first
}

const readIn = (after: string, pages: Answered[]): RunEvents => ({
  after,
  pages,
  events: recordsOf(pages),
  records: deliveryRecords(pages),
})

export const walkFrom = async (context: StepContext, after: string): Promise<RunEvents> =>
  readIn(after, await readFeed(context, { after }))

/** What a forward reader had read somewhere in the middle of the run, who went on from where the walks were judged. */
export const halfway: Scenario<RunEvents> = {
  id: 'feed-halfway',
  async run(context) {
    const { feed } = context.plans
    const last = feed && recordsOf(feed.pages).at(-1)
    if (!feed || !last) return walkFrom(context, await firstEvent(context))
    return readIn(feed.after, [...feed.pages, ...(await readFeed(context, { after: last.id }))])
  },
}

export const runEvents: Scenario<RunEvents> = {
  id: 'feed-of-the-run',
  async run(context) {
    await context.shared(halfway)
    return walkFrom(context, await firstEvent(context))
  },
}
