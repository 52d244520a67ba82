// A finding about what the feed says of the attempts at an event, as one about the feed of an order of the script's own, whose event its receiver refused as that of the run was refused.
import { inTime, mostAttempts } from './attempt-times.ts'
import { orderIn, recordOf, triedFor, type Attempts, type Tried } from './attempts-of-run.ts'
import { feedOf } from './feed-of-order.ts'
import type { HeardFinding } from './hearing.ts'
import { readExpected } from './read-expected.ts'
import { placedOrder, refusedType, refusingSteps } from './refusing-steps.ts'
import type { Finding, RecordedExchange } from './run-record.ts'
import { shortly } from './texts.ts'

/** Where the record of an event has what each rule is about. */
const fields: { [rule: string]: string } = {
  'feed.delivery-has-attempts': 'attempts',
  'feed.last-response-status-is-the-one-answered': 'last_response_status',
  'feed.next-attempt-at-is-set-while-a-retry-is-due': 'next_attempt_at',
  'feed.dead-lettered-event-has-that-status': 'status',
}

/** What is not subscribed to is tried by nobody. */
const fieldOf = ({ rule, pointer, expected }: Finding): string | undefined => {
  if (expected === 'not_subscribed') return undefined
  if (pointer === null) return fields[rule]
  return /^\/data\/\d+\/delivery\/(attempts|last_response_status|status)$/.exec(pointer)?.[1]
}

/** An event of which the feed has this, and the attempts of which it says so. */
const wrongOnes = ({ received }: Finding, field: string, { own, records }: Tried): Attempts | undefined => {
  const attempts = own.find((one) => {
    const shown = recordOf(one, records)?.delivery?.[field]
    return (shown ?? null) === (received === 'absent' ? null : received)
  })
  const made = attempts && recordOf(attempts, records)?.delivery?.['attempts']
  return field === 'attempts' ? attempts : attempts?.slice(0, typeof made === 'number' ? made : 0)
}

export const byRecord = (
  finding: Finding,
  exchanges: readonly RecordedExchange[],
  deliveries: Attempts,
): HeardFinding | null => {
  const field = fieldOf(finding)
  const found = field === undefined ? undefined : wrongOnes(finding, field, triedFor(finding, exchanges, deliveries))
  if (field === undefined || !found) return null
  const { form, values } = readExpected(finding.expected)
  // One more may have come since.
  const bound = field === 'attempts' && /^\d+$/.test(values[0] ?? '') ? Number(values[0]) : found.length
  const attempts = found.slice(0, bound)
  const order = placedOrder(orderIn(attempts), exchanges)
  const like = exchanges.find(({ environment }) => environment === 'sandbox')
  if (order === null || !like || attempts.length === 0 || attempts.length > mostAttempts()) return null
  const name = finding.requests.at(-1)!
  const answers = attempts.map(({ answer }) => answer)
  const moves = answers.slice(1).map((_, index) => inTime(index + 2))
  const steps = refusingSteps(order, { name, source: finding.check, answers, moves })
  const read = feedOf(order, [], { id: `${name} read`, source: finding.check }, like.request.url)
  const at = `/data/type=${refusedType}/delivery/${field}`
  const isSet = form === 'present'
  return {
    finding: {
      ...finding,
      pointer: at,
      expected: `${field} ${shortly(finding.expected)}`,
      requests: [...steps, read].map(({ id }) => id),
    },
    read,
    steps,
    asked: { at, form: isSet ? 'not' : form, values: isSet ? ['null'] : values },
  }
}
