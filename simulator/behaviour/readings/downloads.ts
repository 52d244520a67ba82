// Permitted readings of the freedoms of the area downloads.
import type { LinkFault, links as linksOf } from '../links.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

type Links = ReturnType<typeof linksOf>

const linking =
  (take: (links: Links) => void): ReadingPatch =>
  ({ behaviour: { links } }) =>
    take(links)

const refusedWith = (fault: LinkFault, status: number): ReadingPatch =>
  linking((links) => {
    links.refusedStatus = { ...links.refusedStatus, [fault]: status }
  })

/** The statuses that a link may be refused with. */
const statuses = (fault: LinkFault, ...all: number[]): Record<string, ReadingPatch> =>
  Object.fromEntries(all.map((status) => [`status-${status}`, refusedWith(fault, status)]))

const coded = (codeOf: (status: number) => string | undefined): ReadingPatch =>
  linking((links) => {
    const { refusedCode } = links
    links.refusedCode = (status) => codeOf(status) ?? refusedCode.call(links, status)
  })

/** The code of each status that a refusal without a token can have; 400 and 410 have none. */
const listedCodes: Record<number, string> = {
  401: 'invalid_client',
  403: 'action_not_permitted_for_client',
  404: 'not_found',
  422: 'validation_failed',
}

/** Seconds that a link must still have to be given out again. */
const worthGiving = 60

const sameLink: ReadingPatch = linking((links) => {
  const { expires } = links
  const given = new Map<string, number>()
  links.expires = function (now, documentId) {
    const before = given.get(documentId) ?? 0
    if (before - now / 1000 >= worthGiving) return before
    const fresh = expires.call(this, now, documentId)
    given.set(documentId, fresh)
    return fresh
  }
})

const boundToCredential: ReadingPatch = linking((links) => {
  const holders = new Map<string, Set<string>>()
  const { counts, given } = links
  links.given = (signature, clientId) => {
    given.call(links, signature, clientId)
    holders.set(signature, (holders.get(signature) ?? new Set()).add(clientId))
  }
  links.counts = (signature, isRevoked) =>
    counts.call(links, signature, isRevoked) && ![...(holders.get(signature) ?? [])].every(isRevoked)
})

const inParts: ReadingPatch = linking((links) => {
  const { sent } = links
  links.sent = (answer, range) => {
    const whole = sent.call(links, answer, range)
    const { bytes } = whole
    if (!bytes) return whole
    const headers = { ...whole.headers, 'Accept-Ranges': 'bytes' }
    const [, first = '', last = ''] = /^bytes=([0-9]*)-([0-9]*)$/.exec(range ?? '') ?? []
    const size = bytes.length
    const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
    const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
    // What cannot be satisfied is as good as not asked for.
    if ((first === '' && last === '') || from > to) return { ...whole, headers }
    return {
      status: 206,
      bytes: bytes.subarray(from, to + 1),
      headers: { ...headers, 'Content-Range': `bytes ${from}-${to}/${size}` },
    }
  }
})

export const downloads: AreaReadings = {
  'downloads.environment': {
    either: linking((links) => {
      links.servedAt = () => true
    }),
  },
  'downloads.link-origin': {
    'as-configured': linking((links) => {
      links.base = (_asCalled, ownAddress) => ownAddress
    }),
  },
  'downloads.link-per-read': { 'same-link': sameLink },
  'downloads.signature-form': {
    base64url: linking((links) => {
      const { sign } = links
      links.sign = (...given) => Buffer.from(sign.apply(links, given), 'hex').toString('base64url')
    }),
  },
  'downloads.extra-link-parameters': {
    some: linking((links) => {
      const { url } = links
      links.url = (...given) => `${url.apply(links, given)}&version=1`
    }),
  },
  'downloads.tampered-link-status': statuses('tampered', 401, 404, 400),
  'downloads.expired-link-status': statuses('expired', 401, 404, 410, 400),
  'downloads.missing-parameters-status': statuses('missing', 401, 404, 400, 422),
  'downloads.refusal-code': {
    'not-found': coded((status) => (status === 404 ? 'not_found' : undefined)),
    'listed-code': coded((status) => listedCodes[status]),
  },
  'downloads.authorization-header': {
    refused: linking((links) => {
      links.takesAuthorization = false
    }),
  },
  'downloads.expiry-edge': {
    exclusive: linking((links) => {
      const { isExpired } = links
      links.isExpired = (expires, now) => isExpired.call(links, expires - 1, now)
    }),
  },
  'downloads.after-revocation': { refused: boundToCredential },
  'downloads.head': {
    refused: linking((links) => {
      links.takesHead = false
    }),
  },
  'downloads.ranges': { partial: inParts },
  'downloads.disposition': {
    inline: linking((links) => {
      const { disposition } = links
      links.disposition = (name) => disposition.call(links, name)?.replace(/^attachment/, 'inline') ?? null
    }),
    absent: linking((links) => {
      links.disposition = () => null
    }),
  },
  'downloads.content-type': {
    'octet-stream': linking((links) => {
      links.contentType = () => 'application/octet-stream'
    }),
  },
}
