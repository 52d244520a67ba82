// A signed link in a script: it lives for minutes and no report holds its signature, so that the script reads a fresh one and alters it alike.
import { movesClock } from './company-acts.ts'
import { maskMark } from './path-of.ts'
import type { Finding, RecordedExchange } from './run-record.ts'

type Link = {
  /** The read of the document that gave the link, or gives another like it. */
  read: RecordedExchange
  /** What `sed` does to the fresh link. */
  edits: string[]
  /** Seconds more than the link says. */
  later: number
}

type Parts = { document: string; expires: number; signature: string | null }

const partsOf = (url: string): Parts | null => {
  if (!URL.canParse(url)) return null
  const { pathname, searchParams } = new URL(url)
  const [, document] = /\/download\/(doc_[\w-]+)$/.exec(pathname) ?? []
  const [expires, signature] = [searchParams.get('expires') ?? '', searchParams.get('signature')]
  // Nothing else comes into a program of sed.
  if (document === undefined || !/^\d{1,15}$/.test(expires) || !/^[\w.~=•-]*$/.test(signature ?? '')) return null
  return { document, expires: Number(expires), signature }
}

const givenLink = ({ response }: RecordedExchange): Parts | null => {
  const [, url] = /"url"\s*:\s*"([^"]*\/download\/[^"]*)"/.exec(response?.body?.text ?? '') ?? []
  return url === undefined ? null : partsOf(url.replaceAll(String.raw`\u0026`, '&').replaceAll(String.raw`\/`, '/'))
}

const differences = (one: Parts, other: Parts): number =>
  Number(one.document !== other.document) + Number(one.expires !== other.expires)

/** Null where an exchange fetched no link, or no read gave the like of it. */
export const linkOf = (exchange: RecordedExchange, earlier: readonly RecordedExchange[]): Link | null => {
  const used = exchange.request.method === 'GET' ? partsOf(exchange.request.url) : null
  if (used === null) return null
  const reads = earlier.flatMap((read) => {
    const given = read.operation === 'getDocument' ? givenLink(read) : null
    return given ? [{ read, given, apart: differences(used, given) }] : []
  })
  const [best] = reads.toReversed().toSorted((one, other) => one.apart - other.apart)
  if (!best) return null
  const { read, given } = best
  return {
    read,
    later: used.expires - given.expires,
    edits: [
      ...(used.document === given.document ? [] : [`s/${given.document}/${used.document}/`]),
      ...(used.signature === null ? ['s/[&?]signature=[^&]*//'] : []),
      ...(used.signature !== null && !used.signature.includes(maskMark)
        ? [`s/signature=[^&]*/signature=${used.signature}/`]
        : []),
    ],
  }
}

type Before = readonly RecordedExchange[]

const isClockMoved = ({ read }: Link, earlier: Before): boolean => earlier.slice(earlier.indexOf(read)).some(movesClock)

/**
 * The signature is masked on both sides: where a success is the failure, nothing else differs and the clock was not moved meanwhile, it was another.
 * `earlier`: what is sent before its use.
 */
export const isForged = (link: Link, { kind }: Finding, earlier: Before): boolean =>
  kind === 'accepted' && link.edits.length === 0 && link.later === 0 && !isClockMoved(link, earlier)

/** Whether the run waited until a link had ended: a script uses a fresh one. */
export const isOutlived = (used: RecordedExchange, earlier: Before): boolean => {
  const link = linkOf(used, earlier)
  const { expires = Infinity } = partsOf(used.request.url) ?? {}
  return link?.later === 0 && Date.parse(used.started_at) > expires * 1_000 && !isClockMoved(link, earlier)
}

/** Reads the link in the answer before into a variable. */
export const readLink = (name: string): string =>
  `${name}=$(printf '%s' "$ANSWER" | sed -n 's/.*"url" *: *"\\([^"]*\\)".*/\\1/p' | sed 's/\\\\u0026/\\&/g; s#\\\\/#/#g')`
