// A link whose signature or expiry was altered, or that has no signature, does not give the file.
import { not } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { freshLink } from '../../scenarios/signed-link.ts'
import { fetchLink, linkOf } from '../../steps/documents.ts'
import { uploadText } from '../../scenarios/uploaded-document.ts'
import { check } from '../../kit/check.ts'

/** In base64url the last character may hold bits that count for nothing. */
const flipAt =
  (share: number) =>
  (text: string): string => {
    const at = Math.floor(share * text.length)
    return text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1)
  }

const firstHalf = (text: string): string => text.slice(0, Math.ceil(text.length / 2))

const cut = ({ searchParams }: URL): void => set(searchParams, 'signature', firstHalf)

const changes: [rule: string, change: (link: URL) => void][] = [
  ['downloads.altered-signature-refused', ({ searchParams }) => set(searchParams, 'signature', flipAt(0))],
  ['downloads.altered-signature-refused', ({ searchParams }) => set(searchParams, 'signature', flipAt(3 / 4))],
  ['downloads.altered-signature-refused', cut],
  [
    'downloads.altered-expires-refused',
    ({ searchParams }) => set(searchParams, 'expires', (text) => String(Number(text) + 60)),
  ],
  ['downloads.missing-signature-refused', ({ searchParams }) => searchParams.delete('signature')],
]

const set = (query: URLSearchParams, name: string, change: (text: string) => string): void =>
  query.set(name, change(query.get(name) ?? ''))

export default check({
  id: 'downloads.tampered-link-is-refused',
  verifies: [...new Set(changes.map(([rule]) => rule))],
  needs: ['orders'],
  async run(context) {
    const { expect, recordReading } = context
    const { detail } = await freshLink(context)
    for (const [rule, change] of changes) {
      const link = linkOf(detail)
      change(link)
      const answer = await fetchLink(context, link)
      const given = Buffer.compare(answer.response.body, uploadText.bytes) === 0
      expect(rule).status(answer, '4xx')
      expect(rule).that(computedFrom(given ? 'the file' : 'no file', answer, detail), () => !given, not('the file'))
      // A signature of another length may be distinguished from a wrong one.
      if (change === cut) continue
      const freedom = link.searchParams.has('signature')
        ? 'downloads.tampered-link-status'
        : 'downloads.missing-parameters-status'
      const { status } = answer.response
      if (
        [400, 401, 403, 404].includes(status) ||
        (status === 422 && freedom === 'downloads.missing-parameters-status')
      )
        recordReading(freedom, `status-${status}`, answer)
    }
  },
})
