// The signature of one document's link does not give another document, nor that of a ZIP its own for longer.
import { not } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { correspondence } from '../../scenarios/correspondence.ts'
import { fetchLink, linkOf, readDocument } from '../../steps/documents.ts'
import { blocked } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const swapped = 'downloads.signature-of-another-document-refused'
const prolonged = 'downloads.altered-expires-refused'

export default check({
  id: 'downloads.link-of-another-document-is-refused',
  verifies: [swapped, prolonged],
  needs: ['orders'],
  async run(context) {
    const { expect, shared } = context
    const { uploads } = await shared(correspondence)
    const pair = [uploads.pdf, uploads.zip]
    const [one, other] = pair.map(({ id }) => id)
    if (!one || !other) throw blocked('no-two-documents', ...pair.map(({ answer }) => answer))
    const details = [await readDocument(context, one), await readDocument(context, other)]
    for (const [index, detail] of details.entries()) {
      const { file } = pair[index]!
      const [ofTheOther, forLonger] = [linkOf(detail), linkOf(detail)]
      ofTheOther.search = linkOf(details[1 - index]!).search
      forLonger.searchParams.set('expires', String(Number(forLonger.searchParams.get('expires')) + 60))
      const altered: [rule: string, link: URL][] = [[swapped, ofTheOther]]
      // That of a PDF is made longer by another check.
      if (file === uploads.zip.file) altered.push([prolonged, forLonger])
      for (const [rule, link] of altered) {
        const answer = await fetchLink(context, link)
        const given = Buffer.compare(answer.response.body, file.bytes) === 0
        expect(rule).status(answer, '4xx')
        expect(rule).that(computedFrom(given ? 'the file' : 'no file', answer), () => !given, not('the file'))
      }
    }
  },
})
