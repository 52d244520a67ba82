// The other ways in which a cause violates its rule: at another place, in another request, with another status.
import type { Cause } from './causes-of-run.ts'
import type { Finding } from './run-record.ts'
import type { Run } from './summary.ts'
import { times } from './texts.ts'
import { subjectOf, titleOf } from './violation-title.ts'

const mostShown = 3

/** Of thousands that are alike, the first ones. */
const mostLookedAt = 300

/** Values differ from order to order, statuses do not. */
const keyOf = (finding: Finding, run: Run): string =>
  finding.pointer === 'status' ? titleOf(finding, run) : `${finding.kind ?? ''} ${subjectOf(finding, run)}`

/** Their titles, without the cause's own. */
export const furtherViolations = ({ rule, finding, members }: Cause, run: Run): string[] => {
  const known = new Map<string, string>()
  for (const one of members.filter((member) => member.rule === rule).slice(0, mostLookedAt)) {
    const key = keyOf(one, run)
    if (!known.has(key)) known.set(key, titleOf(one, run))
  }
  known.delete(keyOf(finding, run))
  const titles = [...known.values()]
  const left = titles.length - mostShown
  return [...titles.slice(0, mostShown), ...(left > 0 ? [`and ${times(left, 'more way')}`] : [])]
}
