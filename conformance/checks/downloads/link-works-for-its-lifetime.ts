// The first link that a document's read gives expires its whole lifetime after that read.
import { atLeast, atMost } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { correspondence, namesake } from '../../scenarios/correspondence.ts'
import { fetchLink, linkOf, readDocument, shownFile } from '../../steps/documents.ts'
import { fieldAt, requireSuccess, succeeded, textAt } from '../../steps/read.ts'
import { acceptedFiles } from '../../steps/tiny-files.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const lasts = 'downloads.link-is-valid-for-its-lifetime'
const longest = 'downloads.link-is-valid-no-longer'
const delivers = 'downloads.link-delivers-the-file'
const slack = 5

export default check({
  id: 'downloads.link-works-for-its-lifetime',
  verifies: [lasts, longest, delivers],
  needs: ['orders'],
  async run(context) {
    const { download_link_lifetime_seconds: lifetime } = limits()
    const { expect, shared, now } = context
    const { twins } = await shared(correspondence)
    // A document that nothing has read yet: a later read may give the time that is left of an earlier link. The last one has
    // the name and the size of another file of the order.
    const upload = twins.findLast(succeeded) ?? twins[0]!
    const id = textAt(requireSuccess(upload), '/id')
    const before = now() / 1000
    const detail = await readDocument(context, id)
    const after = now() / 1000
    const link = linkOf(detail)
    const expires = Number(link.searchParams.get('expires'))
    const seconds = computedFrom(`${Math.round(expires - before)} s from the read`, detail)
    expect(lasts).that(seconds, () => expires - before >= lifetime - slack, atLeast(`${lifetime} s from the read`))
    expect(longest).that(seconds, () => expires - after <= lifetime + slack, atMost(`${lifetime} s from the read`))
    const file = await fetchLink(context, link)
    expect(lasts).status(file, '2xx')
    // A service that looks at keys here too has the first file for all that came under its key.
    const isOwn = twins.slice(0, -1).every((twin) => fieldAt(twin, '/id') !== id)
    const { bytes } = upload === twins.at(-1) && isOwn ? namesake() : acceptedFiles().text
    if (succeeded(file)) expect(delivers).equal(shownFile(file, bytes), 'the file')
  },
})
