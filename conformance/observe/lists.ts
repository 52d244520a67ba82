// Readings of lists and of what stands in them: empty ones, the tiers of the catalog, what the company wrote.
import { isObject } from '../contract/is-object.ts'
import { envelopeOf, orderOf } from '../evidence/delivery.ts'
import {
  requestAt,
  isSuccess,
  itemsAt,
  operation,
  responseAt,
  type StatefulObserver,
  type Observer,
} from './observer.ts'
import { orderIdOf } from './order-lives.ts'
import type { Answered } from '../evidence/exchange.ts'

type Fields = Record<string, unknown>

const totalPages = (exchange: Answered): string | null => {
  if (!exchange.operation?.startsWith('list') || responseAt(exchange, '/total') !== 0) return null
  const pages = responseAt(exchange, '/total_pages')
  return pages === 0 ? 'zero' : pages === 1 ? 'one' : null
}

const tiers = ['loan_types', 'add_ons', 'loan_purposes', 'property_types']
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0

/** None has any only where the whole catalog was read, with the add-ons that need an accessory dwelling unit. */
const emptyTiers = (exchange: Answered): string | null => {
  if (!operation(exchange, 'listOrderTypes') || !isSuccess(exchange)) return null
  const products = itemsAt(exchange, '/data')
  if (products.some((product) => tiers.some((tier) => isFilled(product[tier])))) return 'some-do'
  const query = new URL(exchange.request.url).searchParams
  const isWhole = query.get('has_adu') === 'true' && !query.has('report_format')
  return isWhole && products.length > 0 && responseAt(exchange, '/total') === products.length ? 'none-do' : null
}

const shapeOf = ({ attachments }: Fields): string | null => {
  const [first] = Array.isArray(attachments) ? (attachments as unknown[]) : []
  if (typeof first === 'string') return 'identifier'
  return isObject(first) && 'filename' in first ? 'document-summary' : null
}

const idOf = (attachment: unknown): unknown => (isObject(attachment) ? attachment['id'] : attachment)

/** Of a message from the company that has attachments. */
const idsReading = ({ recipient, attachments, document_ids: ids }: Fields): string | null => {
  if (recipient !== 'lender' || !Array.isArray(attachments) || attachments.length === 0) return null
  if (ids === null) return 'null-value'
  if (!Array.isArray(ids)) return null
  if (ids.length === 0) return 'empty-array'
  const own = new Set<unknown>(ids)
  return attachments.every((one) => own.has(idOf(one))) ? 'attachment-ids' : null
}

const ofMessages = (freedom: string, reading: (message: Fields) => string | null): StatefulObserver => ({
  freedom,
  start: () => ({
    reading: (exchange) => {
      if (!operation(exchange, 'listMessages') || !isSuccess(exchange)) return null
      for (const message of itemsAt(exchange, '/data')) {
        const found = isObject(message) ? reading(message) : null
        if (found !== null) return found
      }
      return null
    },
    delivered: (delivery) => {
      const { type, data, test } = envelopeOf(delivery)
      const message = data?.['message']
      return type === 'order.message_posted' && test !== true && isObject(message) ? reading(message) : null
    },
  }),
})

/** The subject that we gave, in a message to us. */
const unpromptedAnswers: StatefulObserver = {
  freedom: 'messages.unprompted-answers',
  start: () => {
    const subjects = new Map<string, string[]>()
    return {
      reading: (exchange) => {
        const subject =
          operation(exchange, 'sendMessage') && isSuccess(exchange) ? requestAt(exchange, '/subject') : null
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
        return own.some((subject) => String(message['subject']).includes(subject)) ? 'by-itself' : null
      },
    }
  },
}

export const listObservers: readonly Observer[] = [
  { freedom: 'list.total-pages-when-empty', reading: totalPages },
  { freedom: 'catalog.empty-tiers', reading: emptyTiers },
  ofMessages('messages.attachments-shape', shapeOf),
  ofMessages('messages.company-document-ids', idsReading),
  unpromptedAnswers,
]
