// Readings of hold, resume and cancel: what the company lets the lender do, and where a reason is shown.
import { envelopeOf, orderOf } from '../evidence/delivery.ts'
import { isSuccess, operation, orderIdOf, requestAt, succeeded } from './answers.ts'
import { isOwn } from './new-orders.ts'
import type { Observer, StatefulObserver } from './observer.ts'

const switchable = ['holdOrder', 'resumeOrder', 'createRevisionRequest', 'sendMessage']

type Reasons = {
  held: Set<unknown>
  resumed: Set<unknown>
  shown: Set<unknown>
  /** Resumes of the lender, and events of resumes: those beyond are of the company, which has reasons of its own. */
  resumes: number
  events: Set<unknown>
  /** A hold or resume without a reason leaves it open what its event shows in its place. */
  isBare: boolean
}

const noReasons = (): Reasons => ({
  held: new Set(),
  resumed: new Set(),
  shown: new Set(),
  resumes: 0,
  events: new Set(),
  isBare: false,
})

/** A reason that is not the resume's shows that none was read, unless it is the reason of the hold. */
const resumeReading = ({ held, resumed, shown: reasons, resumes, events, isBare }: Reasons): string | null => {
  if (held.size === 0 || resumed.size === 0) return null
  if ([...reasons].some((reason) => resumed.has(reason) && !held.has(reason))) return 'optional-reason'
  if (isBare || events.size > resumes) return null
  const isOther = [...reasons].some((reason) => !resumed.has(reason) && !held.has(reason))
  return isOther ? 'ignored' : null
}

const resumeBody: StatefulObserver = {
  freedom: 'actions.resume-body',
  start: () => {
    const orders = new Map<string, Reasons>()
    const reasonsOf = (id: string): Reasons => {
      const reasons = orders.get(id) ?? noReasons()
      orders.set(id, reasons)
      return reasons
    }
    return {
      reading: (exchange) => {
        if (!operation(exchange, 'holdOrder', 'resumeOrder') || !isSuccess(exchange)) return null
        const [id, reason] = [orderIdOf(exchange), requestAt(exchange, '/reason')]
        if (id === undefined) return null
        const reasons = reasonsOf(id)
        if (exchange.operation === 'resumeOrder') reasons.resumes += 1
        if (typeof reason !== 'string') reasons.isBare = true
        else reasons[exchange.operation === 'holdOrder' ? 'held' : 'resumed'].add(reason)
        return resumeReading(reasons)
      },
      // An event may arrive before the answer to the resume.
      delivered: (delivery) => {
        const { id: event, type, data } = envelopeOf(delivery)
        const id = orderOf(delivery)
        if (type !== 'order.resumed' || id === undefined || data === undefined || !('reason' in data)) return null
        const reasons = reasonsOf(id)
        reasons.events.add(event)
        reasons.shown.add(data['reason'])
        return resumeReading(reasons)
      },
    }
  },
}

const otherSwitches: StatefulObserver = {
  freedom: 'actions.other-switches',
  start: () => {
    const done = new Set<string>()
    return {
      reading: (exchange) => {
        if (!isOwn(exchange) || !operation(exchange, ...switchable) || !isSuccess(exchange)) return null
        done.add(exchange.operation!)
        return done.size === switchable.length ? 'never' : null
      },
    }
  },
}

export const observers: readonly Observer[] = [
  {
    freedom: 'actions.cancel-permission',
    reading: (exchange) => (succeeded('cancelOrder')(exchange) && isOwn(exchange) ? 'allowed' : null),
  },
  otherSwitches,
  resumeBody,
]
