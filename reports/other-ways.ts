// The other ways in which a cause violates its rule: at another place, in another request, with another status.
import type { Cause } from './causes-of-run.ts'
import type { Finding } from './run-record.ts'
import type { Run } from './summary.ts'
import { times } from './texts.ts'
import { titleOf } from './violation-title.ts'

const mostWays = 3

/** Of thousands that are alike, the first ones. */
const mostLookedAt = 300

/** Values differ from order to order, statuses do not. */
const keyOf = (title: string, { pointer }: Finding): string =>
  pointer === 'status' ? title : title.replace(/: expected .*$/s, '')

/** Their titles, without the cause's own. */
export const otherWays = ({ rule, finding, members }: Cause, run: Run): string[] => {
  const known = new Map<string, string>()
  const own = titleOf(finding, run)
  for (const one of members.filter((member) => member.rule === rule).slice(0, mostLookedAt)) {
    const title = titleOf(one, run)
    const key = keyOf(title, one)
    if (!known.has(key)) known.set(key, title)
  }
  known.delete(keyOf(own, finding))
  const titles = [...known.values()]
  const left = titles.length - mostWays
  return [...titles.slice(0, mostWays), ...(left > 0 ? [`and ${times(left, 'more way')}`] : [])]
}
