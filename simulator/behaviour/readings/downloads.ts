// Permitted readings of the freedoms of the area downloads.
import { instead, note, perTarget, replace, set, wrap } from '../operators/index.ts'
import type { LinkFault } from '../links.ts'
import type { AreaReadings, ReadingPatch } from './reading.ts'

const refusedWith = (fault: LinkFault, status: number): ReadingPatch =>
  set('links.refusedStatus', (usual) => ({ ...usual, [fault]: status }))

/** The statuses that a link may be refused with. */
const statuses = (fault: LinkFault, ...all: number[]): Record<string, ReadingPatch> =>
  Object.fromEntries(all.map((status) => [`status-${status}`, refusedWith(fault, status)]))

const coded = (codeOf: (status: number) => string | undefined): ReadingPatch =>
  wrap('links.refusedCode', (usual, status) => codeOf(status) ?? usual)

/** The code of each status that a refusal without a token can have; 400 and 410 have none. */
const listedCodes: Record<number, string> = {
  401: 'invalid_client',
  403: 'action_not_permitted_for_client',
  404: 'not_found',
  422: 'validation_failed',
}

/** Seconds that a link must still have to be given out again. */
const worthGiving = 60

const sameLink: ReadingPatch = perTarget((given = new Map<string, number>()) =>
  wrap('links.expires', (fresh, now, documentId) => {
    const before = given.get(documentId) ?? 0
    if (before - now / 1000 >= worthGiving) return before
    given.set(documentId, fresh)
    return fresh
  }),
)

const boundToCredential: ReadingPatch = perTarget((holders = new Map<string, Set<string>>()) => [
  wrap('links.counts', (usual, signature, isRevoked) => usual && ![...(holders.get(signature) ?? [])].every(isRevoked)),
  note('links.given', (signature, clientId) =>
    holders.set(signature, (holders.get(signature) ?? new Set()).add(clientId)),
  ),
])

const inParts: ReadingPatch = wrap('links.sent', (whole, _answer, range) => {
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
})

/** The storage behind the service has addresses of its own, for a request each. */
const inStorage: ReadingPatch = replace('links.storedAt', (path) =>
  path.includes('&storage=') ? null : `${path}&storage=1`,
)

export const downloads: AreaReadings = {
  'downloads.link-answer': { redirect: inStorage },
  'downloads.environment': {
    either: replace('links.servedAt', true),
  },
  'downloads.link-origin': {
    'as-configured': replace('links.base', (_asCalled, ownAddress) => ownAddress),
  },
  'downloads.link-per-read': { 'same-link': sameLink },
  'downloads.signature-form': {
    base64url: wrap('links.sign', (usual) => Buffer.from(usual, 'hex').toString('base64url')),
  },
  'downloads.extra-link-parameters': {
    some: wrap('links.url', (usual) => `${usual}&version=1`),
  },
  'downloads.tampered-link-status': statuses('tampered', 401, 404, 400),
  'downloads.expired-link-status': statuses('expired', 401, 404, 410, 400),
  'downloads.missing-parameters-status': statuses('missing', 401, 404, 400, 422),
  'downloads.refusal-code': {
    'not-found': coded((status) => (status === 404 ? 'not_found' : undefined)),
    'listed-code': coded((status) => listedCodes[status]),
  },
  'downloads.authorization-header': {
    refused: set('links.takesAuthorization', false),
  },
  'downloads.expiry-edge': {
    exclusive: instead('links.isExpired', (usual, expires, now) => usual(expires - 1, now)),
  },
  'downloads.after-revocation': { refused: boundToCredential },
  'downloads.head': {
    refused: set('links.takesHead', false),
  },
  'downloads.ranges': { partial: inParts },
  'downloads.disposition': {
    inline: wrap('links.disposition', (usual) => usual?.replace(/^attachment/, 'inline') ?? null),
    absent: replace('links.disposition', null),
  },
  'downloads.content-type': {
    'octet-stream': replace('links.contentType', 'application/octet-stream'),
  },
}
