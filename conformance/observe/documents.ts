// Readings of documents: what comes with a report, what a revision leaves, and what a cancelled order takes.
import { isObject } from '../contract/is-object.ts'
import { envelopeOf } from '../evidence/delivery.ts'
import type { Answered } from '../evidence/exchange.ts'
import { itemsAt, operation, orderIdOf, responseAt, succeeded } from './answers.ts'
import { either, type ExchangeObserver, type Observer, type StatefulObserver } from './observer.ts'

type Entry = Record<string, unknown>

const idsIn = (documents: readonly Entry[], kind: string): unknown[] =>
  documents.filter((document) => document['kind'] === kind).map(({ id }) => id)

const isRead = succeeded('getOrder')
const isListed = succeeded('listDocuments')

/** What the company was asked to deliver or to add shows nothing of what it does unasked. */
const documentsOf = (exchange: Answered, isDirected = false): Entry[] => {
  if (isDirected) return []
  if (isListed(exchange)) return itemsAt(exchange, '/data')
  return isRead(exchange) ? itemsAt(exchange, '/documents') : []
}

const has = (freedom: string, kind: string, reading: string): ExchangeObserver => ({
  freedom,
  reading: (exchange, isDirected) => (idsIn(documentsOf(exchange, isDirected), kind).length > 0 ? reading : null),
})

/** The files that came with each first report, by order: shown by its event, seen in either way. */
const firstReports = () => {
  const seen = new Map<string, Entry[]>()
  const note = (type: unknown, data: unknown): void => {
    if (type !== 'order.completed' || !isObject(data) || data['revision'] !== false) return
    const { order_id, documents } = data
    if (typeof order_id === 'string' && Array.isArray(documents)) seen.set(order_id, documents.filter(isObject))
  }
  return {
    of: (exchange: Answered): Entry[] | undefined => seen.get(orderIdOf(exchange) ?? ''),
    note,
    listed: (exchange: Answered): void => {
      if (operation(exchange, 'listEvents')) for (const { type, data } of itemsAt(exchange, '/data')) note(type, data)
    },
  }
}

/** A reading of what an order holds after a first report whose event was seen. */
const afterReport = (
  freedom: string,
  reading: (documents: readonly Entry[], delivered: readonly Entry[], exchange: Answered) => string | null,
): StatefulObserver => ({
  freedom,
  start: () => {
    const reports = firstReports()
    return {
      delivered: (delivery) => {
        const { type, data } = envelopeOf(delivery)
        reports.note(type, data)
        return null
      },
      reading: (exchange, isDirected) => {
        reports.listed(exchange)
        if (!isRead(exchange) && !isListed(exchange)) return null
        const delivered = reports.of(exchange)
        return delivered ? reading(documentsOf(exchange, isDirected), delivered, exchange) : null
      },
    }
  },
})

const hasCertificate = (documents: readonly Entry[]): boolean => idsIn(documents, 'compliance_certificate').length > 0
const hasOthers = (documents: readonly Entry[]): boolean =>
  ['borrower_certificate', 'review_report'].some((kind) => idsIn(documents, kind).length > 0)

/** It comes with the report or not at all; where no file of the company comes, no reading is noted. */
const complianceCertificate: StatefulObserver = {
  freedom: 'documents.compliance-certificate',
  start: () => {
    const absent = afterReport('documents.compliance-certificate', (documents, delivered) => {
      if (!hasOthers(delivered) || hasCertificate(delivered)) return null
      return documents.length === 0 || hasCertificate(documents) ? null : 'not-issued'
    }).start()
    return {
      ...absent,
      reading: (exchange, isDirected) =>
        hasCertificate(documentsOf(exchange, isDirected)) ? 'issued' : absent.reading!(exchange, isDirected),
    }
  },
}

const invoice = afterReport('documents.invoice', (documents, delivered) => {
  if (idsIn(documents, 'invoice').length === 0) return null
  return either(idsIn(delivered, 'invoice').length > 0, 'with-delivery', 'later')
})

const oldReport = afterReport('documents.old-report-after-revision', (documents, delivered, exchange) => {
  if (responseAt(exchange, '/status/code') !== 'revised_report_complete') return null
  const [before, now] = [delivered, documents].map((some) => idsIn(some, 'report_pdf'))
  if (before!.length === 0 || now!.every((id) => before!.includes(id))) return null
  return either(
    before!.every((id) => now!.includes(id)),
    'kept',
    'replaced',
  )
})

export const observers: readonly Observer[] = [
  complianceCertificate,
  has('documents.borrower-certificate', 'borrower_certificate', 'issued'),
  has('documents.submission-summaries', 'ssr', 'one-or-more'),
  has('documents.review-report', 'review_report', 'provided'),
  invoice,
  oldReport,
]
