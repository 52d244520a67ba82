// A link whose five minutes went by during the run delivers the file no more.
import { setTimeout as sleep } from 'node:timers/promises'
import { not } from '../../evidence/expected.ts'
import { notTested } from '../../evidence/inconclusive.ts'
import { check } from '../../kit/check.ts'
import { firstLink } from '../../scenarios/first-link.ts'
import { fetchLink, shownFile } from '../../steps/documents.ts'
import { acceptedFiles } from '../../steps/tiny-files.ts'

const dies = 'downloads.link-dies-at-expiry'
const slackMs = 3_000

/** The longest remaining time of a link that is waited for. */
const longestWaitMs = 60_000

export default check({
  id: 'downloads.link-expires-at-its-own-time',
  verifies: [dies],
  needs: ['orders', 'no-control'],
  phase: 'last',
  async run(context) {
    const { expect, shared, now } = context
    const { link } = await shared(firstLink)
    const left = 1000 * Number(link.searchParams.get('expires')) + slackMs - now()
    if (!(left <= longestWaitMs)) throw notTested('link-outlives-the-run')
    await sleep(Math.max(0, left))
    const late = await fetchLink(context, link)
    expect(dies).status(late, '4xx')
    expect(dies).that(shownFile(late, acceptedFiles().text.bytes), (shown) => shown !== 'the file', not('the file'))
  },
})
