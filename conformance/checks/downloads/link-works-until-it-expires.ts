// A link works for its lifetime and is dead once the second of its expiry has passed.
import { atLeast, not } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { fetchLink, linkOf, readDocument, shownFile } from '../../steps/documents.ts'
import { documentOf, uploadedDocument, uploadText } from '../../scenarios/uploaded-document.ts'
import { blocked, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { limits } from '../../contract/limits.ts'

const lasts = 'downloads.link-is-valid-for-its-lifetime'
const reusable = 'downloads.link-is-reusable'
const dies = 'downloads.link-dies-at-expiry'

const slack = 3
/** Where the time is waited for, other checks may be under way when it is over, and two clocks go beside each other. */
const waiting = { early: 60, late: 10 }

export default check({
  id: 'downloads.link-works-until-it-expires',
  verifies: [lasts, reusable, dies],
  needs: ['orders', 'time'],
  wait: {
    what: 'the end of a signed link',
    seconds: () => limits().download_link_lifetime_seconds + 2 * waiting.late,
    isFirst: true,
  },
  async run(context) {
    const { download_link_lifetime_seconds: lifetime } = limits()
    const { expect, letPass, shared, control, now, recordReading } = context
    const id = documentOf(await shared(uploadedDocument))
    const { early, late: after } = control ? { early: slack, late: slack } : waiting
    // A target may hand out the link of an earlier read as long as that works; where time is waited for, this is the first read.
    if (control) await letPass(lifetime + slack)
    const detail = await readDocument(context, id)
    const link = linkOf(detail)
    const expires = Number(link.searchParams.get('expires'))
    if (Number.isNaN(expires))
      throw blocked(reason('link-not-readable', { operation: 'getDocument', pointer: '/download/url' }), detail)
    const left = expires - now() / 1000
    expect(lasts).that(
      computedFrom(`${Math.round(left)} s from the read`, detail),
      () => left >= lifetime - slack,
      atLeast(`${lifetime} s from the read`),
    )
    const first = await fetchLink(context, link)
    await letPass(Math.max(1, Math.floor(expires - now() / 1000 - early)))
    const isInTime = control !== null || now() / 1000 < expires - slack
    // A link stays valid when another is asked for.
    if (isInTime) await readDocument(context, id)
    const last = isInTime ? [await fetchLink(context, link)] : []
    for (const answer of [first, ...last])
      expect([lasts, reusable]).equal(shownFile(answer, uploadText.bytes), 'the file')
    await letPass(control ? slack * 2 : Math.max(1, Math.ceil(expires - now() / 1000 + after)))
    const late = await fetchLink(context, link)
    expect(dies).status(late, '4xx')
    expect(dies).that(shownFile(late, uploadText.bytes), (shown) => shown !== 'the file', not('the file'))
    const { status } = late.response
    if ([400, 401, 403, 404, 410].includes(status))
      recordReading('downloads.expired-link-status', `status-${status}`, late)
  },
})
