// A signed link with a token beside it, and asked for by HEAD, is served or refused, and makes nothing fail.
import { freshLink } from '../../scenarios/signed-link.ts'
import { unforeseen } from '../../steps/ask-oddly.ts'
import { succeeded } from '../../steps/read.ts'
import { atMost } from '../../evidence/expected.ts'
import { computedFrom } from '../../evidence/seen.ts'
import { check } from '../../kit/check.ts'

const asks = [
  [
    'an Authorization header',
    'downloads.authorization-header',
    'ignored',
    { headers: [['Authorization', 'Bearer none']] as [string, string][] },
  ],
  ['HEAD', 'downloads.head', 'works', { method: 'HEAD' }],
] as const

export default check({
  id: 'downloads.odd-fetches-do-no-harm',
  verifies: [unforeseen],
  needs: ['orders'],
  async run(context) {
    const { client, expect, recordReading } = context
    const { link } = await freshLink(context)
    for (const [what, freedom, taken, options] of asks) {
      const answer = await client.fetch(link.href, { ...options, operation: 'downloadDocument' } as never)
      const { status } = answer.response
      expect(unforeseen).that(
        computedFrom({ request: `downloadDocument: ${what}`, status }, answer),
        () => status < 500 || status === 501,
        {
          request: `downloadDocument: ${what}`,
          status: atMost(499),
        },
      )
      if (succeeded(answer)) recordReading(freedom, taken, answer)
      // HEAD may be no method of any path.
      else if (what !== 'HEAD' && status >= 400 && status < 500) recordReading(freedom, 'refused', answer)
    }
  },
})
