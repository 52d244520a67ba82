// A link works for five minutes and is dead once the second of its expiry has passed.
import { atLeast, not } from '../../evidence/expected.ts'
import { derived } from '../../evidence/seen.ts'
import { fetchLink, linkOf, readDocument, shownFile } from '../../steps/documents.ts'
import { documentOf, uploadedDocument, uploadText } from '../../scenarios/uploaded-document.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const lasts = 'downloads.link-is-valid-for-five-minutes'
const reusable = 'downloads.link-is-reusable'
const dies = 'downloads.link-dies-at-expiry'

const slack = 3

export default check({
  id: 'downloads.link-works-until-it-expires',
  verifies: [lasts, reusable, dies],
  needs: ['orders', 'control'],
  async run(context) {
    const { download_link_lifetime_seconds: lifetime } = limits()
    const { expect, shared, control, now, recordReading } = context
    const id = documentOf(await shared(uploadedDocument))
    // A target may hand out the link of an earlier read as long as that works.
    await control!.advanceClock(lifetime + slack)
    const detail = await readDocument(context, id)
    const link = linkOf(detail)
    const expires = Number(link.searchParams.get('expires'))
    const left = expires - now() / 1000
    expect(lasts).that(
      derived(`${Math.round(left)} s from the read`, detail),
      () => left >= lifetime - slack,
      atLeast(`${lifetime} s from the read`),
    )
    const first = await fetchLink(context, link)
    await control!.advanceClock(Math.max(1, Math.floor(expires - now() / 1000 - slack)))
    // A link stays valid when another is asked for.
    await readDocument(context, id)
    const last = await fetchLink(context, link)
    for (const answer of [first, last]) expect([lasts, reusable]).equal(shownFile(answer, uploadText.bytes), 'the file')
    await control!.advanceClock(slack * 2)
    const late = await fetchLink(context, link)
    expect(dies).status(late, '4xx')
    expect(dies).that(shownFile(late, uploadText.bytes), (shown) => shown !== 'the file', not('the file'))
    const { status } = late.response
    if ([400, 401, 403, 404, 410].includes(status))
      recordReading('downloads.expired-link-status', `status-${status}`, late)
  },
})
