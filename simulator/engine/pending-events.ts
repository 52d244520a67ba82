// What comes to an order on its own: the end of a transitional status, and what the company does on its own after some time.
import { settleOrder } from '../orders/act-on-order.ts'
import { companyMessage } from '../orders/company-message.ts'
import { placeReviewed } from '../orders/company-move.ts'
import { acceptDueDate, declineDueDate } from '../orders/company-terms.ts'
import type { DomainContext } from '../orders/context.ts'
import type { Decision } from '../domain/decision.ts'
import type { Environment, Message, Order, RevisionRequest } from '../domain/records.ts'
import { answerRevision } from '../orders/revise-order.ts'
import type { Services } from './services.ts'

type PendingEvent = {
  what: string
  kind: 'order_settles' | 'company_act'
  /** Domain time; `at once` comes with the change that gave rise to it, so that nobody sees the order in between. */
  due: number | 'at once'
  /** Whether it is still to come, or something else has happened to the order meanwhile. */
  isOpen: (order: Order) => boolean
  decide: (context: DomainContext, order: Order) => Decision
}

const settling = ({ behaviour: { lifecycle } }: Services, { status }: Order): PendingEvent[] => {
  const { code, changed_at } = status
  const seconds = lifecycle.transitional.includes(code) ? lifecycle.restSeconds(code) : null
  if (seconds === null) return []
  return [
    {
      what: `${code} ends`,
      kind: 'order_settles',
      due: seconds === 0 ? 'at once' : changed_at + seconds * 1000,
      isOpen: (order) => lifecycle.stillRests(order, { code, changed_at }),
      decide: settleOrder,
    },
  ]
}

const placing = ({ behaviour: { lifecycle } }: Services, { status }: Order): PendingEvent[] => {
  if (status.code !== 'pending_review' || lifecycle.placedAfterSeconds === null) return []
  return [
    {
      what: 'the review ends',
      kind: 'company_act',
      due: status.changed_at + lifecycle.placedAfterSeconds * 1000,
      isOpen: (order) => order.status.code === 'pending_review',
      decide: (context, order) => placeReviewed(context, order, null),
    },
  ]
}

const dueDate = ({ behaviour: { amendment }, clock }: Services, order: Order, where: Environment): PendingEvent[] => {
  const answer = amendment.dueDateAnswer(where)
  const asked = order.requested_due_date
  if (answer === null || asked === null) return []
  return [
    {
      what: 'the due date is answered',
      kind: 'company_act',
      due: clock.now() + answer.seconds * 1000,
      isOpen: (now) => now.requested_due_date === asked,
      decide: (context, now) =>
        answer.accepts
          ? acceptDueDate(context, now, undefined)
          : declineDueDate(context, now, amendment.announcesDecline),
    },
  ]
}

const accepting = ({ behaviour: { revisions }, store }: Services, order: Order, where: Environment): PendingEvent[] => {
  const seconds = revisions.acceptedAfterSeconds(where)
  if (seconds === null) return []
  const newest = (request: RevisionRequest): RevisionRequest => store.revisions.get(request.id)!
  return store
    .revisionsOf(order.id)
    .filter(({ status }) => status === 'submitted')
    .map((request) => ({
      what: 'the revision request is accepted',
      kind: 'company_act' as const,
      due: request.created_at + seconds * 1000,
      isOpen: () => newest(request).status === 'submitted',
      decide: (context, now) => answerRevision(context, now, newest(request), 'accepted', null),
    }))
}

/** An answer has the subject of what it answers, which distinguishes those that are answered. */
const answering = ({ behaviour: { messages }, store }: Services, order: Order, where: Environment): PendingEvent[] => {
  const seconds = messages.answeredAfterSeconds(where)
  if (seconds === null) return []
  const answerTo = ({ subject }: Message): string => `Re: ${subject ?? 'your message'}`
  const isOpen = (message: Message): boolean =>
    !store.messagesOf(order.id).some(({ author, subject }) => author === 'manager' && subject === answerTo(message))
  return store
    .messagesOf(order.id)
    .filter((message) => message.author === 'lender' && isOpen(message))
    .map((message) => ({
      what: 'the message is answered',
      kind: 'company_act' as const,
      due: message.created_at + seconds * 1000,
      isOpen: () => isOpen(message),
      decide: (context, now) => {
        const words = { from: 'manager', subject: answerTo(message), body: 'Thank you; we have passed it on.' } as const
        return companyMessage(context, now, words, { known: [], added: [] })
      },
    }))
}

/** The statuses in which something comes on its own; null where it may come in any. */
export const restlessStatuses = ({ behaviour }: Services): readonly string[] | null => {
  const { amendment, lifecycle, messages, revisions } = behaviour
  const everywhere = (['sandbox', 'production'] as const).some(
    (where) =>
      amendment.dueDateAnswer(where) !== null ||
      revisions.acceptedAfterSeconds(where) !== null ||
      messages.answeredAfterSeconds(where) !== null,
  )
  return everywhere ? null : [...lifecycle.transitional, 'pending_review']
}

export const pendingEvents = (services: Services, order: Order, where: Environment): PendingEvent[] => [
  ...settling(services, order),
  ...placing(services, order),
  ...dueDate(services, order, where),
  ...accepting(services, order, where),
  ...answering(services, order, where),
]
