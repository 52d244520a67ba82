// Defects that break rules of the area downloads.
import * as op from '../../simulator/behaviour/operators/index.ts'
import type { Mutation } from '../../simulator/behaviour/operators/index.ts'
import type { Document } from '../../simulator/domain/records.ts'
import { Refusal } from '../../simulator/domain/refusal.ts'
import { rows } from './rows.ts'
import type { Defect } from './defect.ts'

/** Changes the link that a document's detail shows. */
const linked = (change: (link: URL) => void): Mutation =>
  op.wrap('links.url', (url) => {
    const link = new URL(url)
    change(link)
    return link.href
  })

export const downloads: readonly Defect[] = rows({
  'tampered-link-accepted': {
    breaks: 'downloads.altered-signature-refused',
    bug: 'The signature of a download link is not looked at.',
    apply: op.replace('links.signatureMatches', (_id, _expires, signature) => signature !== ''),
  },
  'beginning-of-a-signature-suffices': {
    breaks: 'downloads.altered-signature-refused',
    bug: 'The signature is compared as far as it was given.',
    deep: 'only for a signature that was cut',
    apply: op.accept('links.signatureMatches', function (id, expires, signature, key) {
      return signature.length >= 8 && this.sign(id, Number(expires), key).startsWith(signature)
    }),
  },
  'end-of-a-signature-not-compared': {
    breaks: 'downloads.altered-signature-refused',
    bug: 'A signature of the right length is compared as far as a column is wide that has the first half of it.',
    deep: 'only for a signature that begins as it should',
    apply: op.accept('links.signatureMatches', function (id, expires, signature, key) {
      const own = this.sign(id, Number(expires), key)
      return signature.length === own.length && signature.startsWith(own.slice(0, own.length / 2))
    }),
  },
  'only-the-last-link-works': {
    breaks: 'downloads.link-is-reusable',
    bug: 'The store keeps one link a document, so that reading it again ends the link read before.',
    deep: 'only once the document was read again',
    apply: op.perTarget((last = new Map<string, number>()) => [
      op.refuse('links.signatureMatches', (id, expires) => Number(expires) < (last.get(id) ?? 0)),
      op.wrap('links.expires', (seconds, _now, id) => {
        last.set(id, seconds)
        return seconds
      }),
    ]),
  },
  'unsigned-link-accepted': {
    breaks: 'downloads.missing-signature-refused',
    bug: 'A link without a signature is taken for one of old times.',
    apply: op.accept('links.signatureMatches', (_id, _expires, signature) => signature === ''),
  },
  'expiry-not-signed': {
    breaks: 'downloads.altered-expires-refused',
    bug: 'The signature covers the document and not its expiry.',
    apply: op.misread('links.sign', (id) => [id, 0]),
  },
  'expiry-of-an-archive-not-signed': {
    breaks: 'downloads.altered-expires-refused',
    bug: 'Links of archives lead to a store of their own, whose signature does not cover the expiry.',
    deep: 'only for a ZIP',
    apply: op.perTarget((archives = new Set<string>()) => [
      op.misread('links.sign', (id, expires, key) => [id, archives.has(id) ? 0 : expires, key]),
      op.note('present.document', ({ id, content_type: type }) => {
        if (type === 'application/zip') archives.add(id)
      }),
    ]),
  },
  'document-not-signed': {
    breaks: 'downloads.signature-of-another-document-refused',
    bug: 'The signature covers the expiry and not the document.',
    apply: op.misread('links.sign', () => ['any document']),
  },
  'link-under-files': {
    breaks: 'downloads.link-path-names-the-document',
    bug: 'A link leads to /files/ instead of /download/.',
    apply: linked((link) => {
      link.pathname = link.pathname.replace('/download/', '/files/')
    }),
  },
  'link-expires-in-iso': {
    breaks: 'downloads.link-has-expires',
    bug: 'A link names its expiry as a date and time.',
    apply: linked(({ searchParams }) => {
      searchParams.set('expires', new Date(Number(searchParams.get('expires')) * 1000).toISOString())
    }),
  },
  'link-with-token': {
    breaks: 'downloads.link-has-signature',
    bug: 'A link calls its signature a token.',
    apply: linked(({ searchParams }) => {
      searchParams.set('token', searchParams.get('signature') ?? '')
      searchParams.delete('signature')
    }),
  },
  'file-cut-at-64-kb': {
    breaks: 'downloads.link-delivers-the-file',
    bug: 'A file is kept in one piece of 65,535 bytes, and what is beyond that is lost.',
    deep: 'only for a larger file',
    apply: op.wrap('links.sent', (answer) => ({
      ...answer,
      ...(answer.bytes && { bytes: answer.bytes.subarray(0, 65_535) }),
    })),
  },
  'file-cut-at-1-mb': {
    breaks: 'downloads.link-delivers-the-file',
    bug: 'The proxy before the store of files passes on the first megabyte.',
    deep: 'only for a larger file',
    apply: op.wrap('links.sent', (answer) => ({
      ...answer,
      ...(answer.bytes && { bytes: answer.bytes.subarray(0, 2 ** 20) }),
    })),
  },
  'first-file-of-a-kind-cached': {
    breaks: 'downloads.link-delivers-the-file',
    bug: 'What is fetched is cached by order and kind, so that one of two reports comes for the other.',
    deep: 'only once a report was revised',
    apply: op.perTarget((known = new Map<string, Document>(), cached = new Map<string, Buffer>(), asked = '') => [
      op.misread('links.sent', (answer, range) => {
        const { kind = 'supporting', order_id } = known.get(asked) ?? {}
        if (kind === 'supporting' || !answer.bytes) return [answer, range]
        const bytes = cached.get(`${kind} of ${order_id}`) ?? answer.bytes
        cached.set(`${kind} of ${order_id}`, bytes)
        return [{ ...answer, bytes }, range]
      }),
      op.note('present.document', (document) => known.set(document.id, document)),
      op.note('links.signatureMatches', (id) => (asked = id)),
    ]),
  },
  'revised-report-not-published': {
    breaks: 'downloads.link-delivers-the-file',
    bug: 'The files of a revised report are listed and have their links, and nobody publishes them.',
    deep: 'only for a revised report',
    apply: op.perTarget((ids = new Set<unknown>()) => [
      op.refuseWith(
        'links.contentType',
        (document) => ids.has(document.id) && new Refusal('not_found', 'There is no such file.'),
      ),
      op.note('events.completed', (_present, _order, _company, revision, documents) => {
        if (revision) for (const { id } of documents as { id: unknown }[]) ids.add(id)
      }),
    ]),
  },
  'file-as-text': {
    breaks: 'downloads.link-delivers-the-file',
    bug: 'A file is sent as text, which spoils what is none.',
    apply: op.answer('downloadDocument', (given) => ({
      ...given,
      ...(given.bytes && { bytes: Buffer.from(given.bytes.toString('utf8')) }),
    })),
  },
  'link-served-never': {
    breaks: 'downloads.plain-get-suffices',
    bug: 'A link without an access token is refused.',
    apply: op.answer('downloadDocument', () => op.failure(401, 'invalid_client', 'An access token is needed.')),
  },
  'expires-at-a-minute-off': {
    breaks: 'downloads.expires-equals-expires-at',
    bug: 'The detail shows an expiry a minute after that of its link.',
    apply: op.misread('present.documentDetail', (document, url, expires) => [document, url, expires + 60]),
  },
  'link-lasts-four-minutes': {
    breaks: 'downloads.link-is-valid-for-its-lifetime',
    bug: 'A link lasts four fifths of its time.',
    apply: op.set('links.lifetimeSeconds', (usual) => 0.8 * usual),
  },
  'link-lasts-an-hour': {
    breaks: 'downloads.link-is-valid-no-longer',
    bug: 'A link lasts twelve times as long.',
    apply: op.set('links.lifetimeSeconds', (usual) => 12 * usual),
  },
  'expired-link-works': {
    breaks: 'downloads.link-dies-at-expiry',
    bug: 'The expiry of a link is not looked at.',
    apply: op.replace('links.isExpired', false),
  },
  'link-works-three-times': {
    breaks: 'downloads.link-is-reusable',
    bug: 'A link allows for two retries, and the fourth use of it is refused.',
    deep: 'only from the fourth use on',
    apply: op.perTarget((uses = new Map<string, number>()) =>
      op.instead('links.signatureMatches', (usual, id, expires, signature, key) => {
        const matches = usual(id, expires, signature, key)
        if (matches) uses.set(signature, (uses.get(signature) ?? 0) + 1)
        return matches && uses.get(signature)! <= 3
      }),
    ),
  },
  'byte-order-mark-lost': {
    breaks: 'downloads.link-delivers-the-file',
    bug: 'Texts are decoded and encoded again on their way out, which takes the byte order mark from their beginning.',
    deep: 'only for a text that begins with a byte order mark',
    apply: op.wrap('links.sent', (answer) => {
      const isMarked = answer.bytes?.subarray(0, 3).equals(Buffer.from('\uFEFF'))
      return isMarked ? { ...answer, bytes: answer.bytes!.subarray(3) } : answer
    }),
  },
  'link-works-once': {
    breaks: 'downloads.link-is-reusable',
    bug: 'A link works once.',
    apply: op.perTarget((used = new Set<string>()) =>
      op.instead('links.signatureMatches', (usual, id, expires, signature, key) => {
        if (used.has(signature)) return false
        used.add(signature)
        return usual(id, expires, signature, key)
      }),
    ),
  },
})
