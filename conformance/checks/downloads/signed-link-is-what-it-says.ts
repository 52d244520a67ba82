// A signed link names its document and its expiry, lasts its lifetime at most, and can be used again.
import { plainPath } from '../../evidence/plain-path.ts'
import { absent, atMost, matching, present } from '../../evidence/expected.ts'
import { computedFrom, seen } from '../../evidence/seen.ts'
import { freshLink } from '../../scenarios/signed-link.ts'
import { fetchLink } from '../../steps/documents.ts'
import { fieldAt, succeeded } from '../../steps/read.ts'
import { uploadedDocument } from '../../scenarios/uploaded-document.ts'
import { headerOf } from '../../evidence/exchange.ts'
import { isSameTime } from '../../contract/same-instant.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const slack = 10

/** More than those who allow for a retry or two. */
const uses = 4

export default check({
  id: 'downloads.signed-link-is-what-it-says',
  verifies: [
    'downloads.link-path-names-the-document',
    'downloads.link-has-expires',
    'downloads.link-has-signature',
    'downloads.expires-equals-expires-at',
    'downloads.link-is-valid-no-longer',
    'downloads.link-is-reusable',
    'documents.detail-has-the-summary-fields',
  ],
  needs: ['orders'],
  async run(context) {
    const { download_link_lifetime_seconds: lifetime } = limits()
    const { expect, shared, now } = context
    const uploaded = await shared(uploadedDocument)
    const { detail, link } = await freshLink(context)
    const id = uploaded.documentId
    for (const field of ['id', 'kind', 'filename', 'content_type', 'size_bytes', 'created_at'])
      expect('documents.detail-has-the-summary-fields').that(
        seen(detail, `/${field}`),
        (value) => isSameTime(value, fieldAt(uploaded.answer, `/${field}`)),
        fieldAt(uploaded.answer, `/${field}`),
      )
    const [expires, signature] = ['expires', 'signature'].map((name) => link.searchParams.get(name))
    const pathEnds = plainPath(link).endsWith(`/download/${id}`)
    expect('downloads.link-path-names-the-document').that(
      computedFrom(link.pathname, detail),
      () => pathEnds,
      `…/download/${id}`,
    )
    expect('downloads.link-has-expires').that(
      computedFrom(expires, detail),
      (text) => /^\d+$/.test(String(text)),
      matching(/^\d+$/),
    )
    expect('downloads.link-has-signature').that(
      computedFrom(signature ? present : absent, detail),
      () => Boolean(signature),
      present,
    )
    if (signature) {
      const isHex = /^([0-9a-f]{2})+$/i.test(signature)
      context.recordReading('downloads.signature-form', isHex ? 'hex' : 'base64url', detail)
      context.recordReading('downloads.extra-link-parameters', link.searchParams.size > 2 ? 'some' : 'none', detail)
    }
    const expiresAt = Date.parse(String(fieldAt(detail, '/download/expires_at'))) / 1000
    // A fraction of a second may be rounded either way.
    expect('downloads.expires-equals-expires-at').that(
      computedFrom(Number(expires), detail),
      (seconds) => Math.abs(Number(seconds) - expiresAt) < 1,
      Math.floor(expiresAt),
    )
    const left = Number(expires) - now() / 1000
    expect('downloads.link-is-valid-no-longer').that(
      computedFrom(`${Math.round(left)} s from the read`, detail),
      () => left <= lifetime + slack,
      atMost(`${lifetime} s from the read`),
    )
    for (let use = 1; use <= uses; use += 1) {
      const file = await fetchLink(context, link)
      expect('downloads.link-is-reusable').status(file, '2xx')
      if (succeeded(file))
        context.recordReading('downloads.link-answer', file.redirected ? 'redirect' : 'the-file', file)
      const disposition = headerOf(file.response.headers, 'content-disposition')?.split(';')[0]?.trim().toLowerCase()
      if (disposition === 'attachment' || disposition === 'inline' || disposition === undefined)
        context.recordReading('downloads.disposition', disposition ?? 'absent', file)
    }
  },
})
