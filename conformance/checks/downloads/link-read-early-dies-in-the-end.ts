// A link that the run read early is dead at its end, where that is later than its expiry: no clock need be moved for that.
import { not } from '../../evidence/expected.ts'
import { signedLink } from '../../scenarios/signed-link.ts'
import { uploadText } from '../../scenarios/uploaded-document.ts'
import { fetchLink, shownFile } from '../../steps/documents.ts'
import { blocked, notTested, reason } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'

const dies = 'downloads.link-dies-at-expiry'

/** What two clocks may differ by, in seconds. */
const slack = 10

export default check({
  id: 'downloads.link-read-early-dies-in-the-end',
  verifies: [dies],
  needs: ['orders'],
  phase: 'last',
  async run(context) {
    const { expect, shared, control, now } = context
    const { detail, link, expires } = await shared(signedLink)
    if (Number.isNaN(expires))
      throw blocked(reason('link-not-readable', { operation: 'getDocument', pointer: '/download/url' }), detail)
    const left = expires + slack - now() / 1000
    if (left > 0 && !control) throw notTested('no-control-url')
    if (left > 0) await control!.advanceClock(Math.ceil(left))
    const late = await fetchLink(context, link)
    expect(dies).status(late, '4xx')
    expect(dies).that(shownFile(late, uploadText.bytes), (shown) => shown !== 'the file', not('the file'))
  },
})
