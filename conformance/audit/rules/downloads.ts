// How a client fetches files: by a fresh signed link, without a token, and not after its expiry.
import { instantIn } from '../../contract/instant.ts'
import { textAt } from '../../model/body.ts'
import { isSuccess, type Call, type Journal } from '../call.ts'
import { eachCall, ruleGroup, someOf, type Seen } from '../client-rule.ts'
import { linkKey } from '../journal/link-key.ts'
import { headerIn } from '../repeats.ts'
import { sentHeader } from '../sent.ts'
import { thresholds } from '../thresholds.ts'

/** Of links exactly as an answer gave them: those that the service refused as expired. */
const isLate = (call: Call, expiresAt: number): boolean =>
  call.status !== null && call.status >= 400 && call.status < 429 && call.clock > expiresAt - thresholds.linkGraceMs

type Given = { read: Call; expiresAt: number; uses: Call[] }

const linksIn = ({ calls }: Journal): Given[] => {
  const links = new Map<string, Given>()
  for (const call of calls) {
    const url = textAt(call.received, 'download', 'url')
    if (url !== null)
      links.set(linkKey(url), {
        read: call,
        expiresAt: instantIn(textAt(call.received, 'download', 'expires_at')),
        uses: [],
      })
    links.get(linkKey(call.exchange.request.url))?.uses.push(call)
  }
  return [...links.values()]
}

/** @param isFirst whether the first use of a link is looked at, or those after a use that was served */
const judgeLife =
  (isFirst: boolean) =>
  (journal: Journal, seen: Seen): void => {
    for (const { read, expiresAt, uses } of linksIn(journal)) {
      const [first] = uses
      if (first === undefined) continue
      // Until one was served, each further use is a repeat of the first.
      const served = isLate(first, expiresAt) ? -1 : uses.findIndex(isSuccess)
      const further = served === -1 ? [] : uses.slice(served + 1)
      const late = (isFirst ? [first] : further).find((call) => isLate(call, expiresAt))
      if (late === undefined) seen.occasion(read, ...someOf(uses))
      else
        seen.violation(
          { expected: 'a fresh link', received: `a link that expired at ${new Date(expiresAt).toISOString()}` },
          read,
          late,
        )
    }
  }

const shows = {
  shownBy: 'link that was read and fetched',
  toTry:
    'Advance a sandbox order to `report_complete`, and let the client download the report, twice, ten minutes of domain time apart.',
}

export const downloads = ruleGroup(
  'downloads',
  [
    {
      rule: 'downloads.client-sends-no-authorization',
      shownBy: 'download by a signed link',
      toTry: 'Advance a sandbox order to `report_complete`, and let the client download the report.',
      toChange: 'Fetch the link with a plain GET, without the headers of the other calls.',
      judge: eachCall('downloadDocument', (call) => {
        if (headerIn(call, 'authorization') !== undefined)
          return { expected: 'absent', received: 'a token', pointer: 'header:Authorization' }
        return sentHeader(call, 'authorization') === null ? true : null
      }),
    },
    {
      rule: 'downloads.client-fetches-a-fresh-link',
      ...shows,
      toChange: 'Read the document right before the file is fetched, and use that link.',
      judge: judgeLife(true),
    },
    {
      rule: 'downloads.client-does-not-store-the-link',
      ...shows,
      toChange: 'Store the bytes; read the document again for a new link.',
      judge: judgeLife(false),
    },
  ],
  ['answer bodies', 'credentials'],
)
