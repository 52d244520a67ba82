// Readings of documents and their links: what comes with a report, what a revision leaves, how a link is given and refused.
import { isObject } from '../contract/is-object.ts'
import { errorTable } from '../contract/contract.ts'
import { envelopeOf } from '../evidence/delivery.ts'
import { headerOf, type Answered } from '../evidence/exchange.ts'
import {
  either,
  isSuccess,
  itemsAt,
  operation,
  responseAt,
  type ExchangeObserver,
  type StatefulObserver,
} from './observer.ts'

type Entry = Record<string, unknown>

const idsIn = (documents: readonly Entry[], kind: string): unknown[] =>
  documents.filter((document) => document['kind'] === kind).map(({ id }) => id)

const isRead = (exchange: Answered): boolean => operation(exchange, 'getOrder') && isSuccess(exchange)
const isListed = (exchange: Answered): boolean => operation(exchange, 'listDocuments') && isSuccess(exchange)

/** There the company is asked to deliver. */
const dictated = 'journey.company-side'

const documentsOf = (exchange: Answered): Entry[] => {
  if (exchange.source === dictated) return []
  if (isListed(exchange)) return itemsAt(exchange, '/data')
  return isRead(exchange) ? itemsAt(exchange, '/documents') : []
}

const orderIn = ({ request }: Answered): string | undefined => /\/orders\/([^/?]+)/.exec(request.url)?.[1]

const has = (freedom: string, kind: string, reading: string): ExchangeObserver => ({
  freedom,
  reading: (exchange) => (idsIn(documentsOf(exchange), kind).length > 0 ? reading : null),
})

/** The files that came with each first report, by order: told by its event, seen in either way. */
const firstReports = () => {
  const seen = new Map<string, Entry[]>()
  const note = (type: unknown, data: unknown): void => {
    if (type !== 'order.completed' || !isObject(data) || data['revision'] !== false) return
    const { order_id, documents } = data
    if (typeof order_id === 'string' && Array.isArray(documents)) seen.set(order_id, documents.filter(isObject))
  }
  return {
    of: (exchange: Answered): Entry[] | undefined => seen.get(orderIn(exchange) ?? ''),
    note,
    listed: (exchange: Answered): void => {
      if (operation(exchange, 'listEvents')) for (const { type, data } of itemsAt(exchange, '/data')) note(type, data)
    },
  }
}

/** A reading of what an order holds after a first report whose event was seen. */
const afterReport = (
  freedom: string,
  reading: (exchange: Answered, delivered: readonly Entry[]) => string | null,
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
      reading: (exchange) => {
        reports.listed(exchange)
        if (!isRead(exchange) && !isListed(exchange)) return null
        const delivered = reports.of(exchange)
        return delivered ? reading(exchange, delivered) : null
      },
    }
  },
})

const hasCertificate = (documents: readonly Entry[]): boolean => idsIn(documents, 'compliance_certificate').length > 0
const hasOthers = (documents: readonly Entry[]): boolean =>
  ['borrower_certificate', 'review_report'].some((kind) => idsIn(documents, kind).length > 0)

/** It comes with the report or not at all; where no file of the company's own comes, nothing is said of it. */
const complianceCertificate: StatefulObserver = {
  freedom: 'documents.compliance-certificate',
  start: () => {
    const absent = afterReport('documents.compliance-certificate', (exchange, delivered) => {
      const documents = documentsOf(exchange)
      if (!hasOthers(delivered) || hasCertificate(delivered)) return null
      return documents.length === 0 || hasCertificate(documents) ? null : 'not-issued'
    }).start()
    return {
      ...absent,
      reading: (exchange) => (hasCertificate(documentsOf(exchange)) ? 'issued' : absent.reading!(exchange)),
    }
  },
}

const invoice = afterReport('documents.invoice', (exchange, delivered) => {
  if (idsIn(documentsOf(exchange), 'invoice').length === 0) return null
  return either(idsIn(delivered, 'invoice').length > 0, 'with-delivery', 'later')
})

const oldReport = afterReport('documents.old-report-after-revision', (exchange, delivered) => {
  if (responseAt(exchange, '/status/code') !== 'revised_report_complete') return null
  const [before, now] = [delivered, documentsOf(exchange)].map((documents) => idsIn(documents, 'report_pdf'))
  if (before!.length === 0 || now!.every((id) => before!.includes(id))) return null
  return either(
    before!.every((id) => now!.includes(id)),
    'kept',
    'replaced',
  )
})

const onCancelled: StatefulObserver = {
  freedom: 'documents.on-cancelled-orders',
  start: () => {
    const cancelled = new Set<string>()
    return {
      reading: (exchange) => {
        const id = orderIn(exchange)
        if (id === undefined) return null
        if (isRead(exchange)) {
          if (responseAt(exchange, '/status/code') === 'cancelled') cancelled.add(id)
          else cancelled.delete(id)
        }
        if (!operation(exchange, 'uploadDocument') || !cancelled.has(id)) return null
        return isSuccess(exchange) ? 'accepted' : exchange.response.status === 409 ? 'status-409' : null
      },
    }
  },
}

const linkIn = (exchange: Answered): URL | null => {
  const url =
    operation(exchange, 'getDocument') && isSuccess(exchange) ? responseAt(exchange, '/download/url') : undefined
  return typeof url === 'string' && URL.canParse(url, exchange.request.url) ? new URL(url, exchange.request.url) : null
}

/** Seconds: a link that had so much of its five minutes left was not near its end. */
const wellBefore = 100
/** Milliseconds after which another link would name another second. */
const nextSecond = 1100

const linkPerRead: StatefulObserver = {
  freedom: 'downloads.link-per-read',
  start: () => {
    const last = new Map<string, { href: string; expires: number; readAt: number }>()
    return {
      reading: (exchange) => {
        const link = linkIn(exchange)
        if (link === null) return null
        const { href, pathname, searchParams } = link
        const now = { href, expires: Number(searchParams.get('expires')), readAt: exchange.startedAt }
        const before = last.get(pathname)
        last.set(pathname, now)
        if (before === undefined || !Number.isFinite(now.expires)) return null
        const later = now.expires - before.expires
        if (later > 0 && later <= wellBefore) return 'new-link'
        return href === before.href && now.readAt - before.readAt >= nextSecond ? 'same-link' : null
      },
    }
  },
}

/** not_found with 404 is a listed code, and the one that may stand beside codes of its own. */
const refusalCode: StatefulObserver = {
  freedom: 'downloads.refusal-code',
  start: () => {
    let isNotFound = false
    let hasOwn = false
    return {
      reading: (exchange) => {
        const { status } = exchange.response
        const code = operation(exchange, 'downloadDocument') ? responseAt(exchange, '/code') : undefined
        if (typeof code !== 'string' || ![400, 401, 403, 404, 410, 422].includes(status)) return null
        const rows = errorTable().codes.filter((row) => row.code === code)
        if (rows.length === 0 && status === 404) return 'own-code'
        if (status !== 404 && rows.some((row) => row.status === status)) return 'listed-code'
        isNotFound ||= code === 'not_found' && status === 404
        // No code is listed for 400 and 410.
        hasOwn ||= rows.length === 0 && [401, 403].includes(status)
        return isNotFound && hasOwn ? 'not-found' : null
      },
    }
  },
}

const ranges: Record<string, string> = { bytes: 'partial', none: 'whole-file' }

export const documentObservers: readonly (ExchangeObserver | StatefulObserver)[] = [
  complianceCertificate,
  has('documents.borrower-certificate', 'borrower_certificate', 'issued'),
  has('documents.submission-summaries', 'ssr', 'one-or-more'),
  has('documents.review-report', 'review_report', 'provided'),
  invoice,
  oldReport,
  onCancelled,
  linkPerRead,
  {
    freedom: 'downloads.link-origin',
    reading: (exchange) => {
      const link = linkIn(exchange)
      return link !== null && link.origin !== new URL(exchange.request.url).origin ? 'as-configured' : null
    },
  },
  refusalCode,
  {
    freedom: 'downloads.ranges',
    reading: (exchange) => {
      if (!operation(exchange, 'downloadDocument') || !isSuccess(exchange)) return null
      return ranges[headerOf(exchange.response.headers, 'accept-ranges')?.toLowerCase() ?? ''] ?? null
    },
  },
]
