// How many entries a list may have, or has, where that follows the calls that a script sends.
import { changes, succeeded } from './needed-exchanges.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { textOf } from './texts.ts'

/** Of a list that has too many entries: what was sent to it, and refused. */
export const refusedInto = (
  { expected }: Finding,
  { request }: RecordedExchange,
  all: readonly RecordedExchange[],
): string[] => {
  if (!textOf(expected).startsWith('≤ ')) return []
  const [path = ''] = request.url.split('?')
  return all.flatMap((one) => (changes(one) && !succeeded(one) && one.request.url === path ? [one.id] : []))
}

/** The rule whose bound is the number of calls that were accepted; other bounds are equal to it by chance. */
const countingRule = 'revisions.refused-request-makes-no-record'

/** The whole list of something that an order has. */
const isListOfOrder = ({ request }: RecordedExchange): boolean =>
  /\/orders\/ord_[\w-]+\/[\w-]+(?:\?(?:(?:page|per_page)=\d+(?:&|$))*)?$/.test(request.url)

/** Such a bound follows the calls that are sent, and so does how many entries such a list has. */
export const boundOf = (
  finding: Finding,
  judged: RecordedExchange,
  all: readonly RecordedExchange[],
  needed: readonly RecordedExchange[],
): Finding => {
  const { rule, pointer, expected } = finding
  const isTotal = typeof expected === 'number' && pointer === '/total' && isListOfOrder(judged)
  const [, bound] = /^≤ (\d+)$/.exec(rule === countingRule ? textOf(expected) : '') ?? []
  const [path = ''] = judged.request.url.split('?')
  const isAccepted = (one: RecordedExchange): boolean => changes(one) && succeeded(one) && one.request.url === path
  const accepted = all.slice(0, all.indexOf(judged)).filter(isAccepted)
  if ((isTotal ? expected : Number(bound)) !== accepted.length) return finding
  const sent = accepted.filter((one) => needed.includes(one)).length
  return { ...finding, expected: isTotal ? sent : `≤ ${sent}` }
}
