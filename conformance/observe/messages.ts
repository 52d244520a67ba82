// Readings of messages from the company: their attachments, and whether it answers on its own.
import { isObject } from '../contract/is-object.ts'
import { attachedId } from '../evidence/attached-id.ts'
import { envelopeOf, orderOf } from '../evidence/delivery.ts'
import { itemsAt, orderIdOf, requestAt, responseAt, succeeded } from './answers.ts'
import { isFilled } from './cases.ts'
import { firstOf, type StatefulObserver } from './observer.ts'

type Fields = Record<string, unknown>

const shapeOf = ({ attachments }: Fields): string | null => {
  const [first] = Array.isArray(attachments) ? (attachments as unknown[]) : []
  if (typeof first === 'string') return 'identifier'
  if (!isObject(first)) return null
  if (!('id' in first) && 'document_id' in first) return 'named-identifier'
  return 'filename' in first ? 'document-summary' : null
}

/** Of a message from the company that has attachments. */
const idsReading = ({ recipient, attachments, document_ids: ids }: Fields): string | null => {
  if (recipient !== 'lender' || !Array.isArray(attachments) || !isFilled(attachments)) return null
  if (ids === null) return 'null-value'
  if (!Array.isArray(ids)) return null
  if (ids.length === 0) return 'empty-array'
  const own = new Set<unknown>(ids)
  return attachments.every((one) => own.has(attachedId(one))) ? 'attachment-ids' : null
}

const ofMessages = (freedom: string, reading: (message: Fields) => string | null): StatefulObserver => ({
  freedom,
  start: () => ({
    reading: (exchange) => {
      const messages = succeeded('listMessages')(exchange) ? itemsAt(exchange, '/data') : []
      return firstOf(messages.filter(isObject), reading)
    },
    delivered: (delivery) => {
      const { type, data, test } = envelopeOf(delivery)
      const message = data?.['message']
      return type === 'order.message_posted' && test !== true && isObject(message) ? reading(message) : null
    },
  }),
})

/** The subject that we gave, in a message to us. */
const spontaneousAnswers: StatefulObserver = {
  freedom: 'messages.spontaneous-answers',
  start: () => {
    const subjects = new Map<string, string[]>()
    return {
      reading: (exchange) => {
        const subject = succeeded('sendMessage')(exchange) ? requestAt(exchange, '/subject') : null
        const id = orderIdOf(exchange)
        if (typeof subject === 'string' && subject.trim() !== '' && id !== undefined)
          subjects.set(id, [...(subjects.get(id) ?? []), subject])
        return null
      },
      delivered: (delivery) => {
        const { type, data } = envelopeOf(delivery)
        const message = data?.['message']
        if (type !== 'order.message_posted' || !isObject(message) || message['recipient'] !== 'lender') return null
        const own = subjects.get(orderOf(delivery) ?? '') ?? []
        return own.some((subject) => String(message['subject']).includes(subject)) ? 'automatic' : null
      },
    }
  },
}

/** Whether a reply on a request is listed in the thread of its order too, once the whole thread is. */
const revisionReplies: StatefulObserver = {
  freedom: 'messages.revision-replies',
  start: () => {
    const replies = new Map<string, Set<unknown>>()
    return {
      reading: (exchange) => {
        const id = orderIdOf(exchange)
        if (id === undefined) return null
        if (succeeded('listRevisionRequests')(exchange)) {
          const responses = itemsAt(exchange, '/data').flatMap((one) => one['responses'])
          const ids = responses.flatMap((one) => (isObject(one) && typeof one['id'] === 'string' ? [one['id']] : []))
          if (ids.length > 0) replies.set(id, new Set(ids))
          return null
        }
        const known = replies.get(id)
        if (!known || !succeeded('listMessages')(exchange)) return null
        if (itemsAt(exchange, '/data').some((one) => known.has(one['id']))) return 'in-thread-too'
        return responseAt(exchange, '/total_pages') === 1 ? 'requests-only' : null
      },
    }
  },
}

export const observers: readonly StatefulObserver[] = [
  ofMessages('messages.attachments-shape', shapeOf),
  ofMessages('messages.company-document-ids', idsReading),
  spontaneousAnswers,
  revisionReplies,
]
