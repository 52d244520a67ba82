// Readings of links to documents: how one is given, where it leads, how it is refused, and what part of a file it gives.
import { errorTable } from '../contract/contract.ts'
import type { Answered } from '../evidence/exchange.ts'
import { header, operation, responseAt, succeeded } from './answers.ts'
import { isText } from './cases.ts'
import { matches, type Observer, type StatefulObserver } from './observer.ts'

const linkIn = (exchange: Answered): URL | null => {
  const url = succeeded('getDocument')(exchange) ? responseAt(exchange, '/download/url') : undefined
  return isText(url) && URL.canParse(url, exchange.request.url) ? new URL(url, exchange.request.url) : null
}

/** Seconds: a link that had so much of its lifetime left was not near its end. */
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

const isElsewhere = (exchange: Answered): boolean => {
  const link = linkIn(exchange)
  return link !== null && link.origin !== new URL(exchange.request.url).origin
}

export const observers: readonly Observer[] = [
  linkPerRead,
  {
    freedom: 'downloads.link-origin',
    reading: (exchange) => (isElsewhere(exchange) ? 'as-configured' : null),
  },
  refusalCode,
  matches('downloads.ranges', succeeded('downloadDocument'), header('accept-ranges'), {
    partial: /^bytes$/i,
    'whole-file': /^none$/i,
  }),
]
