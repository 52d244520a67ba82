// The signature of one document's link does not give another document.
import { not } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { fetchLink, linkOf, readDocument } from '../../steps/documents.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const swapped = 'downloads.signature-of-another-document-refused'

export default check({
  id: 'downloads.link-of-another-document-is-refused',
  verifies: [swapped],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { uploads } = await shared(correspondence)
    const pair = [uploads.pdf, uploads.png]
    const [one, other] = pair.map(({ id }) => id)
    if (!one || !other) throw blocked('no-two-documents', ...pair.map(({ answer }) => answer))
    const details = [await readDocument(context, one), await readDocument(context, other)]
    for (const [index, detail] of details.entries()) {
      const { file } = pair[index]!
      const link = linkOf(detail)
      link.search = linkOf(details[1 - index]!).search
      const answer = await fetchLink(context, link)
      const given = Buffer.compare(answer.response.body, file.bytes) === 0
      expect(swapped).status(answer, '4xx')
      expect(swapped).that(computedFrom(given ? 'the file' : 'no file', answer), () => !given, not('the file'))
    }
  },
})
