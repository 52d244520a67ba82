// Defects that break rules of the area downloads.
import { accept, instead, misread, replace, set } from '../operators/index.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Defect } from './defect.ts'
import { answering } from './answered.ts'

const decided = (breaks: string, id: string, bug: string, apply: (behaviour: Behaviour) => void): Defect => ({
  id,
  breaks: `downloads.${breaks}`,
  bug,
  apply,
})

/** Changes the link that a document's detail shows. */
const linked = (breaks: string, id: string, bug: string, change: (link: URL) => void): Defect =>
  decided(
    breaks,
    id,
    bug,
    instead('links.url', (usual, ...given) => {
      const link = new URL(usual(...given))
      change(link)
      return link.href
    }),
  )

export const downloads: readonly Defect[] = [
  decided(
    'altered-signature-refused',
    'tampered-link-accepted',
    'The signature of a download link is not looked at.',
    replace('links.signatureMatches', (_id, _expires, signature) => signature !== ''),
  ),
  {
    ...decided(
      'altered-signature-refused',
      'beginning-of-a-signature-suffices',
      'The signature is compared as far as it was given.',
      ({ links }) => {
        links.signatureMatches = (id, expires, signature, key) =>
          signature.length >= 8 && links.sign(id, Number(expires), key).startsWith(signature)
      },
    ),
    deep: 'only for a signature that was cut',
  },
  decided(
    'missing-signature-refused',
    'unsigned-link-accepted',
    'A link without a signature is taken for one of old times.',
    accept('links.signatureMatches', (_id, _expires, signature) => signature === ''),
  ),
  decided(
    'altered-expires-refused',
    'expiry-not-signed',
    'The signature covers the document and not its expiry.',
    misread('links.sign', (id) => [id, 0]),
  ),
  decided(
    'signature-of-another-document-refused',
    'document-not-signed',
    'The signature covers the expiry and not the document.',
    misread('links.sign', () => ['any document']),
  ),
  linked(
    'link-path-names-the-document',
    'link-under-files',
    'A link leads to /files/ instead of /download/.',
    (link) => {
      link.pathname = link.pathname.replace('/download/', '/files/')
    },
  ),
  linked(
    'link-has-expires',
    'link-expires-in-iso',
    'A link names its expiry as a date and time.',
    ({ searchParams }) => {
      searchParams.set('expires', new Date(Number(searchParams.get('expires')) * 1000).toISOString())
    },
  ),
  linked('link-has-signature', 'link-with-token', 'A link calls its signature a token.', ({ searchParams }) => {
    searchParams.set('token', searchParams.get('signature') ?? '')
    searchParams.delete('signature')
  }),
  decided('link-delivers-the-file', 'file-as-text', 'A file is sent as text, which spoils what is none.', (behaviour) =>
    answering('downloadDocument', (answer) => ({
      ...answer,
      ...(answer.bytes && { bytes: Buffer.from(answer.bytes.toString('utf8')) }),
    }))(behaviour),
  ),
  decided('plain-get-suffices', 'link-served-never', 'A link without an access token is refused.', (behaviour) =>
    answering('downloadDocument', () => ({
      status: 401,
      body: { code: 'invalid_client', message: 'An access token is needed.', correlation_id: crypto.randomUUID() },
    }))(behaviour),
  ),
  decided(
    'expires-equals-expires-at',
    'expires-at-a-minute-off',
    'The detail shows an expiry a minute after that of its link.',
    misread('present.documentDetail', (document, url, expires) => [document, url, expires + 60]),
  ),
  decided(
    'link-is-valid-for-five-minutes',
    'link-lasts-four-minutes',
    'A link lasts four minutes.',
    set('links.lifetimeSeconds', 240),
  ),
  decided('link-is-valid-no-longer', 'link-lasts-an-hour', 'A link lasts an hour.', set('links.lifetimeSeconds', 3600)),
  decided(
    'link-dies-at-expiry',
    'expired-link-works',
    'The expiry of a link is not looked at.',
    replace('links.isExpired', () => false),
  ),
  decided('link-is-reusable', 'link-works-once', 'A link works once.', ({ links }) => {
    const used = new Set<string>()
    const { signatureMatches } = links
    links.signatureMatches = (id, expires, signature, key) => {
      if (used.has(signature)) return false
      used.add(signature)
      return signatureMatches.call(links, id, expires, signature, key)
    }
  }),
]
